/** Changing n with the hand: from the key to the paint, the page's own thread, and the frames of a drag. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, ElementHandle, Page } from 'puppeteer-core';
import { median } from '../measure.ts';
import { installProbe } from './probe.ts';

export interface MeasuredPage {
  readonly page: Page;
  readonly slider: ElementHandle;
  readonly session: CDPSession;
}

export interface ChangeTimes {
  /** Milliseconds from the key to the paint of its result. */
  readonly toPaint: number[];
  /** Milliseconds of processor time of the page's own thread for one change: scripts, styles and layouts. */
  readonly ofPage: number[];
  /** The same for all of its tasks, with what the browser does to paint. */
  readonly onThread: number[];
  readonly longTasks: number[];
}

export interface DragTimes {
  /** Milliseconds between frames. */
  readonly frameTimes: readonly number[];
  readonly longTasks: readonly number[];
}

export const VIEWPORT = { width: 1440, height: 900 };
const MOVES_BEFORE_RELEASE = 40;
/** A run of six million decisions may take a while on a busy machine. */
export const TIMEOUT_MS = 60_000;

export async function openPage(browser: Browser, url: string): Promise<MeasuredPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.bringToFront(); // only the page in front paints
  await page.setViewport(VIEWPORT);
  await installProbe(page);
  await page.goto(url);
  await page.waitForFunction(() => window.probe.firstPaint !== null, { timeout: TIMEOUT_MS });
  const slider = await page.waitForSelector('::-p-aria([name="Limit n"][role="slider"])', { timeout: TIMEOUT_MS });
  if (slider === null) throw new Error(`${url} has no slider "Limit n".`);
  await waitUntilLoaded(page);
  const session = await page.createCDPSession();
  // Processor time: other programs on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, slider, session };
}

/** Until nothing more is loaded, and a first visit has stored the page for offline use: two seconds of work for two cores. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForNetworkIdle();
  await page.evaluate(async () => {
    // Only the app can be installed.
    if (document.querySelector('link[rel=manifest]') !== null) await navigator.serviceWorker.ready;
  });
}

/** One step of n up and one down, in turn. */
export async function pressKeys({ page, slider, session }: MeasuredPage, presses: number): Promise<ChangeTimes> {
  await page.bringToFront();
  await slider.focus();
  const times = noTimes();
  for (let press = 0; press < presses; press++) {
    const before = await threadTimes(session);
    const painted = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          window.probe.longTasks = [];
          window.probe.onChange = resolve;
        }),
    );
    // Else each key would come at the same phase of the frames, and a millisecond could count as a frame.
    await setTimeout((press / presses) * FRAME_MS);
    await page.keyboard.press(press % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    times.toPaint.push(await painted);
    // What the change still has to do when it is painted belongs to it as well. A page that draws no more is never idle.
    await page.evaluate(() => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))));
    const after = await threadTimes(session);
    times.ofPage.push(after.ofPage - before.ofPage);
    times.onThread.push(after.onThread - before.onThread);
    times.longTasks.push(...(await page.evaluate(() => window.probe.longTasks)));
  }
  return times;
}

export const LONG_TASK_MS = 50;
const FRAME_MS = 1_000 / 60;

/** Of the frames of a drag, how many came in time, %. */
export function inTime({ frameTimes }: DragTimes): number {
  return (100 * frameTimes.filter((time) => time < 1.5 * FRAME_MS).length) / frameTimes.length;
}

/** Drags n up and down for about `milliseconds`. */
export function dragSlider({ page, slider }: MeasuredPage, milliseconds: number): Promise<DragTimes> {
  // At its end a key would change nothing, and whoever waits for a result would wait for ever.
  return drag(page, slider, milliseconds, { x: 1, y: 0 }, 'back');
}

/**
 * Drags something to and fro.
 * @param along the direction, as parts of how far it goes
 * @param end where it is let go of: where it was, or wherever it is then
 */
export async function drag(
  page: Page,
  held: ElementHandle,
  milliseconds: number,
  along: { readonly x: number; readonly y: number },
  end: 'back' | 'anywhere' = 'anywhere',
): Promise<DragTimes> {
  await page.bringToFront();
  const box = await held.boundingBox();
  if (box === null) throw new Error('What is to be dragged is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    window.probe.frames = [];
    window.probe.longTasks = [];
    window.probe.watchFrames = true;
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const started = performance.now();
  for (let move = 0; performance.now() - started < milliseconds; move++) {
    const by = 60 * Math.sin(move / 30);
    await page.mouse.move(x + by * along.x, y + by * along.y);
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
  }
  if (end === 'back') await page.mouse.move(x, y);
  await page.mouse.up();
  const { frames, longTasks } = await page.evaluate(() => {
    window.probe.watchFrames = false;
    return { frames: window.probe.frames, longTasks: window.probe.longTasks };
  });
  return { frameTimes: frames.slice(1).map((time, index) => time - (frames[index] as number)), longTasks };
}

/** Drags n and lets go, several times: milliseconds from letting go to the paint of what it was let go at. */
export async function releaseTimes({ page, slider }: MeasuredPage, drags: number): Promise<readonly number[]> {
  await page.bringToFront();
  const times: number[] = [];
  for (let turn = 0; turn < drags; turn++) {
    const box = await slider.boundingBox();
    if (box === null) throw new Error('The slider "Limit n" is not shown.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let move = 1; move <= MOVES_BEFORE_RELEASE; move++) {
      await page.mouse.move(x + (turn % 2 === 0 ? move : -move), y);
      await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
    }
    const painted = page.evaluate(() => new Promise<number>((resolve) => (window.probe.onRelease = resolve)));
    await page.mouse.up();
    times.push(await painted);
  }
  return times;
}

export const noTimes = (): ChangeTimes => ({ toPaint: [], ofPage: [], onThread: [], longTasks: [] });

export const summary = (times: ChangeTimes) => ({
  toPaint: median(times.toPaint),
  ofPage: median(times.ofPage),
  onThread: median(times.onThread),
  longest: Math.max(0, ...times.longTasks),
});

/** Milliseconds of processor time that the page's own thread has taken so far. */
async function threadTimes(session: CDPSession): Promise<{ readonly ofPage: number; readonly onThread: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const millisecondsOf = (...names: readonly string[]): number =>
    names.reduce((sum, name) => {
      const metric = metrics.find((one) => one.name === name);
      if (metric === undefined) throw new Error(`This browser does not report ${name}.`);
      return sum + 1_000 * metric.value;
    }, 0);
  return {
    ofPage: millisecondsOf('ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'),
    onThread: millisecondsOf('TaskDuration'),
  };
}
