import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { maxOverAllTraffic } from './exhaustiveTraffic.testing.ts';
import { caseOf, playTable } from './testing.ts';
import { tokenBucketTicked } from './tokenBucketTicked.ts';

const make = (refill: string, n: number, T: number, capacity: number, horizon = 100 * DAY) =>
  caseOf(tokenBucketTicked, { policy: { n, T, capacity }, options: { refill }, horizon });

describe('one at a time', () => {
  it('gains a token at 20 s, 40 s, 60 s, up to five', () => {
    const { actual, expected } = playTable(
      make('one', 3, 60 * SECOND, 5),
      `
      time         before  ask  verdict  after  retry
      0            5       5    allow    0      -
      0            0       1    deny     0      20
      19.999999    0       1    deny     0      0.000001
      20           1       1    allow    0      -          · a tick at the same instant comes first
      30           0       1    deny     0      10         · ticks keep their own time: 40, not 50
      50           1       2    deny     1      10
      60           2       2    allow    0      -
      60           0       6    large    0      never
      1000         5       1    allow    4      -          · full is full
      1010         4       4    allow    0      -
      1019.999999  0       2    deny     0      20.000001
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('puts each tick on the first whole microsecond, without drift', () => {
    const { actual, expected } = playTable(
      make('one', 7, SECOND, 7),
      `
      time            before  ask  verdict  after  retry
      0               7       7    allow    0      -
      0.142857        0       1    deny     0      0.000001  · 1/7 s is 0.142857142…
      0.142858        1       1    allow    0      -
      0.285714        0       1    deny     0      0.000001
      0.285715        1       1    allow    0      -
      0.999999        4       7    deny     4      0.285716  · the ninth tick
      1               5       5    allow    0      -
      86399.999999    7       7    allow    0      -
      86400           1       1    allow    0      -         · exactly on the day
      86400.142857    0       1    deny     0      0.000001
      `,
    );
    expect(actual).toEqual(expected);
  });
});

describe('all at a time', () => {
  it('gains ten at every full second', () => {
    const { actual, expected } = playTable(
      make('all', 10, SECOND, 25),
      `
      time      before  ask  verdict  after  retry
      0         25      25   allow    0      -
      0.2       0       1    deny     0      0.8
      0.2       0       12   deny     0      1.8       · two ticks away
      0.999999  0       1    deny     0      0.000001
      1         10      10   allow    0      -
      3         20      1    allow    19     -
      4         25      26   large    25     never     · four of the ten find no room
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('fills a smaller bucket, and no more', () => {
    const { actual, expected } = playTable(
      make('all', 10, SECOND, 4),
      `
      time      before  ask  verdict  after  retry
      0.999999  4       4    allow    0      -
      1         4       4    allow    0      -     · eight within a microsecond
      1         0       1    deny     0      1
      `,
    );
    expect(actual).toEqual(expected);
  });
});

it('rises at the ticks and rests when it is full', () => {
  const { limiter, params } = make('one', 7, SECOND, 2);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 10, 2);
  expect(limiter.nextBreakpoint(state, params, 10)).toBe(142_858);
  expect(limiter.nextBreakpoint(state, params, 142_858)).toBe(285_715);
  expect(limiter.nextBreakpoint(state, params, 285_715)).toBe(NEVER);
});

it('takes nothing back when time steps back', () => {
  const { actual, expected } = playTable(
    make('one', 3, 60 * SECOND, 5),
    `
    time  before  ask  verdict  after  retry
    60    5       3    allow    2      -
    10    2       1    allow    1      -     · the ticks of 20 s, 40 s and 60 s have come, and come once
    60    1       1    allow    0      -
    80    1       1    allow    0      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('shows when the next tick comes, while it can bring anything', () => {
  const { limiter, params } = make('all', 10, SECOND, 10);
  const state = limiter.init(params);
  const refill = (now: number) => limiter.picture(state, params, now);
  expect(refill(250_000)).toEqual({ kind: 'tokens', tokens: 10, capacity: 10, refillIn: null });
  limiter.decide(state, params, 250_000, 3);
  expect(refill(250_000)).toEqual({ kind: 'tokens', tokens: 7, capacity: 10, refillIn: 0.75 });
  expect(refill(SECOND)).toEqual({ kind: 'tokens', tokens: 10, capacity: 10, refillIn: null });
});

describe('its bound', () => {
  const policies = [
    [1, 5, 1],
    [3, 7, 2],
    [4, 6, 5],
    [5, 3, 2],
    [5, 3, 9],
  ] as const;
  it.each(policies)('is the maximum over all traffic: %i per %i µs, capacity %i', (n, T, capacity) => {
    const microseconds = Array.from({ length: 5 * T }, (_, i) => i);
    const lengths = microseconds.slice(1, 3 * T + 1);
    for (const refill of ['one', 'all']) {
      const testCase = make(refill, n, T, capacity);
      const most = maxOverAllTraffic(testCase, microseconds);
      expect(lengths.map(most)).toEqual(lengths.map((length) => testCase.limiter.bound(testCase.params, length)));
    }
  });
});

it('rejects a run in which ticks exceed what a double holds', () => {
  expect(() => make('one', 999_983, SECOND, 10, 3 * 3600 * SECOND)).toThrow('The latest refill in ticks');
  expect(() => make('one', 999_983, SECOND, 10, 2 * 3600 * SECOND)).not.toThrow();
  expect(() => make('all', 999_983, SECOND, 10, 60 * DAY)).not.toThrow();
  expect(() => make('all', 1, 30 * DAY, 1_000_000)).toThrow('A full bucket in ticks');
});
