import { describe, expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { leakyMeter } from './leakyMeter.ts';
import type { Edition } from './limiter.ts';
import { caseOf, playTable } from './testing.ts';

const make = (edition: Edition, n: number, T: number, capacity: number) =>
  caseOf(leakyMeter, { edition, policy: { n, T, capacity } });

describe('corrected', () => {
  it('leaks a drop a second, whatever it holds', () => {
    const { actual, expected } = playTable(
      make('corrected', 60, 60 * SECOND, 3),
      `
      time      before    ask  verdict  after     retry
      0         0         3    allow    3         -
      0         3         1    deny     3         1
      0.5       2.5       1    deny     2.5       0.5        · half a drop has leaked, and a denial keeps that
      0.999999  2.000001  1    deny     2.000001  0.000001
      1         2         1    allow    3         -          · exactly full does not overflow
      2.5       1.5       2    deny     1.5       0.5
      2.5       1.5       1    allow    2.5       -
      2.5       2.5       4    large    2.5       never
      10        0         3    allow    3         -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('admits a steady client at half the rate for ever', () => {
    const { limiter, params } = make('corrected', 2, 2 * SECOND, 2);
    const state = limiter.init(params);
    for (let i = 0; i < 1000; i++) expect(limiter.decide(state, params, 2 * SECOND * i, 1)).toBe(0);
  });

  it('falls straight until it is empty', () => {
    const { limiter, params } = make('corrected', 60, 60 * SECOND, 3);
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
    limiter.decide(state, params, 10 * SECOND, 2);
    expect(limiter.nextBreakpoint(state, params, 10 * SECOND)).toBe(12 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 12 * SECOND)).toBe(NEVER);
  });

  it('reaches its bound', () => {
    const { limiter, params } = make('corrected', 60, 60 * SECOND, 60);
    const state = limiter.init(params);
    const verdicts = Array.from({ length: 600 }, (_, i) => limiter.decide(state, params, 100_000 * i, 1));
    expect(verdicts.filter((verdict) => verdict === 0)).toHaveLength(119);
    expect(limiter.bound(params, 60 * SECOND)).toBe(119);
  });
});

describe('published', () => {
  it('leaks a whole drop every T/capacity = 20 s, and drains twice after a denial', () => {
    const { actual, expected } = playTable(
      make('published', 60, 60 * SECOND, 3),
      `
      time     before  ask  verdict  after  retry
      0        0       3    allow    3      -
      10       3       1    deny     3      10       · corrected leaks n/T, and lets this in after 1 s
      20       2       1    allow    3      -        · the first whole drop
      39.9995  3       1    deny     3      0.0005   · the clock still says 39.999
      40       2       2    deny     2      0        · writes 2, but the time stays 20
      40       2       2    allow    3      -        · so the same 20 s drain once more, at the same instant
      45       3       3    deny     3      55
      80       1       3    deny     1      0        · 40 s drain two
      80       1       1    allow    1      -        · and two more
      85       1       4    large    1      never
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('discards a partial drop at each admission', () => {
    const { actual, expected } = playTable(
      make('published', 2, 2 * SECOND, 2),
      `
      time  before  ask  verdict  after  retry
      0     0       1    allow    1      -
      0.9   1       1    allow    2      -     · nine tenths of a drop are lost
      1.8   2       1    deny     2      0.1
      1.9   1       1    allow    2      -
      2.8   2       1    deny     2      0.1
      3.7   1       1    allow    2      -     · a denial loses nothing: 1.8 s since 1.9
      4.6   2       1    deny     2      0.1
      4.7   1       1    allow    2      -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('falls in steps of whole drops', () => {
    const { limiter, params } = make('published', 60, 60 * SECOND, 7);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 2);
    // 60 s / 7 is 8,571.43 ms: the clock has passed it at 8,572 ms, and twice that at 17,143 ms.
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(8_572_000);
    expect(limiter.nextBreakpoint(state, params, 8_571_999)).toBe(8_572_000);
    expect(limiter.nextBreakpoint(state, params, 8_572_000)).toBe(17_143_000);
    expect(limiter.nextBreakpoint(state, params, 17_143_000)).toBe(NEVER);
  });

  it('shows what a denial stored at that instant, and what the next request would find from then on', () => {
    const { limiter, params } = make('published', 60, 60 * SECOND, 3);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 3);
    limiter.decide(state, params, 40 * SECOND, 3);
    expect(limiter.level(state, params, 40 * SECOND)).toBe(1);
    expect(limiter.nextBreakpoint(state, params, 40 * SECOND)).toBe(40 * SECOND + 1);
    expect(limiter.level(state, params, 40 * SECOND + 1)).toBe(0);
  });
});

it('says where the same time drains again, and only there', () => {
  const sentences = (edition: Edition) => {
    const { limiter, params } = make(edition, 3, 30 * SECOND, 3);
    const state = limiter.init(params);
    return [
      [0, 3],
      [5, 1], // nothing has drained, so nothing drains twice
      [9, 1],
      [12, 3],
      [12, 2], // at the same instant: one drop more
      [15, 2],
    ].map(([at, cost]) => {
      const { sentence } = limiter.explain(state, params, at! * SECOND, cost!);
      limiter.decide(state, params, at! * SECOND, cost!);
      return sentence;
    });
  };
  const again = 'The denial at 12.000 s did not store the time, so the time since 0.000 s drains again. ';
  expect(sentences('published')).toEqual([
    'The bucket holds 0 drops, and the request pours in 3: within the capacity of 3.',
    'The bucket holds 3 drops, and the request would pour in 1: more than the capacity of 3. Enough will have leaked in 5.000 s.',
    'The bucket holds 3 drops, and the request would pour in 1: more than the capacity of 3. Enough will have leaked in 1.000 s.',
    'The bucket holds 2 drops, and the request would pour in 3: more than the capacity of 3. Enough will have leaked in 8.000 s.',
    `${again}The bucket holds 1 drop, and the request pours in 2: within the capacity of 3.`,
    'The bucket holds 3 drops, and the request would pour in 2: more than the capacity of 3. Enough will have leaked in 17.000 s.',
  ]);
  expect(sentences('corrected').join(' ')).not.toContain('again');
});
