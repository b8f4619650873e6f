/** Learn: from the click on Next or Back to the painted charts of the step. */
import type { Browser } from 'puppeteer-core';
import { VIEWPORT, waitUntilLoaded } from './changes.ts';

const TIMEOUT_MS = 60_000;

/** Milliseconds of each click between two steps with different scenarios, after a first one there and back. */
export async function stepTimes(browser: Browser, app: string, clicks: number): Promise<readonly number[]> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.bringToFront(); // only the page in front paints
  await page.setViewport(VIEWPORT);
  await page.goto(app);
  await page.waitForSelector('#lanes[aria-busy=false]', { timeout: TIMEOUT_MS });
  await (await page.waitForSelector('::-p-aria([name="Learn"][role="radio"])'))?.click();
  await (await page.waitForSelector('::-p-text(The edge of a window)', { timeout: TIMEOUT_MS }))?.click();
  await page.waitForSelector('::-p-aria([name="Step 1 of 7"])', { timeout: TIMEOUT_MS });
  await waitUntilLoaded(page);
  const times: number[] = [];
  for (let click = -2; click < clicks; click++) {
    // Without named functions, which the compiler would mark for a helper that the page does not have.
    const time = await page.evaluate(
      async (name) => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
        if (button === undefined) throw new Error(`There is no button “${name}”.`);
        const start = performance.now();
        button.click();
        do await new Promise(requestAnimationFrame);
        while (document.querySelector('#lanes')?.getAttribute('aria-busy') !== 'false');
        // The frame after the one in which it was drawn.
        await new Promise(requestAnimationFrame);
        return performance.now() - start;
      },
      click % 2 === 0 ? 'Next' : 'Back',
    );
    if (click >= 0) times.push(time);
  }
  await context.close();
  return times;
}
