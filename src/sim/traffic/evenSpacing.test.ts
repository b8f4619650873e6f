import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, SECOND } from '../time.ts';
import { countWithin, fillEvenly, intervalForRate, decimalRatio } from './evenSpacing.ts';

describe('decimalRatio', () => {
  it.each([
    [0, 0n, 1n],
    [3, 3n, 1n],
    [25.6, 256n, 10n],
    [0.1, 1n, 10n],
    [1200, 1200n, 1n],
    [0.000001, 1n, 1_000_000n],
    [1e-7, 1n, 10_000_000n],
    [1.5e21, 1_500_000_000_000_000_000_000n, 1n],
    [1 / 3, 3_333_333_333_333_333n, 10_000_000_000_000_000n],
  ])('reads %d as it was written', (x, numerator, denominator) => {
    expect(decimalRatio(x)).toEqual([numerator, denominator]);
  });

  it('reads every double as a decimal that parses back to it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (x) => {
        const [numerator, denominator] = decimalRatio(x);
        expect(Number(`${numerator}e-${String(denominator).length - 1}`)).toBe(x + 0);
      }),
      { seed: 1 },
    );
  });
});

describe('countWithin', () => {
  it.each([
    // length (s), rate, count
    [1, 10, 10],
    [0.95, 10, 10], // 0.0 … 0.9
    [0.9, 10, 9], // the tenth would come at 0.9, which is excluded
    [0.900001, 10, 10],
    [10, 3, 30],
    [60, 0.1, 6],
    [60, 0.3, 18],
    [0.7, 30, 21], // 0.7 · 30 is 21, not the 20.999999999999996 of doubles
    [0.000001, 1, 1],
    [0.000001, 2_500_000, 3], // 0, 0.4 and 0.8 µs
    [0, 10, 0],
    [10, 0, 0],
    [2_592_000, 1_000_000_000, 2_592_000_000_000_000], // far too many to generate, but counted
  ])('in %d s at %d/s: %d', (seconds, rate, count) => {
    expect(countWithin(Math.round(seconds * SECOND), rate)).toBe(count);
  });
});

/** ⌊a / b⌉ with halves up, for a ≥ 0. */
const nearest = (a: bigint, b: bigint) => (2n * a + b) / (2n * b);

describe('fillEvenly', () => {
  it('is the exact k/rate, to the nearest microsecond, halves up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 30 * DAY }),
        fc.integer({ min: 0, max: 1_999_900 }),
        (digits, decimals, start, first) => {
          const scale = 10n ** BigInt(decimals);
          const rate = Number(`${digits}e-${decimals}`);
          const at = new Float64Array(first + 100);
          fillEvenly(at, at.length, start, intervalForRate(rate));
          const isNearest = (k: number) => {
            const exact = BigInt(start) + nearest(BigInt(k) * scale * 1_000_000n, BigInt(digits));
            // Not required from 2^53 µs (285 years) on.
            return exact >= 2n ** 53n || at[k] === Number(exact);
          };
          const wrong = Array.from({ length: 100 }, (_, i) => first + i).filter((k) => !isNearest(k));
          expect(wrong).toEqual([]);
        },
      ),
      { seed: 2, numRuns: 20 },
    );
  });

  it.each([
    // rate, the interval's exact ratio; k/rate in doubles errs for some k of each
    [25.6, 78_125n, 2n],
    [281.6, 78_125n, 22n],
    [56.32, 390_625n, 22n],
    [8960, 78_125n, 700n],
    [143_200_000, 5n, 716n],
  ])('puts halves of a microsecond up at %d a second', (rate, micros, requests) => {
    const at = new Float64Array(20_000);
    fillEvenly(at, at.length, 0, intervalForRate(rate));
    const wrong = at.findIndex((instant, k) => instant !== Number(nearest(BigInt(k) * micros, requests)));
    expect(wrong).toBe(-1);
  });

  it('stays within a microsecond for rates of 17 digits', () => {
    const count = 1_000_000;
    const at = new Float64Array(count);
    fillEvenly(at, count, 0, intervalForRate(1 / 3));
    // 1/3 as written is 0.3333333333333333, one part in 10^16 less: request 10^6 − 1 comes 0.0003 µs after 2,999,997 s.
    expect(at[count - 1]).toBe(2_999_997 * SECOND);
  });
});
