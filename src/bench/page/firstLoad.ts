/** From the address to the first painted chart, with nothing in the browser's cache. */
import type { Browser, Frame, Page } from 'puppeteer-core';
import { VIEWPORT } from './changes.ts';
import { installProbe } from './probe.ts';

export interface FirstLoad {
  /** Milliseconds until the first chart was painted. */
  readonly time: number;
  /** kB (1,000 bytes), compressed, that had arrived by then. */
  readonly kilobytes: number;
}

export async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(VIEWPORT);
  await installProbe(page);
  await page.goto(url);
  const load = await loadOf(page);
  await context.close();
  return load;
}

/** The same of a page in a frame of another page, from the address of the frame on. */
export async function firstEmbeddedLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(VIEWPORT);
  await installProbe(page);
  const { width, height } = VIEWPORT;
  await page.setContent(`<iframe src="${url}" width="${width}" height="${height}"></iframe>`);
  const frame = await (await page.waitForSelector('iframe'))?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('The page with the embed has no frame.');
  const load = await loadOf(frame);
  await context.close();
  return load;
}

async function loadOf(page: Page | Frame): Promise<FirstLoad> {
  await page.waitForFunction(() => (window.probe.firstPaint ?? NaN) > 0);
  return page.evaluate(() => {
    const time = window.probe.firstPaint ?? NaN;
    const files = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const bytes = files
      // What page and worker share is listed twice, and comes from the cache for the second.
      .filter(({ responseEnd, transferSize }) => responseEnd <= time && transferSize > 0)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { time, kilobytes: bytes / 1_000 };
  });
}
