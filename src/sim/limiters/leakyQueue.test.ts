import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { gcra } from './gcra.ts';
import { leakyQueue } from './leakyQueue.ts';
import { ALLOW, DELAY, DENY, outcomeOf } from '../verdict.ts';
import { caseOf, playTable, POLICIES } from './testing.ts';

const make = (n: number, T: number, capacity: number, horizon = 100 * DAY) =>
  caseOf(leakyQueue, { policy: { n, T, capacity }, horizon });

it('releases one every third of a second, with two waiting places', () => {
  const { actual, expected } = playTable(
    make(3, SECOND, 2),
    `
    time      before  ask  verdict  after  wait
    0         0       1    allow    0      -          · the first takes no place
    0         0       1    delay    1      0.333334   · at 1/3 s, so on the next whole microsecond
    0         1       1    delay    2      0.666667
    0         2       1    deny     2      0.333334
    0.333333  2       1    deny     2      0.000001
    0.333334  1       1    delay    2      0.666666   · to 1 s exactly: what was rounded up is not carried on
    0.4       2       2    deny     2      0.6
    0.4       2       3    large    2      never
    5         0       2    allow    0      -          · leaves at once with both its permits, and takes no place
    5         0       2    delay    2      0.666667   · behind both
    5         2       1    deny     2      0.666667
    5.666666  2       1    deny     2      0.000001
    5.666667  0       1    delay    1      0.666667   · both places are free when it leaves, and the line is two long
    6.333334  0       1    delay    1      0.333333
    8         0       1    allow    0      -
    8.1       0       1    delay    1      0.233334
    `,
  );
  expect(actual).toEqual(expected);
});

it('has room for capacity + 1 at one instant, but for no request of that size', () => {
  const { limiter, params } = make(1, SECOND, 5);
  const state = limiter.init(params);
  const verdicts = Array.from({ length: 8 }, () => limiter.decide(state, params, 0, 1));
  expect(verdicts).toEqual([ALLOW, DELAY, DELAY, DELAY, DELAY, DELAY, DENY, DENY]);
  expect(limiter.retryAfter(limiter.init(params), params, 0, 6)).toBe(NEVER);
});

/** Requests of several costs, at one instant, a little apart, or far apart. */
const traffic = fc.array(
  fc.record({
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 3, noNaN: true })),
    cost: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) }),
  }),
  { maxLength: 120 },
);
const cases = POLICIES.map((policy) => [`${policy.n} per ${policy.T} µs, ${policy.capacity} places`, policy] as const);

/** Plays a traffic, gaps in T/n; for every request when it comes, what it costs and, if admitted, when it leaves. */
function played(policy: (typeof POLICIES)[number], steps: readonly { gap: number; cost: number }[]) {
  const { limiter, params } = caseOf(leakyQueue, { policy });
  const state = limiter.init(params);
  let at = 0;
  return steps.map(({ gap, cost }) => {
    at += Math.round((gap * policy.T) / policy.n);
    const verdict = limiter.decide(state, params, at, cost);
    const leaves = outcomeOf(verdict) === 'deny' ? null : at + (verdict === DELAY ? (state['wait'] as number) : 0);
    return { at, cost, leaves };
  });
}

describe.each(cases)('%s', (_, policy) => {
  const { n, T, capacity } = policy;

  it('lets permits leave T/n apart and in order, and never has more wait than there are places', () => {
    fc.assert(
      fc.property(traffic, (steps) => {
        const run = played(policy, steps);
        const line = run.flatMap(({ at, cost, leaves }) => (leaves === null ? [] : [{ at, cost, leaves }]));
        for (const [i, one] of line.entries()) {
          expect(one.leaves).toBeGreaterThanOrEqual(one.at);
          let between = 0;
          let last = one;
          for (const other of line.slice(i + 1)) {
            between += last.cost;
            last = other;
            expect(other.leaves).toBeGreaterThanOrEqual(one.leaves);
            // Each leaves on the first whole microsecond that is due, so at most one is missing over any stretch.
            expect((other.leaves - one.leaves + 1) * n).toBeGreaterThan(between * T);
          }
        }
        for (const { at } of run) {
          let waiting = 0;
          for (const one of line) {
            if (one.at > at) break;
            // It leaves with all of its permits, on the first whole microsecond.
            if (one.leaves > at) waiting += one.cost;
          }
          expect(waiting).toBeLessThanOrEqual(capacity);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it('admits, of requests of cost 1, what GCRA with one more capacity admits, until that one’s arrival time', () => {
    const { limiter, params } = caseOf(leakyQueue, { policy });
    const tolerant = gcra.prepare(caseOf(gcra, { policy: { n, T, capacity: capacity + 1 } }).config);
    fc.assert(
      fc.property(traffic, (steps) => {
        const line = limiter.init(params);
        const other = gcra.init(tolerant);
        let at = 0;
        for (const { gap } of steps) {
          at += Math.round((gap * T) / n);
          const ahead = Math.ceil(other.tat / tolerant.ticksPerMicro) - at;
          const verdict = limiter.decide(line, params, at, 1);
          expect(outcomeOf(verdict) === 'deny').toBe(gcra.decide(other, tolerant, at, 1) === DENY);
          if (verdict === DELAY) expect(line['wait']).toBe(ahead);
        }
      }),
      { seed: 2, numRuns: 40 },
    );
  });
});

it('falls by one whenever one leaves', () => {
  const { limiter, params } = make(3, SECOND, 5);
  const state = limiter.init(params);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(NEVER);
  for (let i = 0; i < 4; i++) limiter.decide(state, params, 0, 1);
  expect(limiter.nextBreakpoint(state, params, 0)).toBe(333_334);
  expect(limiter.nextBreakpoint(state, params, 333_333)).toBe(333_334);
  expect(limiter.nextBreakpoint(state, params, 333_334)).toBe(666_667);
  expect(limiter.nextBreakpoint(state, params, 666_667)).toBe(SECOND);
  expect(limiter.nextBreakpoint(state, params, SECOND)).toBe(NEVER);
});

it('is pictured with the time until the next one leaves', () => {
  const { limiter, params } = make(2, SECOND, 5);
  const state = limiter.init(params);
  expect(limiter.picture(state, params, 0)).toEqual({
    kind: 'line',
    waiting: 0,
    capacity: 5,
    nextIn: null,
    interval: 0.5,
  });
  for (let i = 0; i < 4; i++) limiter.decide(state, params, 0, 1);
  expect(limiter.picture(state, params, 700_000)).toMatchObject({ waiting: 2, nextIn: 0.3 });
  // The last left at 1.5 s: the queue is empty, and one that came now would leave at 2 s.
  expect(limiter.picture(state, params, 1_600_000)).toMatchObject({ waiting: 0, nextIn: 0.4 });
  expect(limiter.picture(state, params, 2 * SECOND)).toMatchObject({ waiting: 0, nextIn: null });
});

it('reaches its bound, also where departures are rounded up to whole microseconds', () => {
  const even = make(10, 10 * SECOND, 30);
  const state = even.limiter.init(even.params);
  const leaves = Array.from({ length: 31 }, () =>
    even.limiter.decide(state, even.params, 0, 1) === DELAY ? state['wait'] : 0,
  );
  expect(leaves.filter((at) => (at as number) < 10 * SECOND)).toHaveLength(10);
  expect(even.limiter.bound(even.params, 10 * SECOND)).toBe(10);

  // Every 1,000/667 = 1.4993 µs: at 0, 1.4993, 2.9985, …, so at 0, 2, 3, …
  const odd = make(667, 1000, 1000, DAY / 24);
  const line = odd.limiter.init(odd.params);
  const instants = Array.from({ length: 1001 }, () =>
    odd.limiter.decide(line, odd.params, 0, 1) === DELAY ? (line['wait'] as number) : 0,
  );
  expect(instants.slice(0, 4)).toEqual([0, 2, 3, 5]);
  for (const length of [1, 2, 3, 5, 20, 100]) {
    const counts = instants.map((from) => instants.filter((at) => at >= from && at < from + length).length);
    expect(Math.max(...counts)).toBe(odd.limiter.bound(odd.params, length));
  }
});

it('rejects a run in which the last departure exceeds what a double holds', () => {
  expect(() => make(999_983, SECOND, 10, 3 * 3600 * SECOND)).toThrow('The latest departure in ticks');
  expect(() => make(999_983, SECOND, 10, 2 * 3600 * SECOND)).not.toThrow();
  expect(() => make(1, 30 * DAY, 1_000_000)).toThrow('A full line in ticks');
});

it('says how many places are taken, also of a single one', () => {
  const { limiter, params } = make(1, 10 * SECOND, 1);
  const state = limiter.init(params);
  const firstWords = () => limiter.explain(state, params, 0, 1).sentence.split(',')[0];
  limiter.decide(state, params, 0, 1);
  expect(firstWords()).toBe('The queue has 0 of 1 place taken');
  limiter.decide(state, params, 0, 1);
  expect(firstWords()).toBe('The queue has 1 of 1 place taken');
});
