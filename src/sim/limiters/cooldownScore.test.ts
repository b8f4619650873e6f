import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { cooldownScore } from './cooldownScore.ts';
import type { LimiterConfig } from './limiter.ts';
import { ALLOW } from '../verdict.ts';
import { caseOf, playTable } from './testing.ts';

const make = (n: number, T: number, setting: Partial<LimiterConfig> = {}) =>
  caseOf(cooldownScore, { policy: { n, T, capacity: n }, horizon: 30 * DAY, ...setting });

describe('corrected', () => {
  it('moves its score on by 20 s, at most 60 s ahead', () => {
    const { actual, expected } = playTable(
      make(3, 60 * SECOND),
      `
      time       before     ask  verdict  after      retry
      0          -20        1    allow    20         -          · unset shows as run out
      40         -20        1    allow    0          -          · exactly run out: the trial is now, not below it
      40         0          1    allow    20         -
      40         20         1    allow    40         -
      40         40         1    allow    60         -          · the fourth at one instant
      40         60         1    deny     60         20
      59.999999  40.000001  1    deny     40.000001  0.000001
      60         40         1    allow    60         -
      60         60         4    large    60         never
      120.1      -0.1       1    allow    19.9       -          · a little behind goes on from where it is
      200        -20        2    allow    40         -          · far behind starts again from now
      200        40         2    deny     40         20
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('loses nothing where T/n is no whole number of microseconds', () => {
    const { actual, expected } = playTable(
      make(7, SECOND),
      `
      time      before    ask  verdict  after         retry
      0         -1/7      7    allow    1             -
      0         1         1    deny     1             0.142858
      0.142857  0.857143  1    deny     0.857143      0.000001
      0.142858  0.857142  1    allow    0.857142+1/7  -
      1         1/7       6    allow    1             -
      1         1         1    deny     1             0.142858
      3         -1/7      1    allow    1/7           -
      3         1/7       7    deny     1/7           0.142858
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('explains a request that finds its score run out by the comparison that admits it', () => {
    const { limiter, params } = make(3, 60 * SECOND);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 1);
    const { condition, evaluatedCondition, holds, executedLines } = limiter.explain(state, params, 50 * SECOND, 1);
    expect({ condition, evaluatedCondition, holds }).toEqual({
      condition: 'trial < now',
      evaluatedCondition: '40 < 50',
      holds: true,
    });
    expect(executedLines).toEqual([1, 2]);
    expect(limiter.explain(state, params, 40 * SECOND, 1).evaluatedCondition).toBe('40 ≤ 40 + 60');
  });

  it('says how far the score moves where that is less than a millisecond', () => {
    const { limiter, params } = make(3, 1_000);
    const state = limiter.init(params);
    for (let i = 0; i < 3; i++) limiter.decide(state, params, 0, 1);
    expect(limiter.explain(state, params, 200, 1)).toMatchObject({
      sentence:
        'The score is 0.0008 s ahead; the request would move it to 0.001133 s ahead, and 0.001 s ahead is the ' +
        'limit. There is room in 0.000134 s.',
      evaluatedCondition: '0.0013 ≤ 0.0002 + 0.001',
    });
  });

  it('falls straight until it has run out', () => {
    const { limiter, params } = make(3, 60 * SECOND);
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
    limiter.decide(state, params, 10 * SECOND, 2);
    expect(limiter.nextBreakpoint(state, params, 10 * SECOND)).toBe(70 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 70 * SECOND)).toBe(NEVER);
  });

  it('reaches its bound: n + 1 at an instant, 2n in T', () => {
    const { limiter, params } = make(3, 60 * SECOND);
    const state = limiter.init(params);
    const admitted: number[] = [];
    for (const at of [0, ...Array.from({ length: 61 }, (_, i) => 40 + i).flatMap((s) => [s, s, s, s, s])]) {
      if (limiter.decide(state, params, at * SECOND, 1) === ALLOW) admitted.push(at);
    }
    expect(admitted).toEqual([0, 40, 40, 40, 40, 60, 80, 100]);
    expect(limiter.bound(params, 1)).toBe(4);
    expect(limiter.bound(params, 60 * SECOND)).toBe(6);
    expect(limiter.bound(params, 60 * SECOND + 1)).toBe(7);
  });

  it('rejects a run in which the score exceeds what a double holds', () => {
    expect(() => make(999_983, SECOND, { horizon: 3 * 3600 * SECOND })).toThrow('The latest score in ticks');
  });
});

describe('published', () => {
  const published = (epoch: number, n = 3, T = 60 * SECOND) => make(n, T, { edition: 'published', epoch });

  it('reads a clock of whole seconds', () => {
    const { actual, expected } = playTable(
      published(0),
      `
      time       before  ask  verdict  after  retry
      0.9        -20     1    allow    20     -           · at 0 by its clock
      1.2        19      1    allow    39     -           · a second later by its clock
      1.2        39      1    allow    59     -
      20.7       40      1    allow    60     -
      21.999999  59      1    deny     59     18.000001
      39.5       41      1    deny     41     0.5
      40         40      1    allow    60     -
      100.5      0       3    allow    60     -
      100.5      60      4    large    60     never
      119.999    41      1    deny     41     0.001
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('counts seconds of the calendar, not of the run', () => {
    const { actual, expected } = playTable(
      published(1_700_000_000.25),
      `
      time      before  ask  verdict  after  retry
      0         -20     3    allow    60     -
      0.749999  60      1    deny     60     19.000001   · the second is over at 0.75
      0.75      59      1    deny     59     19
      19.749    41      1    deny     41     0.001
      19.75     40      1    allow    60     -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('locks out clients with a score on 19 January 2038, and no others', () => {
    const { actual, expected } = playTable(
      published(2_147_483_640),
      `
      time  before      ask  verdict  after       retry
      0     -20         1    allow    20          -
      7.9   13          1    allow    33          -
      8     4294967328  1    deny     4294967328  4294967288   · the clock has jumped back 2^32 s, and comes by again in 136 years
      90    4294967246  1    deny     4294967246  4294967206
      `,
    );
    expect(actual).toEqual(expected);
    const fresh = playTable(
      published(2_147_483_640),
      `
      time  before  ask  verdict  after  retry
      8     -20     1    allow    20     -
      9     19      2    allow    59     -
      9.5   59      1    deny     59     18.5
      29    39      1    allow    59     -
      `,
    );
    expect(fresh.actual).toEqual(fresh.expected);
  });

  it('locks out for ever a client that needs a second that the clock never reads', () => {
    const { actual, expected } = playTable(
      published(2_147_483_640),
      `
      time   before      ask  verdict  after       retry
      0      -20         3    allow    60          -
      1      59          1    deny     59          never   · needs 2,147,483,660, and 2,147,483,647 is the last
      7.999  53          1    deny     53          never
      8      4294967348  1    deny     4294967348  never
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('treats a score of 0 as unset: three a minute are forgotten a minute before the clock reads 0', () => {
    const { actual, expected } = playTable(
      published(4_294_967_296 - 60),
      `
      time  before  ask  verdict  after  retry
      0     -20     1    allow    20     -
      0     20      1    allow    40     -
      0     40      1    allow    -20    -     · −60 + 60 = 0: unset
      0     -20     1    allow    20     -     · the fourth
      0     20      2    allow    -20    -
      0     -20     3    allow    -20    -
      1     -20     1    allow    20     -
      1     20      2    allow    60     -     · now 1 stands where 0 stood
      1     60      1    deny     60     20
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('knows the next breakpoint of its level', () => {
    const { limiter, params } = published(2_147_483_640);
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
    limiter.decide(state, params, 500_000, 1);
    // A step a second, also over the turn.
    expect(limiter.nextBreakpoint(state, params, 500_000)).toBe(SECOND);
    expect(limiter.nextBreakpoint(state, params, 7 * SECOND)).toBe(8 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 8 * SECOND)).toBe(9 * SECOND);
    // One that has run out waits for the next turn of the clock.
    const old = published(0);
    const other = old.limiter.init(old.params);
    limiter.decide(other, old.params, 0, 1);
    expect(limiter.nextBreakpoint(other, old.params, 100 * SECOND)).toBe(2 ** 31 * SECOND);
  });

  it('refuses what it could not count across the turn', () => {
    expect(() => published(2_147_483_640, 13, 1_000_003)).toThrow('across the turn of the 32-bit clock');
    expect(() => published(0, 13, 1_000_003)).not.toThrow();
  });
});
