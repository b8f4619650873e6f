import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELAY, isDenied } from '../verdict.ts';
import type { LaneCounts } from '../metrics/runningCounts.ts';
import type { LaneRun } from '../run/laneRun.ts';
import { planOfDocument } from '../run/testing.ts';
import { timeoutsOf } from '../run/laneFigures.ts';
import type { Run } from '../run/runLanes.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { openSession } from './session.ts';

const LANES = [
  { limiter: 'fixed-window' },
  { limiter: 'token-bucket' },
  { limiter: 'leaky-queue' },
  { limiter: 'redis-token-bucket' },
];

const clients = fc.record({
  kind: fc.constant('clients'),
  count: fc.integer({ min: 1, max: 6 }),
  rate: fc.constantFrom(0.2, 0.5, 1),
  keys: fc.constantFrom('shared', 'own'),
  timeout: fc.constantFrom(0.5, 2, 5),
  retry: fc.constantFrom(
    { strategy: 'none' },
    { strategy: 'retry-poll', every: 1 },
    { strategy: 'backoff', cap: 4 },
    { strategy: 'retry-after' },
  ),
});
const times = fc.record({
  kind: fc.constant('times'),
  at: fc
    .array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 })
    .map((at) => at.toSorted((a, b) => a - b)),
});
const documents = fc.record({
  duration: fc.constant(20),
  policy: fc.record({ n: fc.integer({ min: 1, max: 4 }), T: fc.constantFrom(1, 4, 10) }),
  traffic: fc.tuple(times, fc.array(clients, { maxLength: 2 })).map(([own, others]) => [own, ...others]),
  lanes: fc.shuffledSubarray(LANES, { minLength: 1 }),
  cluster: fc.constant({ nodes: 2, latency: { kind: 'fixed', mean: 0.01 } }),
});

/** Counted one by one: all requests before `at`, and those at that instant up to the one after which the lane is shown. */
function counted(run: Run, lane: LaneRun, at: number, through: number | null): LaneCounts {
  const { arrivals, verdicts, waits } = lane;
  const timeouts = timeoutsOf(run.plan);
  const rows = [...arrivals.at.keys()].filter((row) => {
    const instant = arrivals.at[row] as number;
    return instant < at || (instant === at && (through === null || row <= through));
  });
  const denied = rows.filter((row) => isDenied(verdicts[row] as number)).length;
  const isDone = (row: number): boolean => {
    const wait = waits?.[row] ?? 0;
    return (
      !isDenied(verdicts[row] as number) &&
      wait <= (timeouts?.[arrivals.entry[row] as number] ?? Infinity) &&
      (arrivals.at[row] as number) + wait <= at
    );
  };
  return {
    requests: rows.length,
    admitted: rows.length - denied,
    denied,
    delayed: rows.filter((row) => verdicts[row] === DELAY).length,
    jobs:
      timeouts === null
        ? null
        : {
            started: rows.filter((row) => (arrivals.tries?.number[row] ?? 1) <= 1).length,
            done: rows.filter(isDone).length,
          },
  };
}

describe('counts up to an instant', () => {
  it('are those of the requests by then, and of the instant’s own up to the selected one', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(20_000_000), { maxLength: 5 }), (document, instants) => {
        const run = simulateToEnd(planOfDocument(document));
        const session = openSession(run);
        for (const at of [0, ...instants]) {
          expect(session.counts(at, null)).toEqual(run.lanes.map((lane) => counted(run, lane, at, null)));
        }
        run.lanes.forEach((lane, index) => {
          for (const [request, at] of lane.arrivals.at.entries()) {
            const own = session.counts(at, { lane: index, request })[index];
            expect(own).toEqual(counted(run, lane, at, request));
          }
        });
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  it('are those of the whole run at its end', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const run = simulateToEnd(planOfDocument(document));
        openSession(run)
          .counts(run.plan.end, null)
          .forEach(({ jobs, ...counts }, index) => {
            const { summary } = run.lanes[index] as LaneRun;
            const { requests, admitted, denied, delayed, jobStats } = summary;
            expect(counts).toEqual({ requests, admitted, denied, delayed });
            expect(jobs).toEqual(jobStats && { started: jobStats.started, done: jobStats.succeeded });
          });
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  it('hold beyond one block of sums', () => {
    const run = simulateToEnd(
      planOfDocument({
        duration: 100,
        policy: { n: 3, T: 1 },
        traffic: [{ kind: 'steady', rate: 50 }],
        lanes: LANES.slice(0, 3),
      }),
    );
    const session = openSession(run);
    // The sums go as far as they were asked for, whichever instant comes first.
    for (const at of [10.26e6, 0, 51.2e6, 10.24e6, 100e6, 99.99e6]) {
      expect(session.counts(at, null)).toEqual(run.lanes.map((lane) => counted(run, lane, at, null)));
    }
  });
});
