import { expect, it } from 'vitest';
import { SECOND } from '../time.ts';
import { fixedWindow } from './fixedWindow.ts';
import { caseOf, playTable } from './testing.ts';

const make = (n: number, T: number) => caseOf(fixedWindow, { policy: { n, T, capacity: n } });

it('counts in windows of a minute, two in each', () => {
  const { actual, expected } = playTable(
    make(2, 60 * SECOND),
    `
    time       before  ask  verdict  after  retry
    24         0       1    allow    1      -
    36         1       1    allow    2      -
    49         2       1    deny     2      11
    59.999999  2       1    deny     2      0.000001
    60         0       1    allow    1      -         · the edge itself belongs to the new window
    60         1       2    deny     1      60        · all or nothing: room for one is none for two
    60         1       1    allow    2      -
    72         2       3    large    2      never     · no window ever holds three
    119.9      2       1    deny     2      0.1
    185        0       2    allow    2      -         · a window passed over in silence
    185        2       1    deny     2      55
    `,
  );
  expect(actual).toEqual(expected);
});

it('keeps its edges where T is no round number', () => {
  const { actual, expected } = playTable(
    make(3, 333_333),
    `
    time      before  ask  verdict  after  retry
    0         0       1    allow    1      -
    0.333332  1       3    deny     1      0.000001
    0.333333  0       3    allow    3      -
    0.666665  3       1    deny     3      0.000001
    0.666666  0       1    allow    1      -
    1         0       2    allow    2      -         · the fourth window began at 0.999999
    1.333331  2       2    deny     2      0.000001
    1.333332  0       2    allow    2      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('reaches its bound: twice n around an edge', () => {
  const { limiter, params } = make(5, 60 * SECOND);
  const state = limiter.init(params);
  const admitted = [59_999_999, 60_000_000].flatMap((at) =>
    Array.from({ length: 9 }, () => limiter.decide(state, params, at, 1)).filter((verdict) => verdict === 0),
  );
  expect(admitted).toHaveLength(10);
  expect(limiter.bound(params, 60 * SECOND)).toBe(10);
  expect(limiter.bound(params, 1)).toBe(5);
  expect(limiter.bound(params, 60 * SECOND + 2)).toBe(15);
  expect(limiter.windowLength?.(params)).toBe(60 * SECOND);
});
