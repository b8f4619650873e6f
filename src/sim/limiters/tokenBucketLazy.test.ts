import { describe, expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { maxOverAllTraffic } from './exhaustiveTraffic.testing.ts';
import { caseOf, playTable } from './testing.ts';
import { tokenBucketLazy } from './tokenBucketLazy.ts';

const make = (n: number, T: number) => caseOf(tokenBucketLazy, { policy: { n, T, capacity: 99 } });

it('discards the partial token at each refill', () => {
  const { actual, expected } = playTable(
    make(2, 2 * SECOND),
    `
    time    before  ask  verdict  after  retry
    0       2       1    allow    1      -
    0.9995  1       1    allow    0      -        · no refill, and nothing lost: the time is still 0
    1       1       1    allow    0      -
    1.9     0       1    deny     0      0.1
    2.9     1       1    allow    0      -        · 1.9 s bring one token
    3.8     0       1    deny     0      0.1
    3.9     1       2    deny     1      1        · refilled although denied: the time is 3.9
    4.8999  1       2    deny     1      0.0001   · the clock says 4.899
    4.9     2       2    allow    0      -
    4.9     0       3    large    0      never
    100     2       1    allow    1      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('grants half its rate to a client that sends slightly too often', () => {
  const { limiter, params } = make(1, SECOND);
  const state = limiter.init(params);
  const verdicts = Array.from({ length: 1000 }, (_, i) => limiter.decide(state, params, 999_000 * i, 1));
  // The token of 0 s, then one at every other request.
  expect(verdicts.filter((verdict) => verdict === 0)).toHaveLength(500);
});

it('loses nothing where tokens take whole milliseconds and every one is fetched', () => {
  const { limiter, params } = make(10, SECOND);
  const state = limiter.init(params);
  const verdicts = Array.from({ length: 5001 }, (_, i) => limiter.decide(state, params, 1000 * i, 1));
  expect(verdicts.filter((verdict) => verdict === 0)).toHaveLength(10 + 50);
});

it('reports what a refill discards', () => {
  const { limiter, params } = make(3, 3 * SECOND);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 3);
  const sentence = (now: number) => limiter.explain(state, params, now, 1).sentence;
  expect(sentence(800_000)).toBe(
    'The bucket holds 0 tokens, and the request needs 1. The missing ones can be added in 0.200 s.',
  );
  expect(sentence(1_800_000)).toMatch('takes 1. This refill discards 0.8 of a token.');
  expect(sentence(2_000_000)).not.toMatch('discards');
  // A full bucket has no room for it anyway.
  expect(sentence(3_800_000)).not.toMatch('discards');
});

it('rises by whole tokens, by its clock', () => {
  const { limiter, params } = make(7, 60 * SECOND);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 2);
  // 60 s / 7 is 8,571.43 ms: the clock has passed it at 8,572 ms, and twice that at 17,143 ms.
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(8_572_000);
  expect(limiter.nextBreakpoint(state, params, 8_571_999)).toBe(8_572_000);
  expect(limiter.nextBreakpoint(state, params, 8_572_000)).toBe(17_143_000);
  expect(limiter.nextBreakpoint(state, params, 17_143_000)).toBe(NEVER);
});

describe('its bound', () => {
  const policies = [
    [1, 5000],
    [2, 5000],
    [4, 6000],
    [5, 3000],
  ] as const;
  it.each(policies)('is the maximum over all traffic: %i per %i µs', (n, T) => {
    const testCase = make(n, T);
    const milliseconds = Array.from({ length: (5 * T) / 1000 }, (_, i) => 1000 * i);
    const most = maxOverAllTraffic(
      testCase,
      milliseconds.flatMap((tick) => [tick, tick + 999]),
    );
    // Instants 2 µs apart may be on both sides of a tick.
    const lengths = milliseconds.slice(0, (3 * T) / 1000).flatMap((length) => [length + 1, length + 2]);
    expect(lengths.map(most)).toEqual(lengths.map((length) => testCase.limiter.bound(testCase.params, length)));
  });
});
