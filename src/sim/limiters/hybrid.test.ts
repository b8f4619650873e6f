import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { maxOverAllTraffic } from './exhaustiveTraffic.testing.ts';
import { hybrid } from './hybrid.ts';
import { ALLOW } from '../verdict.ts';
import { quotaReset } from './quotaReset.ts';
import { caseOf, playTable, type Case } from './testing.ts';

const SEED = 20_260_103;
const make = (n: number, T: number) => caseOf(hybrid, { policy: { n, T, capacity: 99 } });

it('gives three in the window, then one every 20 s, and three again to a client that waits', () => {
  const { actual, expected } = playTable(
    make(3, 60 * SECOND),
    `
    time        before      ask  verdict  after       retry
    0           3           1    allow    2           -
    10          2           1    allow    1           -
    30          1           1    allow    -0.5        -         · the last: owes 30 s of tokens, less the one due at 60
    30          -0.5        1    deny     -0.5        30
    59.999999   0.99999995  1    deny     0.99999995  0.000001  · a denial keeps what has accrued
    60          1           1    allow    0           -
    70          0.5         1    deny     0.5         10
    80          1           1    allow    0           -
    139.999999  2.99999995  3    deny     2.99999995  0.000001  · almost back in bursty mode
    140         3           1    allow    2           -         · back in it
    200         3           3    allow    0           -         · all of a window at once, as its first: it stays bursty
    210         0           1    deny     0           50
    260         3           1    allow    2           -
    265         2           2    allow    -1.75       -         · the last two of this window
    265         -1.75       4    large    -1.75       never
    320         1           1    allow    0           -
    `,
  );
  expect(actual).toEqual(expected);
});

it('leaves bursty mode only with the very last token', () => {
  const { actual, expected } = playTable(
    make(3, 60 * SECOND),
    `
    time       before  ask  verdict  after  retry
    0          3       2    allow    1      -
    1          1       2    deny     1      59   · one is left, so the window stays as it is
    59.999999  1       2    deny     1      0.000001
    60         3       2    allow    1      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('jumps up at the end of a window, and rises straight in smooth mode', () => {
  const { limiter, params } = make(3, 60 * SECOND);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 5)).toBe(NEVER);
  limiter.decide(state, params, 10 * SECOND, 2);
  expect(limiter.nextBreakpoint(state, params, 20 * SECOND)).toBe(70 * SECOND);
  expect(limiter.nextBreakpoint(state, params, 70 * SECOND)).toBe(NEVER);
  limiter.decide(state, params, 20 * SECOND, 1);
  // One token at 70 s, so three at 110 s.
  expect(limiter.nextBreakpoint(state, params, 20 * SECOND)).toBe(110 * SECOND);
  expect(limiter.nextBreakpoint(state, params, 110 * SECOND)).toBe(NEVER);
});

it('reports a change of mode', () => {
  const { limiter, params } = make(3, 60 * SECOND);
  const state = limiter.init(params);
  const sentenceAt = (now: number) => {
    const { sentence } = limiter.explain(state, params, now * SECOND, 1);
    limiter.decide(state, params, now * SECOND, 1);
    return sentence;
  };
  expect([0, 20, 40, 50, 60, 140, 200].map(sentenceAt)).toEqual([
    'This is the first request: there are 3 tokens, and the request takes 1.',
    'In bursty mode there are 2 tokens, and the request takes 1.',
    'In bursty mode there is 1 token, and the request takes 1. That ends the window’s burst: smooth mode ' +
      'begins, with 0 tokens.',
    'In smooth mode there are 0.5 tokens, and the request needs 1. Enough are available in 10.000 s.',
    'In smooth mode there is 1 token, and the request takes 1.',
    'All tokens are back: there are 3 tokens, and the request takes 1.',
    'The window has ended: there are 3 tokens, and the request takes 1.',
  ]);
});

interface Request {
  readonly at: number;
  readonly cost: number;
}

/** Requests with gaps of up to two intervals, some of none, some of about T. */
const traffic = (T: number, n: number): fc.Arbitrary<readonly Request[]> => {
  const gap = fc.oneof(
    fc.constant(0),
    fc.nat({ max: Math.floor((2 * T) / n) }),
    fc.integer({ min: T - 2, max: T + 2 }),
  );
  const cost = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: n }));
  return fc.array(fc.tuple(gap, cost), { minLength: 1, maxLength: 60 }).map((steps) => {
    let at = 0;
    return steps.map(([after, price]) => ({ at: (at += after), cost: price }));
  });
};
const policy = fc.record({ n: fc.integer({ min: 1, max: 12 }), T: fc.integer({ min: 3, max: 5000 }) });
const played = policy.chain(({ n, T }) => traffic(T, n).map((requests) => ({ n, T, requests })));

it('gives at most n in the first window', () => {
  fc.assert(
    fc.property(played, ({ n, T, requests }) => {
      const { limiter, params } = make(n, T);
      const state = limiter.init(params);
      const [first] = requests as readonly [Request];
      const within = requests
        .filter(({ at }) => at < first.at + T)
        .filter(({ at, cost }) => limiter.decide(state, params, at, cost) === ALLOW);
      expect(within.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(n);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

it('is quota-reset where n is 1', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }).chain((T) => traffic(T, 1).map((requests) => ({ T, requests }))),
      ({ T, requests }) => {
        const one = make(1, T);
        const other: Case = caseOf(quotaReset, { policy: { n: 1, T, capacity: 1 } });
        const [left, right] = [one.limiter.init(one.params), other.limiter.init(other.params)];
        for (const { at, cost } of requests) {
          expect(one.limiter.decide(left, one.params, at, cost)).toBe(
            other.limiter.decide(right, other.params, at, cost),
          );
          expect(one.limiter.level(left, one.params, at)).toBe(other.limiter.level(right, other.params, at));
          expect(one.limiter.retryAfter(left, one.params, at, 1)).toBe(
            other.limiter.retryAfter(right, other.params, at, 1),
          );
        }
      },
    ),
    { seed: SEED, numRuns: 200 },
  );
});

/** How many of these requests of cost 1 are admitted from `from` to `to`, seconds. */
function admittedBetween({ limiter, params }: Case, at: readonly number[], from: number, to: number): number {
  const state = limiter.init(params);
  return at.filter((now) => limiter.decide(state, params, now, 1) === ALLOW && now >= from && now < to).length;
}

const times = (count: number, at: number) => Array.from({ length: count }, () => at);

describe('its bound', () => {
  it.each([
    [1, 5],
    [2, 5],
    [3, 7],
    [4, 6],
    [5, 3],
  ])('is the maximum over all traffic: %i per %i µs', (n, T) => {
    const one = make(n, T);
    const microseconds = Array.from({ length: 6 * T }, (_, i) => i);
    const lengths = microseconds.slice(1, 3 * T + 1);
    const most = maxOverAllTraffic(one, microseconds);
    expect(lengths.map(most)).toEqual(lengths.map((length) => one.limiter.bound(one.params, length)));
  });

  it('is reached in smooth mode: nineteen within T, saved up and refilled', () => {
    const one = make(10, 60 * SECOND);
    // Ten at 0 owe nine; a microsecond before 114 s they have become almost ten. One less than that is spent at once.
    const saved = 114 * SECOND - 1;
    const at = [...times(10, 0), ...times(9, saved), ...Array.from({ length: 20 }, (_, k) => (114 + 6 * k) * SECOND)];
    expect(admittedBetween(one, at, saved, saved + 60 * SECOND)).toBe(19);
    expect(one.limiter.bound(one.params, 60 * SECOND)).toBe(19);
  });

  it('is reached in bursty mode: windows that leave one, and a last one that does not', () => {
    const one = make(10, 60 * SECOND);
    const end = 60 * SECOND;
    const at = [0, ...times(8, end - 1), ...times(9, end), ...times(10, 2 * end)];
    expect(admittedBetween(one, at, end - 1, end + 1)).toBe(17);
    expect(admittedBetween(one, at, end - 1, 2 * end + 1)).toBe(27);
    expect(one.limiter.bound(one.params, end + 2)).toBe(27);
    // All ten in the window that has just opened: eighteen within two microseconds.
    expect(admittedBetween(one, [...at.slice(0, 9), ...times(10, end)], end - 1, end + 1)).toBe(18);
    expect(one.limiter.bound(one.params, 2)).toBe(18);
  });
});

it('rejects a policy whose debt a double cannot hold', () => {
  expect(() => make(999_983, 6000 * SECOND)).toThrow(
    'A full quota and a full debt in ticks is 1999966 × 6000000000, past',
  );
});
