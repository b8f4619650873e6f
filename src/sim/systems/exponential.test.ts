import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { exponential } from './exponential.ts';
import { ALLOW, DENY } from '../verdict.ts';
import { caseOf, playTable } from '../limiters/testing.ts';

const make = (update: 'leaky' | 'strict', n: number, T: number) =>
  caseOf(exponential, { options: { update }, policy: { n, T, capacity: n } });

/** How many of a steady stream are admitted from `from` on. */
function admitted({ limiter, params }: ReturnType<typeof make>, every: number, count: number, from = 0): number {
  const state = limiter.init(params);
  const verdicts = Array.from({ length: count }, (_, i) => limiter.decide(state, params, every * i, 1));
  return verdicts.slice(from).filter((verdict) => verdict === ALLOW).length;
}

// The figures come from arithmetic of 50 digits, not from this code.
describe('update leaky', () => {
  it('lets two through at once where the limit is three per minute, and fades by e a minute', () => {
    const { actual, expected } = playTable(
      make('leaky', 3, 60 * SECOND),
      `
      time  before       ask  verdict  after        retry
      0     0            1    allow    1            -
      0     1            1    allow    2            -
      0     2            1    deny     2            0.000001    · 3 is not below 3; a moment later it is
      0     2            2    deny     2            23.689046
      60    0.735758882  1    allow    1.367879441  -           · 2/e, and 1 − 1/e for one in a minute
      60    1.367879441  1    allow    2.367879441  -
      60    2.367879441  1    deny     2.367879441  8.202019
      60    2.367879441  3    deny     2.367879441  never       · its cost alone is no rate below 3
      60    2.367879441  4    large    2.367879441  never
      9060  0            2    allow    2            -           · after a silence, the cost and no less
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('takes the first request’s cost as its rate, whenever it comes', () => {
    for (const first of [0, 1, 17, 60 * SECOND, 29 * DAY]) {
      const { limiter, params } = make('leaky', 5, 30 * DAY);
      const state = limiter.init(params);
      limiter.decide(state, params, first, 3);
      expect(limiter.level(state, params, first)).toBe(3);
    }
  });

  it('admits n per T of a client that keeps trying', () => {
    // Two a second for 1,000 s, where one a second is allowed: after the first T, one more each second.
    expect(admitted(make('leaky', 10, 10 * SECOND), SECOND / 2, 2000, 20)).toBe(990);
  });

  it('reaches its bound: n − 1 at an instant, n within 2 µs, 2n − 1 within T', () => {
    const { limiter, params } = make('leaky', 10, 10 * SECOND);
    const state = limiter.init(params);
    const instants: number[] = [];
    for (let now = 0; now < 10 * SECOND;) {
      if (limiter.decide(state, params, now, 1) === ALLOW) instants.push(now);
      else now += limiter.retryAfter(state, params, now, 1);
    }
    expect(instants.filter((at) => at < 1)).toHaveLength(9);
    expect(instants.filter((at) => at < 2)).toHaveLength(10);
    expect(instants).toHaveLength(19);
    expect([1, 2, 10 * SECOND].map((length) => limiter.bound(params, length))).toEqual([9, 10, 19]);
  });

  it('lets nothing in at n = 1', () => {
    const { limiter, params } = make('leaky', 1, SECOND);
    const state = limiter.init(params);
    for (const now of [0, 1, SECOND, DAY]) {
      expect(limiter.decide(state, params, now, 1)).toBe(DENY);
      expect(limiter.retryAfter(state, params, now, 1)).toBe(NEVER);
      expect(limiter.level(state, params, now)).toBe(0);
    }
    expect(limiter.bound(params, 10 * SECOND)).toBe(0);
  });
});

describe('update strict', () => {
  it('counts what it refuses', () => {
    const { actual, expected } = playTable(
      make('strict', 3, 60 * SECOND),
      `
      time       before       ask  verdict  after        retry
      0          0            1    allow    1            -
      0          1            1    allow    2            -
      0          2            1    deny     3            20.000001   · a rate of 3, kept up, is one every 20 s
      10         2.539445175  1    deny     3.460554825  27.275533
      37.275532  2.196437502  1    deny     3.000000016  20.000001
      70         1.738816126  4    large    1.738816126  never
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('locks out a client that keeps trying faster than the limit, and admits one that slows down', () => {
    const testCase = make('strict', 10, 10 * SECOND);
    expect(admitted(testCase, SECOND / 2, 2000, 100)).toBe(0);
    const { limiter, params } = testCase;
    const state = limiter.init(params);
    for (let i = 0; i < 100; i++) limiter.decide(state, params, (i * SECOND) / 2, 1);
    const late = Array.from({ length: 50 }, (_, i) => limiter.decide(state, params, 51 * SECOND + 1.2 * SECOND * i, 1));
    expect(late[0]).toBe(DENY);
    expect(late.slice(-30)).toEqual(Array.from({ length: 30 }, () => ALLOW));
  });
});

it('gives a retry-after time exact to the microsecond, over thirty days and after a million refusals', () => {
  const month = make('leaky', 9, 30 * DAY);
  const state = { rate: 5, time: 0 };
  expect(month.limiter.retryAfter(state, month.params, 0, 8)).toBe(1_443_080_645_619);
  expect(month.limiter.retryAfter(state, month.params, 1_443_080_645_618, 8)).toBe(1);
  expect(month.limiter.retryAfter(state, month.params, 1_443_080_645_619, 8)).toBe(0);
  const crowd = make('strict', 10, SECOND);
  const hammered = { rate: 1e6, time: 0 };
  // ln(10^5) is 11.513; one request in 11.5 s is a rate of 0.087 more.
  const wait = crowd.limiter.retryAfter(hammered, crowd.params, 0, 1);
  expect(wait / SECOND).toBeCloseTo(11.5216, 3);
});

it('treats time that steps back as no time, and decays no faster when it passes again', () => {
  const { limiter, params } = make('leaky', 10, 10 * SECOND);
  const state = limiter.init(params);
  limiter.decide(state, params, 10 * SECOND, 5);
  limiter.decide(state, params, 5 * SECOND, 1);
  expect(limiter.level(state, params, 5 * SECOND)).toBe(6);
  expect(limiter.level(state, params, 10 * SECOND)).toBe(6);
  expect(limiter.level(state, params, 20 * SECOND)).toBeCloseTo(6 / Math.E, 12);
});

it('is drawn in steps of T/16, until nothing is left', () => {
  const { limiter, params } = make('leaky', 10, SECOND);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 100, 9);
  expect(limiter.nextBreakpoint(state, params, 100)).toBe(62_600);
  // 9·e^−9.1 is just above a thousandth.
  expect(limiter.nextBreakpoint(state, params, 100 + 9_100_000)).toBe(100 + 9_100_000 + 62_500);
  expect(limiter.nextBreakpoint(state, params, 100 + 9_110_000)).toBe(NEVER);
});

it('is pictured as a decaying rate', () => {
  const { limiter, params } = make('leaky', 10, SECOND);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 8);
  expect(limiter.picture(state, params, SECOND)).toEqual({
    kind: 'decay',
    rate: 8,
    now: expect.closeTo(8 / Math.E, 12) as number,
    n: 10,
    elapsed: 1,
    T: 1,
  });
});
