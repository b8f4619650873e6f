import { expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { ALLOW } from '../verdict.ts';
import { quotaReset } from './quotaReset.ts';
import { caseOf, playTable } from './testing.ts';

const make = (n: number, T: number) => caseOf(quotaReset, { policy: { n, T, capacity: n } });

it('opens a window with the first request, and the next with the first one T later', () => {
  const { actual, expected } = playTable(
    make(3, 10 * SECOND),
    `
    time       before  ask  verdict  after  retry
    7          3       1    allow    2      -          · opens here, not at 0
    8          2       3    deny     2      9
    8          2       2    allow    0      -
    10         0       1    deny     0      7          · no edge at 10
    16.999999  0       1    deny     0      0.000001
    17         3       1    allow    2      -          · exactly T later is a new window
    30         3       4    large    3      never      · opens nothing
    31         3       1    allow    2      -          · not 27, not 30
    40.999999  2       2    allow    0      -
    40.999999  0       1    deny     0      0.000001
    41         3       3    allow    0      -
    41         0       1    deny     0      10
    `,
  );
  expect(actual).toEqual(expected);
});

it('is whole again T after its window opened', () => {
  const { limiter, params } = make(3, 10 * SECOND);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 7 * SECOND, 2);
  expect(limiter.nextBreakpoint(state, params, 8 * SECOND)).toBe(17 * SECOND);
  expect(limiter.level(state, params, 17 * SECOND - 1)).toBe(1);
  expect(limiter.level(state, params, 17 * SECOND)).toBe(3);
  expect(limiter.nextBreakpoint(state, params, 17 * SECOND)).toBe(NEVER);
});

it('shows the window that a request would open while none is', () => {
  const { limiter, params } = make(3, 10 * SECOND);
  const state = limiter.init(params);
  const at = (now: number) => limiter.picture(state, params, now * SECOND);
  expect(at(4)).toEqual({ kind: 'cells', count: 3, n: 3, from: 4 * SECOND, to: 14 * SECOND, countsRemaining: true });
  limiter.decide(state, params, 7 * SECOND, 2);
  expect(at(9)).toEqual({ kind: 'cells', count: 1, n: 3, from: 7 * SECOND, to: 17 * SECOND, countsRemaining: true });
  expect(at(20)).toEqual({ kind: 'cells', count: 3, n: 3, from: 20 * SECOND, to: 30 * SECOND, countsRemaining: true });
});

it('reaches its bound: all but the one that opened a window, and the whole next quota', () => {
  const T = 1000;
  const { limiter, params } = make(5, T);
  const state = limiter.init(params);
  const ask = (at: number, times: number) =>
    Array.from({ length: times }, () => limiter.decide(state, params, at, 1)).filter((one) => one === ALLOW).length;
  expect([ask(0, 1), ask(T - 1, 9), ask(T, 9), ask(2 * T, 9)]).toEqual([1, 4, 5, 5]);
  const bound = (length: number) => limiter.bound(params, length);
  expect(bound(1)).toBe(5);
  expect(bound(2)).toBe(4 + 5);
  expect(bound(T)).toBe(4 + 5);
  expect(bound(T + 1)).toBe(1 + 4 + 5);
  expect(bound(T + 2)).toBe(4 + 5 + 5);
  expect(bound(2 * T + 1)).toBe(1 + 4 + 5 + 5);
});
