/** Laws that hold for all kinds, alone and combined. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microsFromSeconds } from '../time.ts';
import { countOpenLoop, openLoopArrivals, trafficKindOf, type TrafficEntry } from './index.ts';
import type { Arrivals } from '../arrivals.ts';

const HORIZON = 50;

const seconds = fc.integer({ min: 0, max: 60_000_000 }).map((micros) => micros / 1_000_000);
const rate = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 1, max: 2_000 }).map((hundredths) => hundredths / 100),
  fc.double({ min: 0, max: 20, noNaN: true }),
);
const shared = {
  stream: fc.nat(1_000_000),
  key: fc.constantFrom('a', 'b'),
  cost: fc.constantFrom(1, 3, { of: [1, 2, 5], weights: [5, 1, 1] }),
  keys: fc.option(
    fc.record({ count: fc.integer({ min: 1, max: 5 }), share: fc.constantFrom('even', 'zipf', 'noisy') }),
    { nil: undefined },
  ),
};
const range = { from: seconds, to: fc.option(seconds, { nil: undefined }) };
const unit = fc.double({ min: 0, max: 1, noNaN: true });

const entry = fc.oneof(
  fc.record({
    ...shared,
    kind: fc.constant('times'),
    clicks: fc.constant(false),
    at: fc.array(seconds, { maxLength: 20 }),
  }),
  fc.record({ ...shared, ...range, kind: fc.constant('steady'), rate }),
  fc.record({ ...shared, ...range, kind: fc.constant('poisson'), rate }),
  fc.record({ ...shared, ...range, kind: fc.constant('ramp'), rate: fc.tuple(rate, rate) }),
  fc.record({ ...shared, kind: fc.constant('burst'), at: seconds, count: fc.nat(50), spread: seconds }),
  fc.record({
    ...shared,
    ...range,
    kind: fc.constant('on-off'),
    rate,
    on: seconds,
    off: fc.constantFrom(0.01, 0.5, 7),
  }),
  fc.record({ ...shared, ...range, kind: fc.constant('daily'), mean: rate, peakAt: fc.nat(86_400), swing: unit }),
) as fc.Arbitrary<TrafficEntry>;

/** Traffic of a few entries, each with its own stream. */
const traffic = fc.uniqueArray(entry, { selector: ({ stream }) => stream, maxLength: 6 });

/** The requests of one entry, with key names instead of numbers. */
function of(index: number, { count, at, entry: from, key, cost, keys }: Arrivals) {
  const mine = Array.from({ length: count }, (_, i) => i).filter((i) => from[i] === index);
  return mine.map((i) => ({ at: at[i], key: keys[key === null ? 0 : key[i]!], cost: cost === null ? 1 : cost[i] }));
}

const run = (entries: readonly TrafficEntry[], horizon = HORIZON) =>
  openLoopArrivals(entries, { seed: 1, durationSeconds: horizon });

describe('open-loop traffic', () => {
  it('is in order, in whole microseconds, and within its range', () => {
    fc.assert(
      fc.property(traffic, (entries) => {
        const arrivals = run(entries);
        const { count, at, entry: from } = arrivals;
        expect([at.length, from.length]).toEqual([count, count]);
        expect(at.every((instant) => Number.isInteger(instant))).toBe(true);
        const inOrder = (i: number) => at[i]! > at[i - 1]! || (at[i] === at[i - 1] && from[i]! >= from[i - 1]!);
        expect(at.every((_, i) => i === 0 || inOrder(i))).toBe(true);
        // The exact instant is before the end; to the nearest microsecond it may be on it.
        const inRange = (own: TrafficEntry, instant: number) =>
          !('from' in own) ||
          (instant >= microsFromSeconds(own.from) &&
            instant <= microsFromSeconds(Math.min(own.to ?? HORIZON, HORIZON)));
        expect(at.every((instant, i) => inRange(entries[from[i]!]!, instant))).toBe(true);
      }),
      { seed: 6, numRuns: 100 },
    );
  });

  it('is counted without being generated', () => {
    fc.assert(
      fc.property(traffic, (entries) => {
        const count = (some: readonly TrafficEntry[]) => countOpenLoop(some, { seed: 1, durationSeconds: HORIZON });
        const exact = entries.filter(({ kind }) => kind !== 'poisson');
        for (const one of exact) expect(count([one])).toBe(run([one]).count);
        for (const one of entries) expect(count([one])).toBeGreaterThanOrEqual(run([one]).count);
        expect(count(entries)).toBe(entries.reduce((sum, one) => sum + count([one]), 0));
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('of an entry is the same regardless of other entries', () => {
    fc.assert(
      fc.property(traffic, fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), (entries, ranks) => {
        const together = run(entries);
        const shuffled = entries
          .map((one, index) => ({ one, index, rank: ranks[index]! }))
          .sort((a, b) => a.rank - b.rank);
        const moved = run(shuffled.map(({ one }) => one));
        shuffled.forEach(({ one, index }, position) => {
          const expected = of(0, run([one]));
          expect(of(index, together)).toEqual(expected);
          expect(of(position, moved)).toEqual(expected);
        });
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  it('before the end does not change when the end moves, except for a ramp to the end', () => {
    fc.assert(
      fc.property(traffic, fc.integer({ min: 0, max: 50 }), (entries, more) => {
        const kept = entries.filter((one) => !(one.kind === 'ramp' && one.to === undefined));
        const early = (arrivals: Arrivals) =>
          kept.map((_, index) => of(index, arrivals).filter(({ at }) => at! < microsFromSeconds(HORIZON)));
        expect(early(run(kept, HORIZON + more))).toEqual(early(run(kept)));
      }),
      { seed: 9, numRuns: 100 },
    );
  });

  it('leaves out closed-loop entries, and keeps the indices of the others', () => {
    const burst = { kind: 'burst', stream: 0, key: 'a', cost: 1, at: 1, count: 2, spread: 0 } as const;
    const common = { stream: 0, key: 'a', cost: 1 } as const;
    const clients = { kind: 'clients', ...common, from: 0, count: 1, arrivals: 'steady', keys: 'own' } as const;
    const polls = { ...clients, phases: [{ jobs: 1, rate: 1 }], retry: { strategy: 'retry-poll', every: 1 } } as const;
    const entries = [polls, burst, { kind: 'script', ...common, code: '' }, { ...burst, at: 0 }] as const;
    expect(entries.map((one) => trafficKindOf(one).draws.openLoop)).toEqual([false, true, false, true]);
    expect(run(entries).entry).toEqual(Uint16Array.of(3, 3, 1, 1));
    expect(countOpenLoop(entries, { seed: 1, durationSeconds: 1 })).toBe(4);
  });

  it('that exceeds memory is counted immediately', () => {
    const most = { stream: 0, key: 'a', cost: 1, from: 0, rate: 1_000_000_000 } as const;
    const month = { seed: 1, durationSeconds: 30 * 86_400 };
    expect(countOpenLoop([{ ...most, kind: 'steady' }], month)).toBe(2.592e15);
    expect(countOpenLoop([{ ...most, kind: 'on-off', on: 0.000001, off: 0 }], month)).toBe(2.592e15);
    expect(countOpenLoop([{ ...most, kind: 'ramp', rate: [0, 1_000_000_000] }], month)).toBe(1.296e15);
    expect(countOpenLoop([{ ...most, kind: 'poisson' }], month)).toBeCloseTo(2.592e15, -10);
    expect(countOpenLoop([{ ...most, kind: 'daily', mean: 1_000_000_000, peakAt: 0, swing: 1 }], month)).toBe(2.592e15);
  });
});
