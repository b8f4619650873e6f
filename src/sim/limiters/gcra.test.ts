import { expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { gcra } from './gcra.ts';
import { caseOf, playTable } from './testing.ts';

const make = (n: number, T: number, capacity: number, horizon = 100 * DAY) =>
  caseOf(gcra, { policy: { n, T, capacity }, horizon });

it('moves its arrival time on by 20 s, at most 100 s ahead: the mirror of the token bucket with five', () => {
  const { actual, expected } = playTable(
    make(3, 60 * SECOND, 5),
    `
    time       before     ask  verdict  after      retry
    0          0          5    allow    100        -
    0          100        1    deny     100        20
    19.999999  80.000001  1    deny     80.000001  0.000001
    20         80         1    allow    100        -         · exactly at the limit is in time
    30         90         1    deny     90         10
    50         70         2    deny     70         10
    60         60         2    allow    100        -
    60         100        6    large    100        never
    1000       0          1    allow    20         -         · a TAT in the past counts as now
    1010       10         4    allow    90         -
    `,
  );
  expect(actual).toEqual(expected);
});

it('loses nothing where T/n is no whole number of microseconds', () => {
  const { actual, expected } = playTable(
    make(7, SECOND, 7),
    `
    time      before    ask  verdict  after         retry
    0         0         7    allow    1             -
    0         1         1    deny     1             0.142858
    0.142857  0.857143  1    deny     0.857143      0.000001
    0.142858  0.857142  1    allow    0.857142+1/7  -
    1         1/7       6    allow    1             -         · in plain doubles 8/7 + 6/7 is not 2
    1         1         1    deny     1             0.142858
    1.142858  0.857142  1    allow    0.857142+1/7  -
    3         0         8    large    0             never
    `,
  );
  expect(actual).toEqual(expected);
});

it('falls straight to 0 and rests there', () => {
  const { limiter, params } = make(7, SECOND, 7);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 0, 1);
  // 142,857.14… µs: the first instant at which it has passed.
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(142_858);
  expect(limiter.nextBreakpoint(state, params, 142_857)).toBe(142_858);
  expect(limiter.nextBreakpoint(state, params, 142_858)).toBe(NEVER);
});

it('reaches its bound', () => {
  const { limiter, params } = make(10, 10 * SECOND, 10);
  const state = limiter.init(params);
  const admitted = Array.from({ length: 100 }, (_, i) => limiter.decide(state, params, 100_000 * i, 1));
  expect(admitted.filter((verdict) => verdict === 0)).toHaveLength(19);
  expect(limiter.bound(params, 10 * SECOND)).toBe(19);
});

it('refuses a run in which the arrival time passes what a double holds', () => {
  expect(() => make(999_983, SECOND, 10, 3 * 3600 * SECOND)).toThrow('The latest arrival time in ticks');
  expect(() => make(999_983, SECOND, 10, 2 * 3600 * SECOND)).not.toThrow();
  expect(() => make(1, 30 * DAY, 1_000_000)).toThrow('The tolerance in ticks');
});

it('says how far the arrival time moves where that is less than a millisecond, and the rule with all its numbers', () => {
  const { limiter, params } = make(3, 1_000, 3);
  const state = limiter.init(params);
  for (let i = 0; i < 3; i++) limiter.decide(state, params, 0, 1);
  expect(limiter.explain(state, params, 200, 1)).toMatchObject({
    sentence:
      'The theoretical arrival time is 0.0008 s ahead; the request would move it to 0.001133 s ahead, and 0.001 s ' +
      'ahead is the limit. There is room in 0.000134 s.',
    evaluatedCondition: '0.0002 ≥ 0.0013 − 0.001',
  });
});
