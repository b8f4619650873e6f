import { describe, expect, it } from 'vitest';
import { NEVER, SECOND } from '../time.ts';
import { cloneState, type LimiterConfig } from './limiter.ts';
import { ALLOW } from '../verdict.ts';
import { slidingLog, type SlidingLogState } from './slidingLog.ts';
import { caseOf, playTable } from './testing.ts';

const make = (n: number, T: number, setting: Partial<LimiterConfig> = {}) =>
  caseOf(slidingLog, { policy: { n, T, capacity: n }, ...setting });

describe('corrected', () => {
  it('counts two in any minute; what is exactly a minute old has left', () => {
    const { actual, expected } = playTable(
      make(2, 60 * SECOND),
      `
      time        before  ask  verdict  after  retry
      58          0       1    allow    1      -
      59          1       1    allow    2      -
      61          2       1    deny     2      57
      62          2       2    deny     2      57        · two need both gone, the second at 119
      117.999999  2       1    deny     2      0.000001
      118         1       1    allow    2      -         · 58 is exactly T old
      118.5       2       2    deny     2      59.5
      119         1       3    large    1      never
      119         1       1    allow    2      -
      300         0       2    allow    2      -
      300         2       1    deny     2      60
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('with a closed boundary, what is exactly a minute old still counts', () => {
    const { actual, expected } = playTable(
      make(2, 60 * SECOND, { options: { boundary: 'closed' } }),
      `
      time        before  ask  verdict  after  retry
      0           0       1    allow    1      -
      0           1       1    allow    2      -
      60          2       1    deny     2      0.000001   · [0, 60] holds its two
      60.000001   0       1    allow    1      -
      60.000001   1       2    deny     1      60.000001
      120         1       1    allow    2      -
      120.000001  2       1    deny     2      0.000001
      120.000002  1       1    allow    2      -
      180.000002  1       1    allow    2      -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('keeps its order while its ring grows and turns', () => {
    const { limiter, params } = make(100, SECOND);
    const state = limiter.init(params) as SlidingLogState;
    const kept: number[] = [];
    // 96 fit into a second.
    for (let at = 0; at < 5 * SECOND; at += 10_501) {
      expect(limiter.decide(state, params, at, 1)).toBe(ALLOW);
      kept.push(at);
      const times = Float64Array.from(kept.filter((entry) => entry > at - SECOND));
      const size = times.length;
      expect(limiter.picture(state, params, at)).toEqual({
        kind: 'log',
        size,
        times,
        n: 100,
        from: at - SECOND,
        to: at,
      });
      expect(state.times.length).toBeLessThanOrEqual(100);
    }
  });

  it('is shown by at most a thousand ticks, evenly enough to look like all of its entries', () => {
    const { limiter, params } = make(50_000, SECOND);
    const state = limiter.init(params) as SlidingLogState;
    // Crowds and pauses: 3,000 at once, 3,000 evenly, 3,000 within a millisecond; twice, so that the ring has turned.
    const kept: number[] = [];
    for (const start of [0, 700_000, 1_400_000]) {
      for (let i = 0; i < 9_000; i++) {
        const at = start + (i < 3_000 ? 0 : i < 6_000 ? (i - 3_000) * 100 : 600_000 + Math.floor((i - 6_000) / 3));
        kept.push(at);
        limiter.decide(state, params, at, 1);
      }
    }
    const now = 2_050_000;
    const entries = kept.filter((entry) => entry > now - SECOND);
    const picture = limiter.picture(state, params, now);
    if (picture.kind !== 'log') throw new Error('A log is drawn as one');
    const { size, times } = picture;
    expect(size).toBe(entries.length);
    expect(times.length).toBeLessThanOrEqual(1_000);
    expect([times[0], times.at(-1)]).toEqual([entries[0], entries.at(-1)]);
    expect([...times]).toEqual([...new Set(times)].sort((a, b) => a - b));
    // Every tick is an entry, and no entry is further from the tick before it than a thousandth of the strip.
    const known = new Set(entries);
    expect([...times].every((time) => known.has(time))).toBe(true);
    let tick = 0;
    for (const one of entries) {
      while (tick + 1 < times.length && (times[tick + 1] as number) <= one) tick++;
      expect(one - (times[tick] as number)).toBeLessThan((1.01 * SECOND) / 1_000);
    }
  });

  it('is shown by at most a thousand ticks where a thousand and more are told apart', () => {
    const { limiter, params } = make(50_000, SECOND);
    const state = limiter.init(params) as SlidingLogState;
    const ticks = (now: number): number => {
      const picture = limiter.picture(state, params, now);
      return picture.kind === 'log' ? picture.times.length : -1;
    };
    for (let i = 0; i < 1_001; i++) {
      limiter.decide(state, params, i * 20, 1);
      if (i === 999) expect(ticks(i * 20)).toBe(1_000);
    }
    expect(ticks(1_000 * 20)).toBeGreaterThan(500);
    for (let i = 1_001; i < 50_000; i++) limiter.decide(state, params, i * 20, 1);
    expect(ticks(SECOND - 1)).toBeGreaterThan(950);
    expect(ticks(SECOND - 1)).toBeLessThanOrEqual(1_000);
  });

  it('steps down as its entries leave', () => {
    const { limiter, params } = make(3, 60 * SECOND);
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
    for (const at of [1, 2, 2]) limiter.decide(state, params, at * SECOND, 1);
    expect(limiter.nextBreakpoint(state, params, 2 * SECOND)).toBe(61 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 61 * SECOND)).toBe(62 * SECOND);
    expect(limiter.level(state, params, 61 * SECOND)).toBe(2);
    expect(limiter.nextBreakpoint(state, params, 62 * SECOND)).toBe(NEVER);
  });

  it('never keeps more room than n', () => {
    const { limiter, params } = make(5, SECOND);
    const state = limiter.init(params) as SlidingLogState;
    for (let at = 0; at < 9; at++) limiter.decide(state, params, at, 1);
    expect(state.times).toHaveLength(5);
  });

  it('keeps one entry for a request, whatever it costs', () => {
    const { limiter, params } = make(1_000_000, SECOND, { edition: 'published' });
    const state = limiter.init(params) as SlidingLogState;
    // The ring grows, turns, and begins to count costs when it holds entries.
    for (let i = 0; i < 100; i++) limiter.decide(state, params, i * 50_000, 1);
    for (let i = 100; i < 200; i++) limiter.decide(state, params, i * 50_000, 900_000);
    expect(state.times.length).toBeLessThanOrEqual(64);
    expect(limiter.level(state, params, 199 * 50_000)).toBe(20 * 900_000);
    expect(limiter.retryAfter(state, params, 199 * 50_000, 900_000)).toBe(SECOND);
    expect(limiter.retryAfter(state, params, 199 * 50_000, 100_000)).toBe(SECOND - 50_000);
  });

  it('counts exactly n at once, and in any T', () => {
    const { limiter, params } = make(5, SECOND);
    expect(limiter.bound(params, SECOND)).toBe(5);
    expect(limiter.bound(params, SECOND + 1)).toBe(10);
    const closed = make(5, SECOND, { options: { boundary: 'closed' } });
    expect(limiter.bound(closed.params, SECOND + 1)).toBe(5);
  });
});

describe('published', () => {
  it('writes denied requests down, on a clock of whole milliseconds', () => {
    const { actual, expected } = playTable(
      make(2, SECOND, { edition: 'published' }),
      `
      time    before  ask  verdict  after  retry
      0.0009  0       1    allow    1      -        · written down as 0.000
      0.5     1       1    allow    2      -
      0.6     2       1    deny     3      0.9      · written down too: now 0.000 and 0.500 have to leave
      0.6     3       2    deny     5      1        · two entries more, and all five have to leave
      0.9995  5       1    deny     6      0.6005
      1       5       1    deny     6      0.999    · 0.000 has left; a try adds itself again
      1.5996  5       1    deny     6      0.4004
      2.6     0       1    allow    1      -        · nobody asked for a second
      2.6005  1       3    large    1      never    · refused first: not even written down
      2.6005  1       1    allow    2      -        · written down as 2.600
      3.5999  2       1    deny     3      0.0001
      3.6     1       1    allow    2      -        · both of 2.600 have left, one after 0.9995 s
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('lets twice n through within T, by its clock', () => {
    const { limiter, params } = make(2, SECOND, { edition: 'published' });
    const state = limiter.init(params);
    const verdicts = [999, 999, 1_000_000, 1_000_000].map((at) => limiter.decide(state, params, at, 1));
    expect(verdicts).toEqual([ALLOW, ALLOW, ALLOW, ALLOW]);
    expect(limiter.bound(params, SECOND)).toBe(4);
  });

  it('has no bound on what it keeps', () => {
    const { limiter, params } = make(2, SECOND, { edition: 'published' });
    const state = limiter.init(params);
    for (let at = 0; at < 10_000; at++) limiter.decide(state, params, at, 1);
    expect(limiter.level(state, params, 10_000)).toBe(10_000);
    const copy = cloneState(state) as SlidingLogState;
    expect(copy.times).not.toBe((state as SlidingLogState).times);
    expect(copy).toEqual(state);
  });

  it('explains that a denied request is in the log by the time it is compared', () => {
    const { limiter, params } = make(2, SECOND, { edition: 'published' });
    const state = limiter.init(params);
    for (const at of [0, 0]) limiter.decide(state, params, at, 1);
    expect(limiter.explain(state, params, 0, 1)).toMatchObject({
      sentence: expect.stringContaining(
        'the request makes it 3 of 2. It is recorded although it is denied.',
      ) as unknown,
      condition: 'size ≤ n',
      evaluatedCondition: '3 ≤ 2',
    });
  });
});
