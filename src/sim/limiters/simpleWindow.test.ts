import { expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { ALLOW } from '../verdict.ts';
import { simpleWindow } from './simpleWindow.ts';
import { caseOf, playTable } from './testing.ts';

const make = (n: number, T: number) => caseOf(simpleWindow, { policy: { n, T, capacity: n } });

it('opens a window at the first request that comes more than a minute after the last one began', () => {
  const { actual, expected } = playTable(
    make(2, 60 * SECOND),
    `
    time        before  ask  verdict  after  retry
    0           0       1    allow    1      -
    60          1       1    allow    2      -           · exactly T later is still the same window
    60          2       1    deny     2      0.000001
    60.000001   0       1    allow    1      -
    70          1       2    deny     1      50.000002   · all or nothing: room for one is none for two
    70          1       1    allow    2      -
    100         2       3    large    2      never
    120.000001  2       1    deny     2      0.000001
    130         0       2    allow    2      -           · begins with the request, not where the last one ended
    190         2       1    deny     2      0.000001
    190.000001  0       1    allow    1      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('has its first window open from time 0, whenever the first request comes', () => {
  const { actual, expected } = playTable(
    make(2, 60 * SECOND),
    `
    time        before  ask  verdict  after  retry
    59          0       2    allow    2      -
    59          2       1    deny     2      1.000001
    60.000001   0       2    allow    2      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('falls to 0 a microsecond after T', () => {
  const { limiter, params } = make(2, 60 * SECOND);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 100 * SECOND, 1);
  expect(limiter.nextBreakpoint(state, params, 100 * SECOND)).toBe(160 * SECOND + 1);
  expect(limiter.level(state, params, 160 * SECOND)).toBe(1);
  expect(limiter.level(state, params, 160 * SECOND + 1)).toBe(0);
  expect(limiter.nextBreakpoint(state, params, 160 * SECOND + 1)).toBe(NEVER);
});

it('counts what came in its window, its last instant included', () => {
  const { limiter, params } = make(2, SECOND);
  const state = limiter.init(params);
  limiter.decide(state, params, 3 * SECOND, 1);
  expect(limiter.explain(state, params, 4 * SECOND, 1).countedSpan).toEqual([3 * SECOND, 4 * SECOND + 1]);
  expect(limiter.explain(state, params, 4 * SECOND + 1, 1).countedSpan).toEqual([4 * SECOND + 1, 5 * SECOND + 2]);
});

it('reaches its bound: twice n within two microseconds, n more for every T + 1 µs', () => {
  const T = 1000;
  const { limiter, params } = make(5, T);
  const state = limiter.init(params);
  const admitted = [T, T + 1, 2 * T + 2, 3 * T + 3].map(
    (at) => Array.from({ length: 9 }, () => limiter.decide(state, params, at, 1)).filter((one) => one === ALLOW).length,
  );
  expect(admitted).toEqual([5, 5, 5, 5]);
  expect([1, 2, T, T + 2, T + 3, 2 * T + 3, 2 * T + 4].map((length) => limiter.bound(params, length))).toEqual([
    5, 10, 10, 10, 15, 15, 20,
  ]);
});
