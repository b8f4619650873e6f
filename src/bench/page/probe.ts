/**
 * What runs inside a measured page: it says when a change has been painted. A page shows its results in a region named
 * "Lanes", whose `aria-busy` is "true" from a change until its result is shown.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';

export interface PageProbe {
  /** Milliseconds since the page was opened until its first result was painted; null before. */
  firstPaint: number | null;
  /** Gets the milliseconds from a key to the paint of its result. */
  onChange: ((milliseconds: number) => void) | null;
  /** Gets the milliseconds from letting go of a slider to the paint of the last result. */
  onRelease: ((milliseconds: number) => void) | null;
  /** Milliseconds of every task over 50 ms since it was last emptied. */
  longTasks: number[];
  /** Instants of the animation frames since the pointer was pressed, milliseconds, as long as `watchFrames` is set. */
  frames: number[];
  watchFrames: boolean;
}

declare global {
  interface Window {
    probe: PageProbe;
  }
}

/** Installs the probe in every document that the page opens. */
export async function installProbe(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(readFileSync(new URL('./probe.js', import.meta.url), 'utf8'));
}
