/** What became of the jobs of each key, where a few keys' clients are told apart. */
import { arrivalsAt, keyIndexOf } from '../arrivals.ts';
import { jobStatsOf, type RetryHerd } from '../metrics/jobStats.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { timeoutsOf } from '../run/laneFigures.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import type { Duration } from '../time.ts';

/** The jobs of one key in one lane. */
export interface KeyJobs {
  readonly key: string;
  readonly started: number;
  readonly done: number;
  /** All tries by all jobs: the requests. */
  readonly tries: number;
  /** The largest number of retries within a hundredth of T; null without retries. */
  readonly herd: RetryHerd | null;
  /** From the first try until release, of jobs that were done; null if there are none. */
  readonly medianTimeToSuccess: Duration | null;
}

/** More keys than this are not compared by name, and longer runs would take too long for a second count. */
const MAX_KEYS = 6;
const MAX_REQUESTS = 2_000_000;

/** One entry per key if clients of two to six keys retry; else none. */
export function jobsByKeyOf(plan: Plan, lane: LaneRun): readonly KeyJobs[] {
  const { arrivals, summary } = lane;
  const timeouts = timeoutsOf(plan);
  const keys = arrivals.keys.length;
  if (timeouts === null || keys < 2 || keys > MAX_KEYS || arrivals.count > MAX_REQUESTS) return [];
  if ((summary.jobStats?.retries ?? 0) === 0) return [];
  return arrivals.keys.map((key, index) => {
    const trace = traceOfKey(lane, index);
    const { started, succeeded, herd, timeToSuccess } = jobStatsOf(trace, {
      timeouts,
      // Only decides who gave up, which is not asked for.
      retryingAfterEnd: 0,
      end: plan.end,
      T: lane.plan.policy.T,
    });
    return {
      key,
      started,
      done: succeeded,
      tries: trace.arrivals.count,
      herd,
      medianTimeToSuccess: timeToSuccess?.median ?? null,
    };
  });
}

/** The rows of one key. */
function traceOfKey({ arrivals, verdicts, waits }: LaneTrace, key: number): LaneTrace {
  const { start, order } = keyIndexOf(arrivals);
  const rows = order.subarray(start[key], start[key + 1]);
  return {
    arrivals: arrivalsAt(arrivals, rows),
    verdicts: Uint8Array.from(rows, (row) => verdicts[row] as number),
    waits: waits && Float64Array.from(rows, (row) => waits[row] as number),
  };
}
