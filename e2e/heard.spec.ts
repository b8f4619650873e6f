/** The page as it is heard: what the live region says, where the focus goes, and tables in place of charts. */
import type { Page } from '@playwright/test';
import { expect, test, type Playground } from './fixtures.ts';

/** Everything that the live region says from here on, in order. */
async function recordHeard(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const region = document.querySelector('[role=status], output') as HTMLElement;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.textContent !== null && node.textContent !== '') said.push(node.textContent);
      }
    }).observe(region, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Presses a key and waits until the page has said something new. */
async function hearAfter(playground: Playground, text: string | RegExp, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await playground.page.keyboard.press(key);
  await expect(playground.heard).toHaveText(text);
}

/** The walk, key by key, with what is said after each: it can be followed without the screen. */
const WALK: readonly (readonly [key: string, said: string])[] = [
  ['Home', '0 s, before the first request. Levels: 0 of 10 permits, 0 of 10 entries and 10 of 10 tokens.'],
  ['ArrowRight', 'Request 1, 9 s: all 3 lanes admit.'],
  ['d', 'Request 11, 10.05 s: lanes 1 and 3 admit, lane 2 denies, the log is full.'],
];

test('a walk through Edge burst can be followed without the screen', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('p');
  await expect(playground.button('Play')).toBeVisible();
  const transcript = await recordHeard(page);
  for (const [key, said] of WALK) await hearAfter(playground, said, key);
  console.log(await transcript());
  await playground.slider('Limit n').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(2500);
  await page.keyboard.press('Space');
  await page.waitForTimeout(2500);
  await page.keyboard.press('End');
  await page.waitForTimeout(2500);
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(2500);
  console.log(await transcript());
  for (const name of ['Level of lane 1', 'Window count of lane 1', 'Level of lane 3']) {
    const id = await page.getByRole('img', { name, exact: true }).getAttribute('aria-describedby');
    console.log(name, await page.locator(`[id="${id}"]`).textContent());
  }
  const id = await page.getByRole('listbox', { name: 'Decisions of lane 1' }).getAttribute('aria-describedby');
  console.log(await page.locator(`[id="${id}"]`).textContent());
});
