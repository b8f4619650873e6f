import { describe, expect, it } from 'vitest';
import { nextExponential, makeStream } from '../random.ts';
import { SECOND } from '../time.ts';
import { countOpenLoop, openLoopArrivals } from './index.ts';

const common = { kind: 'poisson', stream: 0, key: 'a', cost: 1 } as const;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The largest distance between the empirical distribution of `values` and the exponential one with mean 1. */
function kolmogorovSmirnov(values: Float64Array): number {
  const sorted = values.slice().sort();
  let largest = 0;
  sorted.forEach((value, i) => {
    const theory = 1 - Math.exp(-value);
    largest = Math.max(largest, (i + 1) / sorted.length - theory, theory - i / sorted.length);
  });
  return largest;
}

describe('poisson', () => {
  it.each(SEEDS)('has exponential gaps: Kolmogorov–Smirnov at seed %d', (seed) => {
    const k = 100_000;
    const from = 100;
    const { at } = openLoopArrivals([{ ...common, from, rate: 1 }], { seed, durationSeconds: 150_000 });
    expect(at.length).toBeGreaterThan(k);
    // The first gap starts at `from`.
    const gaps = Float64Array.from({ length: k }, (_, i) => (at[i]! - (at[i - 1] ?? from * SECOND)) / SECOND);
    expect(gaps.every((gap) => gap >= 0)).toBe(true);
    expect(kolmogorovSmirnov(gaps)).toBeLessThan(1.63 / Math.sqrt(k));
  });

  it('sums the gaps without accumulating errors', () => {
    const rate = 30;
    const from = 86_400;
    const { at } = openLoopArrivals([{ ...common, from, rate }], { seed: 7, durationSeconds: 100_000 });
    const stream = makeStream(7, 0, 0);
    // The exact sum: every double here is a multiple of 2^−60 µs.
    const unit = 2 ** 60;
    let sum = 0n;
    let wrong = 0;
    for (const instant of at) {
      const gap = nextExponential(stream) * (SECOND / rate);
      const whole = Math.floor(gap);
      sum += BigInt(whole) * BigInt(unit) + BigInt(Math.floor((gap - whole) * unit));
      const offset = BigInt(instant - from * SECOND);
      const exact = (2n * sum + BigInt(unit)) / (2n * BigInt(unit));
      if (exact !== offset) wrong++;
    }
    expect(at.length).toBeGreaterThan(400_000);
    expect(wrong).toBe(0);
  });

  it('stretches with the rate and keeps its pattern', () => {
    const [slow, fast] = [1, 8].map(
      (rate) => openLoopArrivals([{ ...common, from: 0, rate }], { seed: 3, durationSeconds: 8_000 / rate }).at,
    );
    expect(slow!.length).toBe(fast!.length);
    expect(slow!.every((instant, k) => Math.abs(instant / 8 - fast![k]!) < 1)).toBe(true);
  });

  it('differs by seed and by stream', () => {
    const first = (seed: number, stream: number) =>
      openLoopArrivals([{ ...common, stream, from: 0, rate: 1 }], { seed, durationSeconds: 60 }).at[0];
    expect(new Set([first(1, 0), first(2, 0), first(1, 1), first(2, 1)]).size).toBe(4);
  });

  it.each([
    ['a rate of 0', 0, 60, 0],
    ['an empty range', 5, 0, 0],
    ['a range turned round', 5, -1, 0],
  ])('makes none with %s', (_, rate, to, count) => {
    const entry = { ...common, from: 0, to, rate };
    expect(openLoopArrivals([entry], { seed: 1, durationSeconds: 60 }).count).toBe(count);
    expect(countOpenLoop([entry], { seed: 1, durationSeconds: 60 })).toBe(count);
  });

  it('has a count bound that is high enough for any mean, and not much higher', () => {
    for (const mean of [0.01, 1, 10, 1000, 100_000]) {
      const entry = { ...common, from: 0, to: 100, rate: mean / 100 };
      const most = countOpenLoop([entry], { seed: 1, durationSeconds: 100 });
      expect(most).toBeLessThan(mean + 6 * Math.sqrt(mean) + 8);
      for (const seed of SEEDS)
        expect(openLoopArrivals([entry], { seed, durationSeconds: 100 }).count).toBeLessThanOrEqual(most);
    }
  });
});
