import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND, type Instant } from '../time.ts';
import { guavaBursty, type GuavaParams, type GuavaState } from './guavaBursty.ts';
import { guavaWarmingUp } from './guavaWarmingUp.ts';
import { cloneState, type Limiter, type Options } from '../limiters/limiter.ts';
import { ALLOW, DELAY, DENY } from '../verdict.ts';
import { caseOf, defaultOptions, playTable, POLICIES } from '../limiters/testing.ts';

type Smooth = Limiter<GuavaParams, GuavaState>;

const SEED = 20_260_103;

function make(limiter: Smooth, n: number, T: number, options: Options = {}) {
  const { params, ...rest } = caseOf(limiter, {
    policy: { n, T, capacity: n },
    options: { ...defaultOptions(limiter), ...options },
  });
  return { ...rest, params: params as GuavaParams };
}

const bursty = (n: number, T: number, options: Options = {}) => make(guavaBursty, n, T, options);

describe('five a second', () => {
  it('makes the next caller pay, and stores a second of idling', () => {
    const { actual, expected } = playTable(
      bursty(5, SECOND),
      `
      time  before  ask  verdict  after  wait
      0     0       3    allow    0      -      · it starts with nothing stored, and lets any size through
      0     0       1    delay    0      0.6    · this one pays for the three
      0.7   0       1    delay    0      0.1
      1.5   2.5     2    allow    0.5    -      · idle since 1 s; what is stored is free
      1.5   0.5     1    allow    0      -
      1.5   0       1    delay    0      0.1    · half a permit was stored, half had to be made
      10    5       15   allow    0      -      · no more than 5 are stored
      10.5  0       1    delay    0      1.5    · ten fresh ones put nextFree off to 12 s
      12.3  0.5     1    allow    0      -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('refuses at once what would wait longer than the timeout', () => {
    const { actual, expected } = playTable(
      bursty(5, SECOND, { mode: 'tryAcquire', timeout: 0.5 }),
      `
      time      before  ask  verdict  after  wait
      0         0       5    allow    0      -
      0         0       1    deny     0      0.5
      0.499999  0       1    deny     0      0.000001
      0.5       0       9    delay    0      0.5       · exactly the timeout is in time, at any size
      0.5       0       1    deny     0      1.8       · nextFree is 2.8 s
      2.3       0       1    delay    0      0.5
      5         5       6    allow    0      -
      5         0       1    delay    0      0.2
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('without a timeout gets in only when nextFree has come', () => {
    const { actual, expected } = playTable(
      bursty(5, SECOND, { mode: 'tryAcquire' }),
      `
      time      before  ask  verdict  after  wait
      0         0       1    allow    0      -
      0         0       1    deny     0      0.2
      0.199999  0       1    deny     0      0.000001
      0.2       0       1    allow    0      -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('stores maxBurstSeconds, or nothing', () => {
    const { actual, expected } = playTable(
      bursty(5, SECOND, { maxBurstSeconds: 0 }),
      `
      time  before  ask  verdict  after  wait
      9     0       1    allow    0      -
      9     0       1    delay    0      0.2
      `,
    );
    expect(actual).toEqual(expected);
    const longer = playTable(
      bursty(5, SECOND, { maxBurstSeconds: 7.5 }),
      `
      time  before  ask  verdict  after  wait
      7     35      1    allow    34     -
      9     37.5    38   allow    0      -
      9     0       1    delay    0      0.1
      `,
    );
    expect(longer.actual).toEqual(longer.expected);
  });
});

it('computes the rate per second first, as Guava does: 1 per 0.06 s falls short of 60,000 µs', () => {
  const { limiter, params } = bursty(1, 60_000);
  const state = limiter.init(params);
  limiter.decide(state, params, 0, 1);
  expect(params.stable).toBe(59_999.999_999_999_99);
  expect(state['nextFree']).toBe(59_999);
});

describe('the explanation', () => {
  const { limiter, params } = bursty(5, SECOND, { mode: 'tryAcquire', timeout: 0.5 });
  const state = limiter.init(params);
  const lines = (now: Instant, timeout: number) => {
    const { code, executedLines } = limiter.explain(state, { ...params, timeout }, now, 1);
    return executedLines.map((line) => (code[line] as string).trim().slice(0, 14));
  };

  it('marks the executed lines: the store is updated only after a silence', () => {
    limiter.decide(state, params, 0, 5);
    const charge = ['wait = nextFre', 'spend = min(co', 'nextFree = nex', 'allow after wa'];
    const silence = ['if now > nextF', 'stored = min(m', 'nextFree = now'];
    expect(lines(0, params.timeout)).toEqual(['if nextFree − ']);
    expect(lines(SECOND, params.timeout)).toEqual(['if now > nextF', ...charge]);
    expect(lines(SECOND + 1, params.timeout)).toEqual([...silence, ...charge]);
    expect(lines(SECOND + 1, NEVER)).toEqual([...silence, ...charge]);
    expect(lines(SECOND, NEVER)).toEqual(['if now > nextF', ...charge]);
  });

  it('states which caller pays for what', () => {
    const said = (now: Instant, cost: number) => limiter.explain(state, params, now, cost);
    expect(said(0.25 * SECOND, 1)).toMatchObject({
      sentence:
        'nextFree is 0.750 s away, and the timeout is 0.500 s: the request is refused at once. The wait is short enough ' +
        'in 0.250 s.',
      condition: 'nextFree ≤ now + timeout',
      evaluatedCondition: '1 ≤ 0.25 + 0.5',
    });
    expect(said(0.75 * SECOND, 2).sentence).toBe(
      'The request waits 0.250 s, until nextFree. It takes 2 fresh permits and postpones nextFree by 0.400 s: the ' +
        'next caller pays.',
    );
    expect(said(1.5 * SECOND, 3).sentence).toBe(
      'nextFree has come, so the request does not wait. It takes 2.5 of 2.5 stored permits and 0.5 fresh ' +
        'permits and postpones nextFree by 0.100 s: the next caller pays.',
    );
  });
});

/** The waits of callers who come one after the other, each when the one before has been let through. */
function waitsOf({ limiter, params }: ReturnType<typeof bursty>, costs: readonly number[], now = 0): number[] {
  const state = limiter.init(params);
  return costs.map((cost) => {
    limiter.decide(state, params, now, cost);
    const wait = state['wait'] as number;
    now += wait;
    return wait / SECOND;
  });
}

describe('what the tests of google/guava print, RateLimiterTest.java', () => {
  it('testSimple', () => expect(waitsOf(bursty(5, SECOND), [1, 1, 1])).toEqual([0, 0.2, 0.2]));
  it('testOneSecondBurst', () =>
    expect(waitsOf(bursty(5, SECOND), [1, 1, 3, 1, 1], 2 * SECOND)).toEqual([0, 0, 0, 0, 0.2]));
  it('testSimpleWeights', () => expect(waitsOf(bursty(1, SECOND), [1, 1, 2, 4, 8, 1])).toEqual([0, 1, 1, 2, 4, 8]));
});

describe('nextFree', () => {
  const { limiter, params } = bursty(5, SECOND);

  it('is where the level begins to rise, until the store is full', () => {
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 0)).toBe(SECOND);
    limiter.decide(state, params, 2 * SECOND, 10);
    expect(limiter.nextBreakpoint(state, params, 2 * SECOND)).toBe(3 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 3 * SECOND)).toBe(4 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 4 * SECOND)).toBe(NEVER);
    expect(limiter.secondaryGauge?.level(state, params, 2.25 * SECOND)).toBe(0.75);
    expect(limiter.secondaryGauge?.level(state, params, 5 * SECOND)).toBe(0);
  });

  it('is drawn from what is kept of the last request', () => {
    const state = limiter.init(params);
    limiter.decide(state, params, 2 * SECOND, 12);
    expect(limiter.picture(state, params, 3 * SECOND)).toEqual({
      kind: 'ration',
      stored: 0,
      maxStored: 5,
      freeIn: 0.4,
      stable: 0.2,
      takenFromStored: 5,
      fresh: 7,
    });
  });

  it('leaves what is not taken in the picture', () => {
    const state = limiter.init(params);
    limiter.decide(state, params, 2 * SECOND, 2);
    expect(limiter.picture(state, params, 2 * SECOND)).toMatchObject({
      stored: 3,
      freeIn: 0,
      takenFromStored: 2,
      fresh: 0,
    });
  });

  it('has an axis although nothing is stored', () => {
    const none = bursty(5, SECOND, { maxBurstSeconds: 0 });
    expect(none.limiter.gauge.full(none.params)).toBe(1);
    expect(limiter.gauge.full(params)).toBe(5);
  });
});

describe('at the ends of what a scenario may hold', () => {
  it('continues where neighbouring microseconds can no longer be distinguished, with true explanations', () => {
    const { limiter, params } = bursty(1, 30 * DAY);
    const state = limiter.init(params);
    const waits = Array.from({ length: 4 }, () => {
      limiter.decide(state, params, 0, 1_000_000);
      return state['wait'];
    });
    expect(waits).toEqual([0, 1, 2, 3].map((others) => others * 1_000_000 * 30 * DAY));
    expect(limiter.explain(state, params, 30 * DAY, 1)).toMatchObject({
      verdict: DELAY,
      condition: 'nextFree > now',
      evaluatedCondition: '10,368,000,000,000 > 2,592,000',
    });

    const impatient = bursty(1, 30 * DAY, { mode: 'tryAcquire', timeout: 86_400 });
    const denied = impatient.limiter.init(impatient.params);
    impatient.limiter.decide(denied, impatient.params, 0, 1_000_000);
    expect(impatient.limiter.decide(denied, impatient.params, 30 * DAY, 1)).toBe(DENY);
    expect(impatient.limiter.retryAfter(denied, impatient.params, 30 * DAY, 1)).toBe((30_000_000 - 31) * DAY);
  });

  it('limits nothing above a million a second, and claims nothing', () => {
    const { limiter, params } = bursty(1_000_000, 1000);
    const state = limiter.init(params);
    for (let i = 0; i < 100; i++) expect(limiter.decide(state, params, 0, 1)).toBe(ALLOW);
    expect(limiter.bound(params, 1000)).toBe(Infinity);
    // A thousand of them are a microsecond all the same.
    limiter.decide(state, params, 0, 1000);
    expect(state['nextFree']).toBe(1);
  });
});

const settings: fc.Arbitrary<ReturnType<typeof bursty>> = fc
  .record({
    limiter: fc.constantFrom(guavaBursty, guavaWarmingUp as unknown as Smooth),
    policy: fc.oneof(
      fc.constantFrom(...POLICIES),
      fc.record({ n: fc.integer({ min: 1, max: 2000 }), T: fc.integer({ min: 1000, max: 5 * SECOND }) }),
    ),
    maxBurstSeconds: fc.constantFrom(0, 0.01, 1, 2.5, 60),
    warmup: fc.constantFrom(0.001, 0.25, 3, 10, 1000),
    coldFactor: fc.constantFrom(1, 1.7, 3, 10, 100),
  })
  .map(({ limiter, policy: { n, T }, maxBurstSeconds, warmup, coldFactor }) =>
    make(limiter, n, T, limiter.id === 'guava-bursty' ? { maxBurstSeconds } : { warmup, coldFactor }),
  );

/** Idle times, as shares of the interval, between requests, and their costs. */
const past = fc.array(
  fc.record({ idle: fc.double({ min: -3, max: 12, noNaN: true }), cost: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 20 },
);

/** The state after requests that come so long after `nextFree`, or before it, and the instant of the last. */
function after({ limiter, params }: ReturnType<typeof bursty>, requests: readonly { idle: number; cost: number }[]) {
  const state = limiter.init(params) as GuavaState;
  let now: Instant = 0;
  for (const { idle, cost } of requests) {
    now = Math.max(now, state.nextFree + Math.round(idle * params.stable));
    limiter.decide(state, params, now, cost);
  }
  return { state, now };
}

describe('both of Guava’s limiters', () => {
  it('charge one request of 3 as three of 1 at the same instant, give or take the cuts', () => {
    fc.assert(
      fc.property(settings, past, (played, requests) => {
        const { limiter, params } = played;
        const { state, now } = after(played, requests);
        const other = cloneState(state);
        limiter.decide(state, params, now, 3);
        for (let i = 0; i < 3; i++) limiter.decide(other, params, now, 1);
        expect(Math.abs(state.nextFree - other.nextFree)).toBeLessThanOrEqual(3);
        expect(state.stored).toBeCloseTo(other.stored, 6);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it('let any size through at once when nextFree has come, and make the next one pay', () => {
    fc.assert(
      fc.property(
        settings,
        past,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(5 * SECOND),
        (played, requests, cost, idle) => {
          const { limiter, params } = played;
          const { state } = after(played, requests);
          const now = state.nextFree + idle;
          expect(limiter.decide(state, params, now, cost)).toBe(ALLOW);
          const owed = state.nextFree - now;
          // Stored permits are free, or cost at least what fresh ones do; a request is cut in three parts at most.
          expect(owed).toBeGreaterThan((cost - params.maxPermits) * params.stable * (1 - 1e-12) - 4);
          expect(limiter.decide(state, params, now, 1)).toBe(owed === 0 ? ALLOW : DELAY);
          expect(state.wait).toBe(owed);
        },
      ),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('never keep steady traffic at or below the rate waiting, once the first one is paid for and warm', () => {
    fc.assert(
      fc.property(settings, (played) => {
        const { limiter, params } = played;
        const every = Math.ceil(params.stable);
        const state = limiter.init(params) as GuavaState;
        limiter.decide(state, params, 0, Math.ceil(params.maxPermits) + 1);
        const start = state.nextFree;
        for (let i = 0; i < 100; i++) expect(limiter.decide(state, params, start + i * every, 1)).toBe(ALLOW);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('wait in acquire for as long as tryAcquire says that it would take', () => {
    fc.assert(
      fc.property(settings, past, fc.nat(3 * SECOND), (played, requests, timeout) => {
        const { limiter, params } = played;
        const { state, now } = after(played, requests);
        const impatient = { ...params, timeout };
        const promised = limiter.retryAfter(state, impatient, now, 1);
        limiter.decide(state, params, now, 1);
        expect(promised).toBe(Math.max(0, state.wait - timeout));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('stay within their bound when requests are timed so that truncation gives most away', () => {
    // Small intervals, whole and broken ones: a microsecond is a large part of them.
    const quick = fc
      .record({
        limiter: fc.constantFrom(guavaBursty, guavaWarmingUp as unknown as Smooth),
        n: fc.constantFrom(100, 300, 1000),
        interval: fc.integer({ min: 20, max: 2000 }),
        odd: fc.integer({ min: 0, max: 7 }),
        coldFactor: fc.constantFrom(1, 2, 3, 50),
      })
      .map(({ limiter, n, interval, odd, coldFactor }) =>
        make(
          limiter,
          n,
          Math.max(1000, Math.floor((n * interval) / 10) + odd),
          limiter.id === 'guava-bursty' ? { maxBurstSeconds: 0.001 } : { coldFactor, warmup: 0.002 },
        ),
      );
    // Microseconds after nextFree, and shares of the interval.
    const idles = fc.array(
      fc.record({
        micros: fc.constantFrom(0, 0, 0, 1, 2, 3),
        share: fc.constantFrom(0, 0, 0, 0.1, 0.34, 0.5, 0.97, 1.4, 30),
      }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(quick, idles, (played, requests) => {
        const { limiter, params } = played;
        const state = limiter.init(params) as GuavaState;
        const admitted = requests.map(({ micros, share }) => {
          const now = state.nextFree + micros + Math.floor(share * params.stable);
          limiter.decide(state, params, now, 1);
          return now + state.wait;
        });
        for (const [first, from] of admitted.entries()) {
          for (let last = first; last < admitted.length; last++) {
            const length = (admitted[last] as number) - from + 1;
            expect(last - first + 1).toBeLessThanOrEqual(limiter.bound(params, length));
          }
        }
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });
});

describe('the bound', () => {
  const { limiter, params } = bursty(10, SECOND);

  /** How many of the requests at these instants, microseconds after the store is full, go within the length from there. */
  const within = (length: number, instants: readonly Instant[]) => {
    const state = limiter.init(params) as GuavaState;
    const start = 5 * SECOND;
    const goes = instants.map((at) => {
      limiter.decide(state, params, start + at, 1);
      return at + state.wait;
    });
    return goes.filter((at) => at < length).length;
  };
  const times = (count: number, at: Instant) => Array.from({ length: count }, () => at);

  // 25,008 µs of idling and the rest of the interval are 0.1 s. In doubles the rest is 74,991.99… µs, cut to 74,991.
  it('is reached: a full store, one more, and one for every interval; the last by a rounding', () => {
    const instants = [...times(11, 0), ...times(11, 125_008)];
    expect([1, 100_000, SECOND].map((length) => within(length, instants))).toEqual([11, 11, 21]);
    expect([1, SECOND].map((length) => limiter.bound(params, length))).toEqual([11, 21]);
  });

  it('is reached in the first interval too, by a rounding', () => {
    const instants = [...times(10, 0), 25_008, 25_008];
    expect([99_999, 100_000].map((length) => within(length, instants))).toEqual([11, 12]);
    expect([99_999, 100_000].map((length) => limiter.bound(params, length))).toEqual([11, 12]);
  });

  it('gives nothing to roundings where nothing is stored', () => {
    const none = bursty(10, SECOND, { maxBurstSeconds: 0 });
    expect([1, 100_000, 100_001, SECOND, SECOND + 1].map((length) => limiter.bound(none.params, length))).toEqual([
      1, 1, 2, 10, 11,
    ]);
  });
});
