import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { leakyInterval } from './leakyInterval.ts';
import type { Edition } from './limiter.ts';
import { ALLOW } from '../verdict.ts';
import { caseOf, playTable } from './testing.ts';

const make = (edition: Edition, n: number, T: number) =>
  caseOf(leakyInterval, { edition, policy: { n, T, capacity: n } });

/** The instants at which a flood gets through, one try every `every` microseconds. */
function flood({ limiter, params }: ReturnType<typeof make>, every: number, until: number, from = 0): number[] {
  const state = limiter.init(params);
  const passed: number[] = [];
  for (let at = from; at < until; at += every) if (limiter.decide(state, params, at, 1) === ALLOW) passed.push(at);
  return passed;
}

describe('corrected', () => {
  it('shuts for a third of a second, times the cost', () => {
    const { actual, expected } = playTable(
      make('corrected', 3, SECOND),
      `
      time      before            ask  verdict  after            retry
      0         0                 1    allow    1/3              -
      0         1/3               1    deny     1/3              0.333334
      0.333333  1/3000000         1    deny     1/3000000        0.000001
      0.333334  0                 1    allow    1/3              -         · a third from now: what it came late is lost
      0.666667  1/3000000         1    deny     1/3000000        0.000001
      0.9       0                 6    allow    2                -         · any cost passes an open gate
      1         1.9               1    deny     1.9              1.9
      2.899999  0.000001          9    deny     0.000001         0.000001  · and waits no longer at a shut one
      2.9       0                 1    allow    1/3              -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('gives a client that is a little too fast half its rate', () => {
    expect(flood(make('corrected', 1, SECOND), 900_000, 9 * SECOND)).toEqual([0, 2, 4, 6, 8].map((k) => 900_000 * k));
  });

  it('falls straight until it opens', () => {
    const { limiter, params } = make('corrected', 3, SECOND);
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
    limiter.decide(state, params, 10, 1);
    expect(limiter.nextBreakpoint(state, params, 10)).toBe(333_344);
    expect(limiter.nextBreakpoint(state, params, 333_343)).toBe(333_344);
    expect(limiter.nextBreakpoint(state, params, 333_344)).toBe(NEVER);
  });

  it('is pictured as shut for so long', () => {
    const { limiter, params } = make('corrected', 4, SECOND);
    const state = limiter.init(params);
    expect(limiter.picture(state, params, 0)).toEqual({ kind: 'gate', opensIn: 0, interval: 0.25 });
    limiter.decide(state, params, SECOND, 3);
    expect(limiter.picture(state, params, 1.5 * SECOND)).toEqual({ kind: 'gate', opensIn: 0.25, interval: 0.25 });
  });

  it('reaches its bound', () => {
    const seventh = make('corrected', 7, SECOND);
    // 142,857.14… µs, and whole ones only.
    expect(flood(seventh, 1, SECOND)).toEqual([0, 1, 2, 3, 4, 5, 6].map((k) => 142_858 * k));
    expect(seventh.limiter.bound(seventh.params, SECOND)).toBe(7);
    expect(seventh.limiter.bound(seventh.params, 142_858)).toBe(1);
    expect(seventh.limiter.bound(seventh.params, 142_859)).toBe(2);
  });

  it('counts any cost exactly, and any run', () => {
    const { limiter, params } = caseOf(leakyInterval, {
      policy: { n: 999_983, T: 30 * DAY, capacity: 1 },
      horizon: 400 * DAY,
    });
    const state = limiter.init(params);
    limiter.decide(state, params, 365 * DAY, 999_983);
    expect(limiter.retryAfter(state, params, 365 * DAY, 1)).toBe(30 * DAY);
    expect(limiter.level(state, params, 365 * DAY)).toBe((30 * DAY) / SECOND);
    limiter.decide(state, params, 395 * DAY, 999_982);
    // 30 days less 2,592,044.06 µs.
    expect(limiter.retryAfter(state, params, 395 * DAY, 1)).toBe(30 * DAY - 2_592_044);
    const slowest = make('corrected', 1, 30 * DAY);
    const shut = slowest.limiter.init(slowest.params);
    slowest.limiter.decide(shut, slowest.params, 0, 1_000_000);
    expect(slowest.limiter.retryAfter(shut, slowest.params, 0, 1)).toBe(30_000_000 * DAY);
  });
});

describe('published', () => {
  it('cuts clock and interval to whole milliseconds', () => {
    const { actual, expected } = playTable(
      make('published', 3, SECOND),
      `
      time      before    ask  verdict  after     retry
      0.0009    0         1    allow    0.3321    -         · 0.333 from the start of the millisecond
      0.0009    0.3321    1    deny     0.3321    0.3321
      0.332999  0.000001  1    deny     0.000001  0.000001
      0.333     0         1    allow    0.333     -         · 1,000/3 ms, cut
      0.7       0         2    allow    0.666     -
      1.3659    0.0001    1    deny     0.0001    0.0001
      1.3661    0         1    allow    0.3329    -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it.each([
    // n, T, interval in ms: ⌊T in ms / n⌋, of the exact quotient
    [3, SECOND, 333],
    [1000, SECOND, 1],
    [1001, SECOND, 0],
    [600, SECOND, 1],
    [7, 333_333, 47],
    [1, 1999, 1],
    [1, 1000, 1],
    [2, 1999, 0],
    [3, 60 * SECOND, 20_000],
  ])('at %d per %d µs, one every %d ms', (n, T, interval) => {
    const { limiter, params } = make('published', n, T);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 1);
    expect(limiter.retryAfter(state, params, 0, 1)).toBe(interval * 1000);
  });

  it('claims no bound where it has no limit, and keeps an axis there', () => {
    const none = make('published', 2000, SECOND);
    expect(flood(none, 1, 5000)).toHaveLength(5000);
    expect(none.limiter.bound(none.params, 1)).toBe(Infinity);
    expect(none.limiter.gauge.full(none.params)).toBe(0.001);
    expect(none.limiter.gauge.full(make('corrected', 2000, SECOND).params)).toBe(0.0005);
  });

  it('reaches its bound: from the end of one millisecond to the start of another', () => {
    const testCase = make('published', 3, SECOND);
    // At 999 µs, a clock of 0, and then at 333 ms, 666 ms, …
    expect(flood(testCase, 1, 1_000_000, 999)).toEqual([999, 333_000, 666_000, 999_000]);
    expect(testCase.limiter.bound(testCase.params, 332_001)).toBe(1);
    expect(testCase.limiter.bound(testCase.params, 332_002)).toBe(2);
    expect(testCase.limiter.bound(testCase.params, 998_002)).toBe(4);
    expect(testCase.limiter.bound(testCase.params, 998_001)).toBe(3);
  });
});

it('shows what is left to the last digit, just before the gate opens', () => {
  // A cost of 14 at 13 a day shuts it for 93,046.1538461538… s: 8/13 µs are left at the last whole one before that.
  const { limiter, params } = caseOf(leakyInterval, { policy: { n: 13, T: DAY, capacity: 13 } });
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 14);
  const last = limiter.nextBreakpoint(state, params, 0) - 1;
  expect(limiter.level(state, params, last) * 13e6).toBeCloseTo(Number((14n * 86_400_000_000n) % 13n), 9);
});

it('says how long it shuts where that is less than a millisecond', () => {
  const { limiter, params } = make('corrected', 3, 1_000);
  const state = limiter.init(params);
  expect(limiter.explain(state, params, 0, 1).sentence).toBe(
    'The gate is open; the request passes and shuts it for 0.000333 s.',
  );
  limiter.decide(state, params, 0, 2);
  expect(limiter.explain(state, params, 500, 1).sentence).toBe(
    'The last admitted request shut the gate at 0.000 s for 0.000667 s; it opens in 0.000167 s.',
  );
});
