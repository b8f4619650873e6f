import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { fixedWindow } from './fixedWindow.ts';
import type { Limiter } from './limiter.ts';
import { ALLOW } from '../verdict.ts';
import { slidingLog } from './slidingLog.ts';
import { subWindow } from './subWindow.ts';
import { caseOf, playTable, POLICIES, type Case } from './testing.ts';

const make = (n: number, T: number, slices: number) =>
  caseOf(subWindow, { policy: { n, T, capacity: n }, options: { slices } });

it('gives permits back slice by slice', () => {
  const { actual, expected } = playTable(
    make(10, 60 * SECOND, 6),
    `
    time        before  ask  verdict  after  retry
    5           0       4    allow    4      -
    15          4       6    allow    10     -
    15          10      1    deny     10     45         · the first slice leaves at 60
    15          10      5    deny     10     55         · four of it are not enough
    59.999999   10      1    deny     10     0.000001
    60          6       5    deny     6      10
    60          6       4    allow    10     -
    69.999999   10      1    deny     10     0.000001
    70          4       1    allow    5      -
    119.999999  5       11   large    5      never
    120         1       10   deny     1      10
    129.999999  1       9    allow    10     -          · given at the very end of a slice
    130         9       2    deny     9      50         · and back with it: 50 s, not a minute later
    180         0       10   allow    10     -
    1000        0       10   allow    10     -          · many windows passed over in silence
    1000        10      1    deny     10     60
    `,
  );
  expect(actual).toEqual(expected);
});

it('gives a slice back exactly T after it began, where T is no multiple of the slices', () => {
  const { actual, expected } = playTable(
    // They begin at 0, 143, 286, 429, 572, 715, 858, 1,000, 1,143 µs and so on.
    make(2, 1000, 7),
    `
    time      before  ask  verdict  after  retry
    0.000142  0       1    allow    1      -
    0.000143  1       1    allow    2      -
    0.000143  2       1    deny     2      0.000857
    0.000143  2       2    deny     2      0.001
    0.000999  2       1    deny     2      0.000001
    0.001     1       1    allow    2      -
    0.001142  2       1    deny     2      0.000001
    0.001143  1       1    allow    2      -
    0.001999  2       1    deny     2      0.000001
    0.002     1       1    allow    2      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('counts what steps back in time in the slice that it counted last', () => {
  const { actual, expected } = playTable(
    make(10, 60 * SECOND, 6),
    `
    time  before  ask  verdict  after  retry
    65    0       4    allow    4      -
    35    4       6    allow    10     -
    35    10      1    deny     10     85   · that slice leaves at 120, with all ten
    119   10      1    deny     10     1
    120   0       10   allow    10     -
    `,
  );
  expect(actual).toEqual(expected);
});

it('steps down where the oldest slice that holds any leaves', () => {
  const { limiter, params } = make(10, 60 * SECOND, 6);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 12 * SECOND, 3);
  limiter.decide(state, params, 47 * SECOND, 2);
  expect(limiter.nextBreakpoint(state, params, 47 * SECOND)).toBe(70 * SECOND);
  expect(limiter.level(state, params, 70 * SECOND - 1)).toBe(5);
  expect(limiter.level(state, params, 70 * SECOND)).toBe(2);
  expect(limiter.nextBreakpoint(state, params, 70 * SECOND)).toBe(100 * SECOND);
  expect(limiter.nextBreakpoint(state, params, 100 * SECOND)).toBe(NEVER);
});

it('shows its slices in order, the current one last', () => {
  const { limiter, params } = make(10, 60 * SECOND, 6);
  const state = limiter.init(params);
  const shown = (at: number) => limiter.picture(state, params, at * SECOND);
  const slices = (counts: number[], from: number) => ({
    kind: 'slices',
    counts: Float64Array.from(counts),
    n: 10,
    from: from * SECOND,
    to: (from + 60) * SECOND,
  });
  limiter.decide(state, params, 12 * SECOND, 3);
  limiter.decide(state, params, 65 * SECOND, 2);
  expect(shown(65)).toEqual(slices([3, 0, 0, 0, 0, 2], 10));
  expect(shown(79)).toEqual(slices([0, 0, 0, 0, 2, 0], 20));
  expect(shown(124)).toEqual(slices([0, 0, 0, 0, 0, 0], 70));
  limiter.decide(state, params, 124 * SECOND, 1);
  expect(shown(124)).toEqual(slices([0, 0, 0, 0, 0, 1], 70));
  expect(limiter.windowLength?.(params)).toBe(10 * SECOND);
});

it('refuses a run in which a slice could not be told exactly', () => {
  const setting = { policy: { n: 1, T: 2_592_000_000_001, capacity: 1 }, options: { slices: 1000 } };
  expect(() => caseOf(subWindow, { ...setting, horizon: 300 * DAY })).toThrow(/2\^53/);
  const { limiter, params } = caseOf(subWindow, { ...setting, horizon: 40 * DAY });
  const state = limiter.init(params);
  limiter.decide(state, params, 40 * DAY, 1);
  // The slice began less than a thousandth of T before, and leaves T after it began.
  const wait = limiter.retryAfter(state, params, 40 * DAY, 1);
  expect(wait).toBeLessThanOrEqual(30 * DAY + 1);
  expect(wait).toBeGreaterThan(30 * DAY - (30 * DAY) / 1000);
  expect(limiter.decide(state, params, 40 * DAY + wait, 1)).toBe(ALLOW);
});

it('reaches its bound: twice n within T less a slice and two microseconds', () => {
  const { limiter, params } = make(5, 60 * SECOND, 6);
  const state = limiter.init(params);
  const admitted = [9_999_999, 60_000_000].map(
    (at) => Array.from({ length: 9 }, () => limiter.decide(state, params, at, 1)).filter((one) => one === ALLOW).length,
  );
  expect(admitted).toEqual([5, 5]);
  expect(limiter.bound(params, 50 * SECOND + 1)).toBe(5);
  expect(limiter.bound(params, 50 * SECOND + 2)).toBe(10);
  expect(limiter.bound(params, 110 * SECOND + 1)).toBe(10);
  expect(limiter.bound(params, 110 * SECOND + 2)).toBe(15);
  // A slice for each microsecond: the log.
  expect([1000, 1001].map((length) => limiter.bound(make(5, 1000, 1000).params, length))).toEqual([5, 10]);
});

/** Requests as gaps in eighths of T, give or take a microsecond, and costs. */
const traffic = fc.array(
  fc.record({
    eighths: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 7, 8, 20),
    by: fc.integer({ min: 0, max: 3 }),
    cost: fc.constantFrom(1, 1, 1, 2, 5, 100),
  }),
  { maxLength: 80 },
);

function decideAlike(one: Case, other: Case): void {
  const { T } = one.config.policy;
  fc.assert(
    fc.property(traffic, (requests) => {
      const told = ({ limiter, params }: Case) => {
        const state = limiter.init(params);
        let now = 0;
        return requests.map(({ eighths, by, cost }) => {
          now += Math.round((eighths * T) / 8) + by;
          const verdict = limiter.decide(state, params, now, cost);
          const wait = limiter.retryAfter(state, params, now, cost);
          return [now, verdict, limiter.level(state, params, now), limiter.nextBreakpoint(state, params, now), wait];
        });
      };
      expect(told(one)).toEqual(told(other));
    }),
    { seed: 20_260_104, numRuns: 50 },
  );
}

describe('at its ends', () => {
  const beside = (limiter: Limiter, policy: Case['config']['policy'], slices: number) =>
    [caseOf(subWindow, { policy, options: { slices } }), caseOf(limiter, { policy })] as const;

  it.each(POLICIES.map((policy) => beside(fixedWindow, policy, 1)))('$name: is the fixed window', decideAlike);

  it.each([1, 5, 9].map((n) => beside(slidingLog, { n, T: 1000, capacity: n }, 1000)))(
    '$name: is the sliding log',
    decideAlike,
  );
});
