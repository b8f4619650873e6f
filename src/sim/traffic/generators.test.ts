/** Each deterministic kind as tables: the entry, and the resulting instants in seconds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND, secondsFromMicros } from '../time.ts';
import { openLoopArrivals, type TrafficEntry } from './index.ts';

const common = { stream: 0, key: 'a', cost: 1 } as const;

/** Seconds at which the entry makes requests in a run of `horizon` seconds. */
function secondsOf(entry: TrafficEntry, horizon = 60): number[] {
  return Array.from(openLoopArrivals([entry], { seed: 1, durationSeconds: horizon }).at, secondsFromMicros);
}

describe('times', () => {
  it.each([
    ['as written', [0, 0, 1.5], [0, 0, 1.5]],
    ['sorted', [3, 1, 2], [1, 2, 3]],
    ['to the nearest microsecond', [0.1 + 0.2, 0.0000015], [0.000002, 0.3]],
    ['kept after the end', [59, 61], [59, 61]],
    ['none', [], []],
  ])('%s', (_, at, expected) => {
    expect(secondsOf({ ...common, kind: 'times', at, clicks: false })).toEqual(expected);
  });

  it('sorts keys and costs along with the instants, and keeps the order of equal instants', () => {
    const { at, key, cost, keys } = openLoopArrivals(
      [{ kind: 'times', clicks: false, stream: 0, at: [2, 1, 2, 1], key: ['a', 'b', 'c', 'a'], cost: [1, 2, 3, 4] }],
      { seed: 1, durationSeconds: 60 },
    );
    const rows = Array.from(at, (_, i) => [at[i]! / SECOND, keys[key![i]!], cost![i]]);
    expect(rows).toEqual([
      [1, 'b', 2],
      [1, 'a', 4],
      [2, 'a', 1],
      [2, 'c', 3],
    ]);
  });
});

describe('steady', () => {
  it.each([
    // from, to, rate, instants
    [0, 1, 3, [0, 0.333333, 0.666667]], // 1 itself is excluded
    [9, 9.95, 10, [9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8, 9.9]],
    [9, 9.9, 10, [9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8]],
    [5, 5, 10, []], // an empty range
    [6, 5, 10, []], // inverted
    [0, 20, 0.1, [0, 10]],
    [58, undefined, 1, [58, 59]], // to the end
    [58, 100, 1, [58, 59]], // cut at the end
    [70, undefined, 1, []],
    [0.5, 0.500002, 2_000_000, [0.5, 0.500001, 0.500001, 0.500002]], // 0.5 µs goes up; 1.5 µs is before `to`
    [0, 60, 0, []],
  ])('from %d to %s at %d/s', (from, to, rate, expected) => {
    expect(secondsOf({ ...common, kind: 'steady', from, ...(to === undefined ? {} : { to }), rate })).toEqual(expected);
  });
});

describe('burst', () => {
  it.each([
    // at, count, spread, instants
    [58, 3, 0, [58, 58, 58]],
    [1, 4, 1, [1, 1.25, 1.5, 1.75]],
    [0, 3, 1, [0, 0.333333, 0.666667]],
    [0, 2, 0.000001, [0, 0.000001]], // half a microsecond goes up
    [60, 2, 2, [60, 61]], // kept after the end
    [1, 0, 1, []],
  ])('at %d, %d within %d s', (at, count, spread, expected) => {
    expect(secondsOf({ ...common, kind: 'burst', at, count, spread })).toEqual(expected);
  });
});

describe('on-off', () => {
  it.each([
    // from, to, rate, on, off, instants
    [0, 10, 2, 1, 3, [0, 0.5, 4, 4.5, 8, 8.5]],
    [1, 6, 3, 0.5, 1.5, [1, 1.333333, 3, 3.333333, 5, 5.333333]], // restarted each time
    [0, 4.5, 2, 1, 3, [0, 0.5, 4]], // cut within a cycle
    [0, 4, 2, 1, 3, [0, 0.5]],
    [0, 2, 0.75, 1, 0, [0, 1]], // no silence, but restarted each second
    [0, 0.5, 4, 60, 1, [0, 0.25]], // cut within the first
    [0, 0.000003, 1_000_000, 2_592_000, 1, [0, 0.000001, 0.000002]], // without generating the whole month
    [0, 10, 2, 0, 3, []],
    [0, 10, 2, 0, 0, []],
    [3, 3, 2, 1, 1, []],
  ])('from %d to %d at %d/s, %d on, %d off', (from, to, rate, on, off, expected) => {
    expect(secondsOf({ ...common, kind: 'on-off', from, to, rate, on, off })).toEqual(expected);
  });
});

describe('ramp', () => {
  it.each<[number, number, [number, number], number[]]>([
    // Rate 2.5t: the integral 1.25t² reaches k at √(0.8k); 5 at 2 s, which is excluded.
    [0, 2, [0, 5], [0, 0.894427, 1.264911, 1.549193, 1.788854]],
    // The same reversed: 2t − t²/2 reaches k at 2 − √(4 − 2k).
    [0, 2, [2, 0], [0, 0.585786]],
    // 1 + t/2: t + t²/4 = k at 2(√(1 + k) − 1).
    [10, 14, [1, 3], [10, 10.828427, 11.464102, 12, 12.472136, 12.898979, 13.291503, 13.656854]],
    [0, 1, [3, 3], [0, 0.333333, 0.666667]], // flat: as steady
    [0, 10, [0, 0], []],
    [5, 5, [1, 3], []],
    // Cut at the end of the run, 60 s, but shaped by its own `to`.
    [59, 61, [0, 2], [59]],
  ])('from %d to %d at %j/s', (from, to, rate, expected) => {
    expect(secondsOf({ ...common, kind: 'ramp', from, to, rate })).toEqual(expected);
  });

  it('counts exactly where doubles would not', () => {
    // (0.1 + 0.2)/2 · 60 is 9; in doubles it is 9.000000000000002, which would allow a tenth request at `to`.
    expect(secondsOf({ ...common, kind: 'ramp', from: 0, to: 60, rate: [0.1, 0.2] })).toHaveLength(9);
    expect(secondsOf({ ...common, kind: 'ramp', from: 0, to: 60, rate: [1, 20] })).toHaveLength(630);
  });

  it('is steady when flat, to the last half microsecond', () => {
    const flat = secondsOf({ ...common, kind: 'ramp', from: 0, to: 10, rate: [281.6, 281.6] });
    expect(flat).toEqual(secondsOf({ ...common, kind: 'steady', from: 0, to: 10, rate: 281.6 }));
  });

  it.each([
    // The integral over all of D is slightly above an integer: the last root is where the rate is nearly 0.
    ['4.285714285714286', '0', 7],
    ['0.5666666666666667', '0', 60],
    ['53.34888788888889', '0.000001', 3600],
    ['55.498333233333334', '0.0000001', 3600],
    ['0.021948202469135803', '0.0000001', 2_592_000],
    ['0.0000001', '55.498333233333334', 3600],
  ])('is exact to the end from %s/s to %s/s within %d s', (first, last, to) => {
    const entry = { ...common, kind: 'ramp', from: 0, to, rate: [Number(first), Number(last)] } as const;
    const { at } = openLoopArrivals([entry], { seed: 1, durationSeconds: to });
    expectExactRamp(at, decimal(first), decimal(last), BigInt(to) * 1_000_000n);
  });

  it('has each request at the microsecond where the exact integral reaches k', () => {
    const rate = fc.integer({ min: 0, max: 20_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(rate, rate, fc.integer({ min: 1, max: 3_600_000 }), (first, last, millis) => {
        const entry = { ...common, kind: 'ramp', from: 0, to: millis / 1000, rate: [first, last] } as const;
        const { at } = openLoopArrivals([entry], { seed: 1, durationSeconds: 3600 });
        expectExactRamp(at, decimal(String(first)), decimal(String(last)), BigInt(millis) * 1000n);
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});

const DECIMALS = 20;

/** A decimal in units of 10^−20. */
function decimal(written: string): bigint {
  const [whole = '', fraction = ''] = written.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

/** In integers throughout: rates in units of 10^−20 a second, time in half microseconds. `length` in microseconds. */
function expectExactRamp(at: Float64Array, a: bigint, b: bigint, length: bigint): void {
  /** The integral over that many half microseconds, times `unit`. */
  const integral = (halves: bigint) => halves * (4n * length * a + (b - a) * halves);
  const unit = 8n * length * 1_000_000n * BigInt('1'.padEnd(DECIMALS + 1, '0'));
  const all = integral(2n * length);
  expect(at).toHaveLength(Number((all + unit - 1n) / unit));

  const isNearest = (k: number) => {
    const halves = 2n * BigInt(at[k]!);
    const before = halves > 0n ? integral(halves - 1n) : 0n;
    const after = halves < 2n * length ? integral(halves + 1n) : all + 1n;
    return before <= BigInt(k) * unit && BigInt(k) * unit < after;
  };
  const some = Array.from({ length: Math.min(50, at.length) }, (_, i) => Math.floor((i * at.length) / 50));
  const last = Array.from({ length: Math.min(5, at.length) }, (_, i) => at.length - 1 - i);
  expect([...some, ...last].filter((k) => !isNearest(k))).toEqual([]);
}
