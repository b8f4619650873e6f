import { describe, expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { maxOverAllTraffic } from './exhaustiveTraffic.testing.ts';
import { caseOf, playTable } from './testing.ts';
import { tokenBucketThrottler } from './tokenBucketThrottler.ts';

const make = (n: number, T: number, capacity: number) => caseOf(tokenBucketThrottler, { policy: { n, T, capacity } });

it('gains a whole token every T/capacity = 20 s, twice after a denial, and keeps the last', () => {
  const { actual, expected } = playTable(
    make(60, 60 * SECOND, 3),
    `
    time     before  ask  verdict  after  retry
    0        3       3    deny     3      never   · all three are never given
    0        3       2    allow    1      -
    0        1       1    deny     1      20      · nor the last one
    10       1       1    deny     1      10
    19.9995  1       1    deny     1      0.0005  · the clock still says 19.999
    20       2       1    allow    1      -
    50       2       2    deny     2      0       · writes 2, but the time stays 20
    50       2       2    allow    1      -       · so the same 30 s bring one more, at the same instant
    55       1       4    large    1      never
    60       1       2    deny     1      30
    90       3       2    allow    1      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('discards a partial token at each admission', () => {
  const { actual, expected } = playTable(
    make(4, 4 * SECOND, 4),
    `
    time  before  ask  verdict  after  retry
    0     4       1    allow    3      -
    0.9   3       1    allow    2      -     · nine tenths of a token are lost
    1.8   2       1    allow    1      -
    2.7   1       1    deny     1      0.1
    3.6   2       1    allow    1      -     · a denial loses nothing: 1.8 s since 1.8
    `,
  );
  expect(actual).toEqual(expected);
});

it('gains nothing from time that goes back and forth', () => {
  const { actual, expected } = playTable(
    make(5, 50 * SECOND, 5),
    `
    time  before  ask  verdict  after  retry
    0     5       2    allow    3      -
    30    5       1    allow    4      -
    10    4       1    allow    3      -   · an admission moves the time, but never back
    30    3       1    allow    2      -
    40    3       1    allow    2      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('with a capacity of 1 admits nothing, ever', () => {
  const { limiter, params } = make(1, SECOND, 1);
  const state = limiter.init(params);
  for (let second = 0; second < 100; second++) {
    expect(limiter.decide(state, params, second * SECOND, 1)).toBe(2);
    expect(limiter.retryAfter(state, params, second * SECOND, 1)).toBe(NEVER);
  }
});

it('rises in whole tokens', () => {
  const { limiter, params } = make(60, 60 * SECOND, 7);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 0, 2);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(8_572_000);
  expect(limiter.nextBreakpoint(state, params, 8_572_000)).toBe(17_143_000);
  expect(limiter.nextBreakpoint(state, params, 17_143_000)).toBe(NEVER);
});

it('shows what a denial stored at that instant, and what the next request would find from then on', () => {
  const { limiter, params } = make(60, 60 * SECOND, 3);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 2);
  limiter.decide(state, params, 30 * SECOND, 2);
  expect(limiter.level(state, params, 30 * SECOND)).toBe(2);
  expect(limiter.nextBreakpoint(state, params, 30 * SECOND)).toBe(30 * SECOND + 1);
  expect(limiter.level(state, params, 30 * SECOND + 1)).toBe(3);
});

it('says where the same time refills again, and only there', () => {
  const { limiter, params } = make(3, 30 * SECOND, 3);
  const state = limiter.init(params);
  const sentenceAt = (at: number, cost: number) => {
    const { sentence } = limiter.explain(state, params, at * SECOND, cost);
    limiter.decide(state, params, at * SECOND, cost);
    return sentence;
  };
  expect(sentenceAt(0, 2)).toMatch(/^The bucket holds 3 tokens, and the request takes 2/);
  expect(sentenceAt(5, 1)).toMatch(/^The bucket holds 1 token, and the request asks for 1/);
  expect(sentenceAt(12, 2)).toMatch(/^The bucket holds 2 tokens, and the request asks for 2/);
  expect(sentenceAt(12, 2)).toBe(
    'The denial at 12.000 s did not store the time, so the time since 0.000 s refills again. ' +
      'The bucket holds 3 tokens, and the request takes 2; at least one is left.',
  );
  expect(sentenceAt(23, 1)).toMatch(/^The bucket holds 2 tokens/);
});

describe('its bound', () => {
  it.each([
    [1, 4000],
    [3, 5000],
    [4, 6000],
  ])('is kept, less the last token, for requests of cost 1: capacity %i, T %i µs', (capacity, T) => {
    const testCase = make(7, T, capacity);
    const milliseconds = Array.from({ length: (4 * T) / 1000 }, (_, i) => 1000 * i);
    const most = maxOverAllTraffic(
      testCase,
      milliseconds.flatMap((tick) => [tick, tick + 999]),
    );
    for (const length of milliseconds.slice(1, T / 500)) {
      expect(most(length)).toBeLessThan(testCase.limiter.bound(testCase.params, length));
    }
    expect(most(1)).toBe(capacity - 1);
  });
});
