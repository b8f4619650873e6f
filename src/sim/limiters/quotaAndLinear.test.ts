import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { maxOverAllTraffic } from './exhaustiveTraffic.testing.ts';
import { cloneState } from './limiter.ts';
import { ALLOW } from '../verdict.ts';
import { quotaAndLinear } from './quotaAndLinear.ts';
import { quotaReset, type QuotaResetState } from './quotaReset.ts';
import { caseOf, playTable } from './testing.ts';
import { tokenBucket } from './tokenBucket.ts';

const make = (n: number, T: number, capacity: number) => caseOf(quotaAndLinear, { policy: { n, T, capacity } });

it('waits for the later of the two', () => {
  const { actual, expected } = playTable(
    make(3, 60 * SECOND, 3),
    `
    time       before  ask  verdict  after  retry
    0          3       1    allow    2      -
    50         2       2    allow    0      -        · the bucket was full again: it keeps one, the quota none
    55         0       1    deny     0      5        · the quota: at 60
    60         1.5     2    deny     1.5    10       · the bucket: at 70; but a window has opened, denied as it is
    70         2       2    allow    0      -
    90         1       2    deny     1      30       · both: the bucket at 110, the quota at 120, not 130
    110        1       2    deny     1      10
    120        2.5     4    large    2.5    never
    120        2.5     2    allow    0.5    -
    `,
  );
  expect(actual).toEqual(expected);
});

it('holds no more than the smaller of n and capacity', () => {
  const { actual, expected } = playTable(
    make(3, 60 * SECOND, 2),
    `
    time  before  ask  verdict  after  retry
    0     2       3    large    2      never
    0     2       2    allow    0      -
    0     0       1    deny     0      20
    20    1       1    allow    0      -
    40    0       1    deny     0      20     · the bucket has one, but the quota is used up
    60    2       2    allow    0      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('draws the smaller, and behind it the larger, which swap places where the bucket passes the quota', () => {
  const { limiter, params } = make(3, 60 * SECOND, 3);
  const state = limiter.init(params);
  const ask = (second: number, cost: number) => limiter.decide(state, params, second * SECOND, cost);
  const look = (second: number) => [
    limiter.level(state, params, second * SECOND),
    limiter.secondaryGauge?.level(state, params, second * SECOND),
    limiter.nextBreakpoint(state, params, second * SECOND) / SECOND,
  ];
  expect(look(0)).toEqual([3, 3, NEVER]);
  ask(0, 3);
  // Quota 0 until 60 s; the bucket fills until then.
  expect(look(20)).toEqual([0, 1, 60]);
  expect(look(60)).toEqual([3, 3, NEVER]);
  ask(60, 1);
  ask(110, 2);
  // A bucket of 1, and from 120 s on a new window, of which one goes at once.
  ask(120, 1);
  expect(look(120)).toEqual([0.5, 2, 150]);
  expect(look(130)).toEqual([1, 2, 150]);
  expect(look(150)).toEqual([2, 2, 170]);
  expect(look(160)).toEqual([2, 2.5, 170]);
  expect(look(170)).toEqual([2, 3, 180]);
  expect(look(180)).toEqual([3, 3, NEVER]);
});

it('reports which of them refuses', () => {
  const { limiter, params } = make(3, 60 * SECOND, 3);
  const state = limiter.init(params);
  const sentence = (second: number, cost: number) => {
    const explanation = limiter.explain(state, params, second * SECOND, cost);
    limiter.decide(state, params, second * SECOND, cost);
    return explanation.sentence;
  };
  expect(sentence(0, 1)).toBe(
    'A window opens with a quota of 3, the bucket holds 3 tokens, and the request costs 1: both admit it.',
  );
  expect(sentence(50, 2)).toBe(
    'The window’s quota is down to 2, the bucket holds 3 tokens, and the request costs 2: both admit it.',
  );
  expect(sentence(55, 1)).toMatch(/1\.25 tokens.* the quota has too little\. It would be admitted after 5\.000 s\.$/);
  expect(sentence(60, 2)).toMatch(
    /^A window opens .* the bucket has too little\. It would be admitted after 10\.000 s\.$/,
  );
  expect(sentence(60, 1)).toMatch('both admit it.');
  expect(sentence(60, 3)).toMatch('both have too little. It would be admitted after 60.000 s.');
});

it('puts quota and tokens into its rule, each with its own number', () => {
  const { limiter, params } = make(3, 60 * SECOND, 3);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 3);
  const { condition, evaluatedCondition, holds } = limiter.explain(state, params, 50 * SECOND, 1);
  expect([condition, evaluatedCondition, holds]).toEqual([
    'quota ≥ cost and tokens ≥ cost',
    '0 ≥ 1 and 2.5 ≥ 1',
    false,
  ]);
});

it('admits exactly when both would, charged as it charges', () => {
  const policies = fc.record({
    n: fc.integer({ min: 1, max: 8 }),
    T: fc.integer({ min: 2, max: 400 }),
    capacity: fc.integer({ min: 1, max: 16 }),
  });
  const played = policies.chain((policy) => {
    const gap = fc.oneof(fc.constant(0), fc.nat({ max: 3 }), fc.nat({ max: policy.T + 1 }));
    const cost = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: Math.min(policy.n, policy.capacity) }));
    return fc.array(fc.tuple(gap, cost), { maxLength: 80 }).map((requests) => ({ policy, requests }));
  });
  fc.assert(
    fc.property(played, ({ policy, requests }) => {
      const both = caseOf(quotaAndLinear, { policy });
      const linear = caseOf(tokenBucket, { policy });
      const state = both.limiter.init(both.params);
      let [quota, bucket] = [quotaReset.init(policy), linear.limiter.init(linear.params)];
      let now = 0;
      for (const [gap, cost] of requests) {
        now += gap;
        // Each is tried on a copy. If the other refuses, the quota keeps its new window, and nothing else changes.
        const [triedQuota, triedBucket] = [cloneState(quota), cloneState(bucket)];
        const quotaAdmits = quotaReset.decide(triedQuota, policy, now, cost) === ALLOW;
        const linearAdmits = linear.limiter.decide(triedBucket, linear.params, now, cost) === ALLOW;
        const opened: QuotaResetState = { start: triedQuota.start, tokens: quotaReset.level(quota, policy, now) };
        const admits = quotaAdmits && linearAdmits;
        expect(both.limiter.decide(state, both.params, now, cost) === ALLOW).toBe(admits);
        [quota, bucket] = admits ? [triedQuota, triedBucket] : [opened, bucket];
      }
    }),
    { seed: 20_260_104, numRuns: 400 },
  );
});

describe('its bound', () => {
  it.each([
    [1, 5, 1],
    [2, 5, 2],
    [3, 6, 9],
    [4, 6, 2],
    [4, 6, 5],
    [5, 3, 5],
  ])('is the maximum over all traffic: %i per %i µs, capacity %i', (n, T, capacity) => {
    const testCase = make(n, T, capacity);
    const microseconds = Array.from({ length: 4 * T }, (_, i) => i);
    const lengths = microseconds.slice(1, 2 * T + 2);
    const most = maxOverAllTraffic(testCase, microseconds);
    expect(lengths.map(most)).toEqual(lengths.map((length) => testCase.limiter.bound(testCase.params, length)));
  });
});
