/** Chromium, by its own protocol, and Firefox, by WebDriver BiDi: Puppeteer drives both, as the distribution built them. */
import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import { findHeadlessChromium } from '../../src/tools/chromium.mjs';
import { findFirefox } from '../../src/tools/engines.mjs';
import { VIEWPORT, type Browser } from './browser.ts';

/** Chromium refuses to start as root with its sandbox; other users keep it. */
const CHROMIUM_ARGS = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

export const launchChromium = (): Promise<Browser> =>
  launch({ browser: 'chrome', executablePath: findHeadlessChromium() as string, args: CHROMIUM_ARGS });

export const launchFirefox = (): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath: findFirefox() as string });

async function launch(options: LaunchOptions): Promise<Browser> {
  // The tests' own limits end what takes too long.
  const browser = await puppeteer.launch({ ...options, defaultViewport: VIEWPORT, protocolTimeout: 0 });
  const page = await browser.newPage();
  const { mouse, keyboard } = page;
  return {
    async open(url) {
      // The headless shell would ask, and has nobody to answer.
      const { origin } = new URL(url);
      if (options.browser === 'chrome' && origin !== 'null')
        await page.browserContext().overridePermissions(origin, ['clipboard-sanitized-write']);
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    evaluate: (body, ...args) => page.evaluate(body as never, ...args),
    async drag(first, ...others) {
      await mouse.move(first.x, first.y);
      await mouse.down();
      for (const { x, y } of others) await mouse.move(x, y);
      await mouse.up();
    },
    type: (text) => keyboard.type(text),
    async press(...keys) {
      for (const key of keys) await keyboard.down(key);
      for (const key of keys.toReversed()) await keyboard.up(key);
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
