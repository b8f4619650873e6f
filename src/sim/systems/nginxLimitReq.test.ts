import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { ALLOW, DELAY, outcomeOf } from '../verdict.ts';
import { nginxLimitReq } from './nginxLimitReq.ts';
import { caseOf, playTable } from '../limiters/testing.ts';

const make = (n: number, T: number, burst: number, delay: number | 'none' = 0) =>
  caseOf(nginxLimitReq, { options: { burst, delay }, policy: { n, T, capacity: 1 } });

it('delays a burst, so that requests leave at the rate', () => {
  const { actual, expected } = playTable(
    make(3, SECOND, 2),
    `
    time    before  ask  verdict  after  wait
    0       0       1    allow    0      -        · the first has no excess
    0       0       1    delay    1      0.333    · whole milliseconds, cut
    0       1       1    delay    2      0.666
    0       2       1    deny     2      0.334    · 1,000 thousandths at 3 a millisecond: only 334 ms drain them
    0.3339  1.001   1    deny     1.001  0.0001   · the clock says 333 ms
    0.334   0.998   1    delay    1.998  0.666
    0.3349  1.998   1    deny     1.998  0.3321
    5       0       1    allow    0      -        · after a silence no excess, like the first
    `,
  );
  expect(actual).toEqual(expected);
});

it('delays only what is above `delay`', () => {
  const { actual, expected } = playTable(
    make(1, SECOND, 3, 2),
    `
    time   before  ask  verdict  after  wait
    0      0       1    allow    0      -
    0      0       1    allow    1      -
    0      1       1    allow    2      -
    0      2       1    delay    3      1
    0      3       1    deny     3      1
    0.5    2.5     1    deny     2.5    0.5
    1      2       1    delay    3      1
    1.7    2.3     1    deny     2.3    0.3
    3.5    0.5     1    allow    1.5    -
    `,
  );
  expect(actual).toEqual(expected);
});

it('serves a whole burst at once with delay none, and frees its places at the rate', () => {
  const table = `
    time  before  ask  verdict  after  wait
    0     0       1    allow    0      -
    0     0       1    allow    1      -
    0     1       1    allow    2      -
    0     2       1    deny     2      1
    1.5   0.5     1    allow    1.5    -
    1.5   1.5     1    deny     1.5    0.5
    `;
  for (const delay of ['none', 2, 5] as const) {
    const { actual, expected } = playTable(make(1, SECOND, 2, delay), table);
    expect(actual).toEqual(expected);
  }
});

it('lets one through at a time without a burst', () => {
  const { actual, expected } = playTable(
    make(10, SECOND, 0),
    `
    time      before  ask  verdict  after  retry
    0.0009    0       1    allow    0      -       · in the millisecond 0
    0.0009    0       1    deny     0      0.0991
    0.099999  0       1    deny     0      0.000001
    0.1       0       1    allow    0      -
    0.1       0       5    deny     0      0.5     · five requests of the rate
    0.6       0       5    allow    0      -
    `,
  );
  expect(actual).toEqual(expected);
});

it('lets the first request of a key through, whatever it costs, and any other in the end', () => {
  const { actual, expected } = playTable(
    make(1, SECOND, 2),
    `
    time  before  ask   verdict  after  wait
    7     0       1000  allow    0      -
    7     0       1000  deny     0      998
    9     0       1     allow    0      -      · a second too long, which is not kept
    9     0       4     deny     0      2
    11    0       4     delay    2      2
    12    1       1000  deny     1      999    · since 11, as a refusal changes nothing
    `,
  );
  expect(actual).toEqual(expected);
});

it.each([
  // n, T, thousandths of a request a second: ⌊1000·n/T⌋
  [10, SECOND, 10_000],
  [10, 60 * SECOND, 166],
  [1, 60 * SECOND, 16],
  [13, 1_000_003, 12_999],
  [7, 333_333, 21_000],
  [1_000_000, 1000, 1_000_000_000_000],
  [2592, 30 * DAY, 1],
])('at %d per %d µs, drains %d a second', (n, T, r) => {
  const { limiter, params } = make(n, T, 0);
  expect(params['r']).toBe(r);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 1);
  expect(limiter.retryAfter(state, params, 0, 1)).toBe(Math.ceil(1e6 / r) * 1000);
  // However long the silence, it passes.
  expect(limiter.decide(state, params, 400 * DAY, 1)).toBe(ALLOW);
});

it('refuses a rate below a thousandth of a request a second, and says what may be', () => {
  expect(() => make(2591, 30 * DAY, 5)).toThrow(
    'n = 2,591 per T = 2,592,000 s is less than a thousandth of a request a second, the least that nginx counts: ' +
      'n may be 2,592 or more, or T 2,591,000 s or less',
  );
  expect(() => make(1, 1000 * SECOND + 1, 5)).toThrow('n may be 2 or more, or T 1,000 s or less');
  expect(() => make(1, 1000 * SECOND, 5)).not.toThrow();
});

it('falls by thousandths, on whole milliseconds', () => {
  const { limiter, params } = make(10, 60 * SECOND, 5);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  limiter.decide(state, params, 500, 1);
  limiter.decide(state, params, 500, 1);
  // 166 a second: the first after 6.02 ms, the second after 12.05.
  expect(limiter.nextBreakpoint(state, params, 500)).toBe(7000);
  expect(limiter.nextBreakpoint(state, params, 6999)).toBe(7000);
  expect(limiter.nextBreakpoint(state, params, 7000)).toBe(13_000);
  expect(limiter.level(state, params, 7000)).toBe(0.999);
  expect(limiter.nextBreakpoint(state, params, 7 * SECOND)).toBe(NEVER);
});

it('drains nothing when time steps back, nor the same time again', () => {
  const { limiter, params } = make(1, SECOND, 5);
  const state = limiter.init(params);
  for (const at of [2, 2, 1, 1.5]) limiter.decide(state, params, at * SECOND, 1);
  expect(limiter.level(state, params, 1 * SECOND)).toBe(3);
  expect(limiter.level(state, params, 2 * SECOND)).toBe(3);
  expect(limiter.level(state, params, 2.5 * SECOND)).toBe(2.5);
});

it('is pictured with the excess, 1 below none where the next request is free', () => {
  const { limiter, params } = make(1, SECOND, 5, 2);
  const state = limiter.init(params);
  const idle = { kind: 'excess', excess: -1, burst: 5, delay: 2 };
  expect(limiter.picture(state, params, 0)).toEqual(idle);
  for (let i = 0; i < 3; i++) limiter.decide(state, params, 0, 1);
  expect(limiter.picture(state, params, 0.5 * SECOND)).toEqual({ ...idle, excess: 1.5 });
  expect(limiter.picture(state, params, 2.25 * SECOND)).toEqual({ ...idle, excess: -0.25 });
  expect(limiter.picture(state, params, DAY)).toEqual(idle);
});

it('keeps an axis without a burst', () => {
  expect(nginxLimitReq.gauge.full(make(1, SECOND, 0).params)).toBe(1);
  expect(nginxLimitReq.gauge.full(make(1, SECOND, 7).params)).toBe(7);
});

describe('its bound is reached', () => {
  /** When a traffic takes effect, with 20 tries at each instant or one. */
  function effects({ limiter, params }: ReturnType<typeof make>, instants: readonly number[], tries: number): number[] {
    const state = limiter.init(params);
    const found: number[] = [];
    for (const at of instants) {
      for (let i = 0; i < tries; i++) {
        const verdict = limiter.decide(state, params, at, 1);
        if (outcomeOf(verdict) !== 'deny') found.push(at + (verdict === DELAY ? (state['wait'] as number) : 0));
      }
    }
    return found.sort((one, other) => one - other);
  }
  /** The most of sorted instants within any period of that length. */
  function most(found: readonly number[], length: number): number {
    let largest = 0;
    let first = 0;
    for (const [index, at] of found.entries()) {
      while (at - (found[first] as number) >= length) first++;
      largest = Math.max(largest, index + 1 - first);
    }
    return largest;
  }
  const everyMillisecond = Array.from({ length: 3000 }, (_, i) => 1000 * i);

  it.each([
    ['no burst: every 4 ms at 300 a second', make(300, SECOND, 0), [1, 3001, 4001, 24_001, 100_001]],
    ['no burst: every 334 ms', make(3, SECOND, 0), [1, 333_001, 334_001, 668_001]],
    [
      'delay none: five, and one every third of a second',
      make(3, SECOND, 4, 'none'),
      [1, 333_001, 334_001, SECOND + 1],
    ],
    ['delay 0: one every third of a second', make(3, SECOND, 4), [1, 332_001, 333_001, 666_001, SECOND + 1]],
    ['delay 2: three, and one every third of a second', make(3, SECOND, 4, 2), [1, 333_001, 666_001, SECOND + 1]],
    ['three a millisecond at most, whatever the rate', make(5, 1000, 2, 'none'), [1, 1001, 2001, 10_001]],
  ] as const)('by a flood, %s', (_, testCase, lengths) => {
    const found = effects(testCase, everyMillisecond, 20);
    for (const length of lengths) {
      expect([length, most(found, length)]).toEqual([length, testCase.limiter.bound(testCase.params, length)]);
    }
  });

  it.each([
    ['no burst', make(3, SECOND, 0), [999, 334_000], 333_002],
    ['delay 0', make(3, SECOND, 4), [999, 1000], 332_002],
  ] as const)('from the end of a millisecond to the start of another, %s', (_, testCase, instants, length) => {
    const found = effects(testCase, instants, 1);
    for (const exactly of [length - 1, length]) {
      expect(most(found, exactly)).toBe(testCase.limiter.bound(testCase.params, exactly));
    }
    expect(testCase.limiter.bound(testCase.params, length)).toBe(2);
  });
});
