import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { ALLOW } from '../verdict.ts';
import { caseOf, playTable } from './testing.ts';
import { tokenBucket } from './tokenBucket.ts';

const make = (n: number, T: number, capacity: number, start = 'full') =>
  caseOf(tokenBucket, { policy: { n, T, capacity }, options: { start } });

it('gains a token every 20 s, up to five', () => {
  const { actual, expected } = playTable(
    make(3, 60 * SECOND, 5),
    `
    time       before      ask  verdict  after       retry
    0          5           5    allow    0           -
    0          0           1    deny     0           20
    19.999999  0.99999995  1    deny     0.99999995  0.000001   · so near is not enough
    20         1           1    allow    0           -
    30         0.5         1    deny     0.5         10
    50         1.5         2    deny     1.5         10         · a denial takes nothing
    60         2           2    allow    0           -
    60         0           6    large    0           never
    1000       5           1    allow    4           -          · full is full
    1010       4.5         4    allow    0.5         -
    `,
  );
  expect(actual).toEqual(expected);
});

it('loses nothing where a token takes no whole number of microseconds', () => {
  const { actual, expected } = playTable(
    make(7, SECOND, 7),
    `
    time      before    ask  verdict  after     retry
    0         7         7    allow    0         -
    0         0         1    deny     0         0.142858   · 1/7 s, rounded up
    0.142857  0.999999  1    deny     0.999999  0.000001
    0.142858  1.000006  1    allow    0.000006  -
    0.285715  1.000005  1    allow    0.000005  -
    1         5         5    allow    0         -          · seven in the first second, to the last tick
    1         0         7    deny     0         1
    2         7         8    large    7         never
    `,
  );
  expect(actual).toEqual(expected);
});

it('can start empty', () => {
  const { actual, expected } = playTable(
    make(1, 10 * SECOND, 2, 'empty'),
    `
    time  before  ask  verdict  after  retry
    0     0       1    deny     0      10
    5     0.5     1    deny     0.5    5
    10    1       1    allow    0      -
    19    0.9     2    deny     0.9    11
    30    2       2    allow    0      -
    30    0       3    large    0      never
    `,
  );
  expect(actual).toEqual(expected);
});

it('rises straight to its capacity and rests there', () => {
  const { limiter, params } = make(3, 60 * SECOND, 5);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 10 * SECOND, 2);
  expect(limiter.nextBreakpoint(state, params, 10 * SECOND)).toBe(50 * SECOND);
  expect(limiter.nextBreakpoint(state, params, 49_999_999)).toBe(50 * SECOND);
  expect(limiter.nextBreakpoint(state, params, 50 * SECOND)).toBe(NEVER);
});

it('reaches its bound: a full bucket and what drips in', () => {
  const { limiter, params } = make(10, 10 * SECOND, 10);
  const state = limiter.init(params);
  const admitted = Array.from({ length: 100 }, (_, i) => limiter.decide(state, params, 100_000 * i, 1));
  expect(admitted.filter((verdict) => verdict === 0)).toHaveLength(19);
  expect(limiter.bound(params, 10 * SECOND)).toBe(19);
});

it('gives no more than capacity + n · length/T over any interval, whatever requests cost', () => {
  const policies = fc.record({
    n: fc.integer({ min: 1, max: 12 }),
    T: fc.integer({ min: 1, max: 2000 }),
    capacity: fc.integer({ min: 1, max: 20 }),
  });
  const played = policies.chain((policy) => {
    const gap = fc.oneof(fc.constant(0), fc.nat({ max: Math.ceil(policy.T / policy.n) }), fc.nat({ max: policy.T }));
    const request = fc.tuple(gap, fc.integer({ min: 1, max: policy.capacity }));
    return fc.array(request, { maxLength: 60 }).map((requests) => ({ policy, requests }));
  });
  fc.assert(
    fc.property(played, ({ policy: { n, T, capacity }, requests }) => {
      const { limiter, params } = make(n, T, capacity);
      const state = limiter.init(params);
      let now = 0;
      const admitted = requests.flatMap(([gap, cost]) => {
        now += gap;
        return limiter.decide(state, params, now, cost) === ALLOW ? [{ at: now, cost }] : [];
      });
      for (const [first, { at: from }] of admitted.entries()) {
        let permits = 0;
        for (const { at, cost } of admitted.slice(first)) {
          permits += cost;
          // Times T, so that nothing is rounded.
          expect(permits * T).toBeLessThanOrEqual(capacity * T + n * (at - from));
        }
      }
    }),
    { seed: 20_260_105, numRuns: 300 },
  );
});

it('refuses a bucket that a double does not hold', () => {
  expect(() => make(1, 30 * DAY, 1_000_000)).toThrow('A full bucket in ticks is 1000000 × 2592000000000, past 2^53');
});
