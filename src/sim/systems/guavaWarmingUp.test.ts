/** What holds for both of Guava's limiters is tried in `guavaBursty.test.ts`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER, SECOND, type Instant } from '../time.ts';
import { guavaWarmingUp, type GuavaWarmingUpParams } from './guavaWarmingUp.ts';
import type { Options } from '../limiters/limiter.ts';
import { ALLOW } from '../verdict.ts';
import { caseOf, defaultOptions, playTable } from '../limiters/testing.ts';

function make(n: number, T: number, options: Options = {}) {
  const { params, ...rest } = caseOf(guavaWarmingUp, {
    policy: { n, T, capacity: n },
    options: { ...defaultOptions(guavaWarmingUp), ...options },
  });
  return { ...rest, limiter: guavaWarmingUp, params: params as GuavaWarmingUpParams };
}

describe('five a second, four seconds to warm up', () => {
  it('has its threshold at 10 permits, and 20 when it is cold', () => {
    expect(make(5, SECOND, { warmup: 4 }).params).toMatchObject({
      stable: 200_000,
      cold: 600_000,
      threshold: 10,
      maxPermits: 20,
      slope: 40_000,
    });
  });

  it('pays the area over the permits that it takes', () => {
    const { actual, expected } = playTable(
      make(5, SECOND, { warmup: 4 }),
      `
      time   before  ask  verdict  after  wait
      0      20      5    allow    15     -      · it starts cold, and lets any size through
      0      15      5    delay    10     2.5    · 5 permits at 0.6 s falling to 0.4 s
      0      10      5    delay    5      4      · 5 more, falling to 0.2 s: it is warm
      0      5       6    delay    0      5      · below the threshold 0.2 s each
      7.2    5       1    allow    4      -      · five stored and one fresh were 1.2 s; a second of idling stores five
      10.2   18      8    allow    10     -      · cold again, all but two
      10.2   10      1    delay    9      2.88   · 8 permits at 0.52 s falling to 0.2 s
      13.48  10      1    allow    9      -
      100    20      25   allow    0      -      · no more than 20 are stored
      100    0       1    delay    0      7      · 4 s to warm up, 2 s for ten warm ones, 1 s for five fresh ones
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('crosses the threshold within a request', () => {
    const { actual, expected } = playTable(
      make(5, SECOND, { warmup: 4 }),
      `
      time  before  ask  verdict  after  wait
      0     20      13   allow    7      -
      0     7       9    delay    0      4.6    · ten above the threshold, three below
      0     0       1    delay    0      6.4    · seven stored and two fresh, all at 0.2 s
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('refuses at once what would wait longer than the timeout', () => {
    const { actual, expected } = playTable(
      make(5, SECOND, { warmup: 4, mode: 'tryAcquire', timeout: 2.5 }),
      `
      time      before  ask  verdict  after  wait
      0         20      5    allow    15     -
      0         15      5    delay    10     2.5       · exactly the timeout is in time
      0         10      1    deny     10     1.5
      1.499999  10      1    deny     10     0.000001
      1.5       10      1    delay    9      2.5
      `,
    );
    expect(actual).toEqual(expected);
  });
});

/** The waits of callers who ask for one permit one after the other, each when the one before has been let through. */
function waitsOf({ limiter, params }: ReturnType<typeof make>, ...silences: readonly number[]): number[][] {
  const state = limiter.init(params);
  let now = 0;
  return [0, ...silences].map((silence) => {
    now += silence * SECOND;
    return Array.from({ length: 8 }, () => {
      limiter.decide(state, params, now, 1);
      now += state.wait;
      return state.wait / SECOND;
    });
  });
}

describe('what the tests of google/guava print, RateLimiterTest.java, in microseconds', () => {
  it('testWarmUp', () => {
    const cold = [0, 1.375, 1.125, 0.875, 0.625, 0.5, 0.5, 0.5];
    // Half a second repays the last one. After 4 s it is cold again; after 2 s it has come to the threshold.
    const warm = [0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
    expect(waitsOf(make(2, SECOND, { warmup: 4 }), 4.5, 2.5)).toEqual([cold, cold, warm]);
  });

  it('testWarmUpWithColdFactor', () => {
    const cold = [0, 1.7525, 1.2575, 0.7625, 0.300227, 0.2, 0.2, 0.2];
    const warm = [0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2];
    expect(waitsOf(make(5, SECOND, { warmup: 4, coldFactor: 10 }), 4.2, 1.2)).toEqual([cold, cold, warm]);
  });

  it('testWarmUpWithColdFactor1', () => {
    const level = [0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2];
    expect(waitsOf(make(5, SECOND, { warmup: 4, coldFactor: 1 }), 0.34)).toEqual([level, level]);
  });
});

const settings = fc
  .record({
    n: fc.integer({ min: 1, max: 1000 }),
    T: fc.integer({ min: 20_000, max: 100 * SECOND }),
    warmup: fc.double({ min: 0.001, max: 3600, noNaN: true }),
    coldFactor: fc.double({ min: 1, max: 100, noNaN: true }),
  })
  .map(({ n, T, warmup, coldFactor }) => ({
    ...make(n, T, { warmup, coldFactor }),
    warmup: Math.round(warmup * SECOND),
  }));

describe('the areas', () => {
  it('are warmup above the threshold, and half of it below, whatever the rate and the factor', () => {
    fc.assert(
      fc.property(settings, ({ limiter, params, warmup }) => {
        const { maxPermits, threshold, stable } = params;
        const all = Math.ceil(maxPermits);
        const state = limiter.init(params);
        limiter.decide(state, params, 0, all);
        expect(state.stored).toBe(0);
        const paid = 1.5 * warmup + (all - maxPermits) * stable;
        // Three parts, each cut to whole microseconds.
        expect(state.nextFree).toBeLessThanOrEqual(paid + 1e-9 * paid);
        expect(state.nextFree).toBeGreaterThan(paid - 3 - 1e-9 * paid);

        const steep = Math.ceil(maxPermits - threshold);
        const other = limiter.init(params);
        limiter.decide(other, params, 0, steep);
        const level = (steep - (maxPermits - threshold)) * stable;
        expect(other.nextFree).toBeGreaterThan(warmup + level - 3 - 1e-9 * paid);
        expect(other.nextFree).toBeLessThanOrEqual(warmup + level + 1e-9 * paid);
      }),
      { numRuns: 500, seed: 20_260_104 },
    );
  });

  it('take warmup of idling to come back', () => {
    fc.assert(
      fc.property(settings, ({ limiter, params, warmup }) => {
        const state = limiter.init(params);
        limiter.decide(state, params, 0, Math.ceil(params.maxPermits));
        const cold = limiter.nextBreakpoint(state, params, state.nextFree);
        expect(Math.abs(cold - state.nextFree - warmup)).toBeLessThanOrEqual(1);
        expect(limiter.level(state, params, state.nextFree + warmup)).toBeCloseTo(params.maxPermits, 6);
        expect(limiter.nextBreakpoint(state, params, cold)).toBe(NEVER);
      }),
      { numRuns: 200, seed: 20_260_104 },
    );
  });
});

it('is drawn from what is kept of the last request', () => {
  const { limiter, params } = make(5, SECOND, { warmup: 4 });
  const state = limiter.init(params);
  const still = { kind: 'trapezoid', maxStored: 20, threshold: 10, stable: 0.2, cold: 0.6 };
  expect(limiter.picture(state, params, 0)).toEqual({ ...still, stored: 20, freeIn: 0, from: 20, to: 20, fresh: 0 });
  limiter.decide(state, params, 3 * SECOND, 23);
  expect(limiter.picture(state, params, 4 * SECOND)).toEqual({
    ...still,
    stored: 0,
    freeIn: 5.6,
    from: 20,
    to: 0,
    fresh: 3,
  });
  expect(limiter.readouts(state, params, 12.6 * SECOND)).toEqual([
    ['stored permits', '15'],
    ['nextFree', '9.600 s'],
    ['interval', '0.4 s'],
  ]);
});

describe('the bound', () => {
  it('is reached: a request that empties the store is cut in two, and loses a microsecond', () => {
    const { limiter, params } = make(10, SECOND, { coldFactor: 2 });
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 1000);
    const start = state.nextFree + 10_001;
    const admitted: Instant[] = [];
    for (let i = 0; i < 20; i++) {
      limiter.decide(state, params, start, 1);
      admitted.push(start + state.wait);
    }
    // 11,667.83 µs for what was stored and 88,332.17 µs for the rest of the permit.
    expect(admitted[1]).toBe(start + 99_999);
    expect(admitted.filter((at) => at < start + SECOND)).toHaveLength(11);
    expect(limiter.bound(params, SECOND)).toBe(11);
    expect(limiter.bound(params, 1)).toBe(1);
  });

  it('rests on this: a microsecond of idling never gains more than itself', () => {
    const gaining: string[] = [];
    for (let n = 1; n <= 400; n++) {
      for (let interval = 5; interval <= 100; interval++) {
        if (n * interval < 1000) continue;
        const { limiter, params } = make(n, n * interval);
        const state = limiter.init(params);
        limiter.decide(state, params, 0, 2 * Math.ceil(params.maxPermits));
        const free = state.nextFree;
        limiter.decide(state, params, free + 1, 1);
        if (state.nextFree - free < Math.floor(params.stable)) gaining.push(`${n} per ${n * interval} µs`);
      }
    }
    expect(gaining).toEqual([]);
  });

  it('claims nothing where a microsecond is much of the interval', () => {
    expect(make(1000, 4000).limiter.bound(make(1000, 4000).params, SECOND)).toBe(Infinity);
    const { limiter, params } = make(1_000_000, 1000);
    const state = limiter.init(params);
    for (let i = 0; i < 100; i++) expect(limiter.decide(state, params, 0, 1)).toBe(ALLOW);
  });
});
