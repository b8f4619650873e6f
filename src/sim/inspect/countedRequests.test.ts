import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../limiters/limiter.ts';
import { costAt, keyAt } from '../arrivals.ts';
import type { LimiterRun } from '../run/laneRun.ts';
import { openSession } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { everyLimiterLane, limiterLanes, planOfDocument } from '../run/testing.ts';

/** Requests of two keys at one instant, a microsecond apart, a share of T apart, T apart; of costs that never fit, too. */
const documents = fc
  .record({
    n: fc.integer({ min: 1, max: 5 }),
    // Some in the middle of a millisecond, for clocks that know no smaller step.
    T: fc.constantFrom(0.0025, 0.007, 0.01, 1),
  })
  .chain(({ n, T }) =>
    fc
      .array(
        fc.record({
          gap: fc.oneof(fc.constantFrom(0, 0, 0.000001, T / n, T), fc.double({ min: 0, max: T, noNaN: true })),
          key: fc.constantFrom('a', 'a', 'b'),
          cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: n + 1 })),
        }),
        { minLength: 1, maxLength: 25 },
      )
      .map((requests) => {
        let at = 0;
        return {
          policy: { n, T },
          traffic: [
            {
              kind: 'times',
              at: requests.map(({ gap }) => (at += gap)),
              key: requests.map(({ key }) => key),
              cost: requests.map(({ cost }) => cost),
            },
          ],
        };
      }),
  );

/** The limiter's own count, as its picture shows it. */
function countOf(picture: Picture): number {
  switch (picture.kind) {
    case 'cells':
      return picture.countsRemaining === true ? picture.n - picture.count : picture.count;
    case 'log':
      return picture.size;
    case 'slices':
      return picture.counts.reduce((sum, count) => sum + count, 0);
    case 'weighted':
      return picture.previous + picture.current;
    default:
      throw new Error(`A picture of ${picture.kind} counts no requests`);
  }
}

/** The limiter's count before each request, in the order of the trace. */
function countsBefore({ arrivals, plan: { algorithm: limiter, params } }: LimiterRun): number[] {
  const states = arrivals.keys.map(() => limiter.init(params));
  return [...arrivals.at].map((at, request) => {
    const state = states[keyAt(arrivals, request)]!;
    const cost = costAt(arrivals, request);
    const counts = limiter.explain(state, params, at, cost).countedSpan !== undefined;
    const before = counts ? countOf(limiter.picture(state, params, at)) : 0;
    limiter.decide(state, params, at, cost);
    return before;
  });
}

/** Limiters that count requests, and say which. One that is added may do so, too. */
const COUNTING = new Set([
  'fixed-window',
  'simple-window',
  'quota-reset',
  'sliding-log',
  'sliding-counter',
  'sub-window',
]);

describe.each(everyLimiterLane)('the counted requests of $limiter, $edition', (lane) => {
  it('add up to the limiter’s count, and precede the decision', () => {
    let counted = 0;
    fc.assert(
      fc.property(documents, (document) => {
        const run = simulateToEnd(planOfDocument({ ...document, lanes: [lane] }));
        const [only] = limiterLanes(run) as [LimiterRun];
        const { arrivals } = only;
        const session = openSession(run);
        for (const [request, before] of countsBefore(only).entries()) {
          const { countedRequests, explanation, at } = runToEnd(session.why(0, request));
          expect(countedRequests === null).toBe(explanation.countedSpan === undefined);
          if (countedRequests === null) continue;
          counted++;
          const costs = [...countedRequests].reduce((sum, member) => sum + costAt(arrivals, member), 0);
          expect(costs, `request ${request}`).toBe(before);
          expect([...countedRequests]).toEqual([...new Set(countedRequests)].sort((a, b) => a - b));
          for (const member of countedRequests) {
            expect(member).toBeLessThan(request);
            expect(keyAt(arrivals, member)).toBe(keyAt(arrivals, request));
          }
          // So the span's end need not be checked: earlier requests are within it.
          expect(explanation.countedSpan?.[1]).toBeGreaterThan(at);
        }
      }),
      { seed: 20_261_121, numRuns: 60 },
    );
    if (COUNTING.has(lane.limiter)) expect(counted).toBeGreaterThan(0);
  });
});
