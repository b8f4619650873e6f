/** More requests than any real draw makes, so that the array has to grow: gaps of an eighth of the mean. */
import { expect, it, vi } from 'vitest';
import { openLoopArrivals } from './index.ts';

vi.mock('../random.ts', async (original) => ({ ...(await original<object>()), nextExponential: () => 1 / 8 }));

it('poisson grows its array when the bound is exceeded', () => {
  const entry = { kind: 'poisson', stream: 0, key: 'a', cost: 1, from: 1, to: 101, rate: 10 } as const;
  const { at } = openLoopArrivals([entry], { seed: 1, durationSeconds: 200 });
  // The first gap starts at `from`; 12.5 ms apart up to but not including `to`.
  expect(at).toEqual(Float64Array.from({ length: 7_999 }, (_, k) => 1_000_000 + 12_500 * (k + 1)));
});
