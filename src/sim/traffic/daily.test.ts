import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../time.ts';
import { openLoopArrivals } from './index.ts';

const MONTH = 30 * 86_400;
const common = { kind: 'daily', stream: 0, key: 'a', cost: 1 } as const;

function instantsOf(entry: { from: number; to?: number; mean: number; peakAt: number; swing: number }): Float64Array {
  return openLoopArrivals([{ ...common, ...entry }], { seed: 1, durationSeconds: MONTH }).at;
}

/** The integral of the rate from `from` to `seconds`, as the format defines it. */
function integral(seconds: number, entry: { from: number; mean: number; peakAt: number; swing: number }): number {
  const turn = (2 * Math.PI) / 86_400;
  const swung = Math.sin(turn * (seconds - entry.peakAt)) - Math.sin(turn * (entry.from - entry.peakAt));
  return entry.mean * (seconds - entry.from + (entry.swing / turn) * swung);
}

describe('daily', () => {
  it.each([
    // From trough to trough, from peak to peak, from anywhere; 0.07 · 86,400 is 6,048, but not in doubles.
    [7_200, 1, 0.01, 864],
    [50_400, 0.8, 5, 432_000],
    [12_345.678901, 0.5, 0.3, 25_920],
    [0, 0.8, 0.07, 6_048],
  ])('from second %d, swing %d, makes exactly a day of %d/s: %d', (from, swing, mean, count) => {
    expect(instantsOf({ from, to: from + 86_400, mean, peakAt: 50_400, swing })).toHaveLength(count);
  });

  it('makes exactly the mean between instants where the swing cancels out', () => {
    // As long after the trough at 2:00 as before the peak at 14:00.
    const counts = Array.from({ length: 100 }, (_, i) => {
      const [from, to] = [7_200 + i * 99, 7_200 + 43_200 - i * 99];
      return instantsOf({ from, to, mean: 1, peakAt: 50_400, swing: 0.8 }).length - (to - from);
    });
    expect(counts.every((difference) => difference === 0)).toBe(true);
  });

  it.each([0.3, 0.8, 1])('mirrors the morning in the evening, swing %d', (swing) => {
    const at = instantsOf({ from: 7_200, to: 7_200 + 2 * 86_400, mean: 0.01, peakAt: 50_400, swing });
    const trough = 7_200 * SECOND;
    const peak = 50_400 * SECOND;
    expect(at[0]).toBe(trough);
    expect(at[432]).toBe(peak);
    // Request 864 falls into the middle of the night, where with a swing of 1 the rate is 0 and the integral flat.
    expect(at[864]).toBe(trough + 86_400 * SECOND);
    const morning = at.slice(1, 432).reverse();
    const evening = at.slice(433, 864);
    expect(evening.filter((instant, k) => Math.abs(instant + morning[k]! - 2 * peak) > 1)).toHaveLength(0);
    expect(at.slice(864)).toEqual(at.slice(0, 864).map((instant) => instant + 86_400 * SECOND));
  });

  it('is steady with a swing of 0', () => {
    for (const mean of [3, 0.7, 25.6]) {
      const flat = { ...common, from: 100.25, to: 1_000, mean, peakAt: 50_400, swing: 0 };
      const steady = { ...common, kind: 'steady', from: 100.25, to: 1_000, rate: mean } as const;
      const [a, b] = [flat, steady].map((entry) => openLoopArrivals([entry], { seed: 1, durationSeconds: MONTH }).at);
      expect(a).toEqual(b);
    }
  });

  it('has request k where the integral reaches k', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200_000_000 }),
        fc.integer({ min: 0, max: 400_000_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 86_400 }),
        fc.integer({ min: 0, max: 100 }),
        (from, length, mean, peakAt, swing) => {
          const entry = { from: from / 1000, mean: mean / 10_000, peakAt, swing: swing / 100 };
          const to = (from + length) / 1000;
          const at = instantsOf({ ...entry, to });
          // Half a microsecond at the highest rate is 2·10⁻⁷; the rest is for Math.sin and the sum.
          const off = (instant: number, k: number) => Math.abs(integral(instant / SECOND, entry) - k);
          expect(at.filter((instant, k) => off(instant, k) > 1e-6)).toHaveLength(0);
          expect(Math.abs(integral(to, entry) - at.length + 0.5)).toBeLessThan(0.5 + 1e-6);
        },
      ),
      { seed: 4, numRuns: 100 },
    );
  });

  it('finds requests that come days apart', () => {
    // Each is so far from the previous one that Newton's method has no good initial guess.
    for (const swing of [0, 0.5, 0.99, 1]) {
      const entry = { from: 3_333, mean: 0.0000021, peakAt: 50_400, swing };
      const at = instantsOf(entry);
      expect(at.length).toBeGreaterThan(5);
      const off = at.map((instant, k) => Math.abs(integral(instant / SECOND, entry) - k));
      expect(Math.max(...off)).toBeLessThan(1e-9);
    }
  });
});
