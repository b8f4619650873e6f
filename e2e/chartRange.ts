/** A run whose charts are dragged and pinched, and the range that is shown then. */
import type { Locator, Page } from '@playwright/test';
import { expect, type Playground } from './fixtures.ts';

export const STEADY = {
  policy: { n: 10, T: 10 },
  duration: 40,
  traffic: [{ kind: 'steady', from: 10, to: 20, rate: 2 }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

export function level(page: Page, lane: number): Locator {
  return page.getByRole('img', { name: `Level of lane ${lane}`, exact: true });
}

export async function rangeOf(playground: Playground): Promise<number[]> {
  const ends = await Promise.all(
    ['Range start', 'Range end'].map((name) => playground.slider(name).getAttribute('aria-valuetext')),
  );
  return ends.map((text) => Number.parseFloat(text ?? ''));
}

export async function expectRange(playground: Playground, from: number, to: number): Promise<void> {
  await expect.poll(async () => (await rangeOf(playground)).map((end) => Math.round(end * 5) / 5)).toEqual([from, to]);
}
