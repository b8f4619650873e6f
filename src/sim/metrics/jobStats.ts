/** The outcome of jobs: their tries, and how long they took. */
import type { Duration, Instant } from '../time.ts';
import { peakInWindow } from './peak.ts';
import { durationFigures, type DurationFigures, type LaneTrace } from './trace.ts';
import { jobOffsets, type Tries } from '../arrivals.ts';
import { isDenied } from '../verdict.ts';

/**
 * A job is a unit of a client's work, tried until a try is admitted or the client gives up. A request that belongs to no
 * client is the only try of its own job. started = succeeded + waiting + givenUp.
 */
export interface JobStats {
  readonly started: number;
  /** Tries after the first. */
  readonly retries: number;
  /** Done by the end of the run: admitted and released within the timeout of its sender. */
  readonly succeeded: number;
  /** Neither done nor given up at the end of the run: in a limiter's queue, or before another try. */
  readonly waiting: number;
  readonly givenUp: number;
  /** Tries that were admitted but delayed for longer than their timeout: the work is done after its sender has left. */
  readonly timedOut: number;
  /** For jobs that succeeded, microseconds from the first try until release; null if there are none. */
  readonly timeToSuccess: DurationFigures | null;
  /** Arrival of the last admitted request, whether or not it timed out; null if none was admitted. */
  readonly lastAdmissionAt: Instant | null;
  readonly herd: RetryHerd | null;
}

/** The largest number of retries that arrive within any [t, t + T/100); the first of equally large herds. */
export interface RetryHerd {
  readonly retries: number;
  /** t: when the first of them arrives. */
  readonly from: Instant;
}

export interface JobStatsInput {
  /** By entry of the traffic: how long its senders wait for an answer, microseconds; `NEVER` if without limit. */
  readonly timeouts: readonly Duration[];
  /** Number of jobs whose next try is at or after the end; the trace does not distinguish them from those that gave up. */
  readonly retryingAfterEnd: number;
  readonly end: Instant;
  /** The lane's own window, microseconds. */
  readonly T: Duration;
}

/** The fraction of a window within which retries count as one herd. */
const HERD_FRACTION = 1 / 100;

/** One pass over the rows. A try that was admitted after its timeout counts as denied. */
export function jobStatsOf({ arrivals, verdicts, waits }: LaneTrace, input: JobStatsInput): JobStats {
  const { count, at, entry, tries } = arrivals;
  const { timeouts, retryingAfterEnd, end, T } = input;
  const { client, job, number } = tries ?? triesOfNobody(count);
  const before = jobOffsets({ client, job, number });
  // Jobs of open-loop traffic are never looked up.
  const openLoopJobs = before[1] as number;
  /** By job, the instant of a first try that failed. */
  const failedAt = new Float64Array((before.at(-1) as number) - openLoopJobs);
  const successTimes = new Float64Array(count);
  const retryTimes = new Float64Array(count);
  let [retries, succeeded, timedOut, stillQueued] = [0, 0, 0, 0];
  let lastAdmissionAt: Instant | null = null;
  for (let i = 0; i < count; i++) {
    // In place: a function made in each call would have V8 give up the optimized loop in each call.
    const jobIndex = (before[client[i] as number] as number) - openLoopJobs + (job[i] as number) - 1;
    const isClients = (client[i] as number) > 0;
    const retry = isClients && (number[i] as number) > 1;
    const instant = at[i] as number;
    // Without a branch: the next retry overwrites what is none.
    retryTimes[retries] = instant;
    retries += Number(retry);
    if (!isDenied(verdicts[i] as number)) {
      lastAdmissionAt = instant;
      const wait = waits === null ? 0 : (waits[i] as number);
      const inTime = wait <= (timeouts[entry[i] as number] as number);
      if (!inTime) timedOut++;
      else if (instant + wait > end) stillQueued++;
      else successTimes[succeeded++] = retry ? instant + wait - (failedAt[jobIndex] as number) : wait;
      if (inTime) continue;
    }
    if (isClients && !retry) failedAt[jobIndex] = instant;
  }
  const begun = count - retries;
  const waiting = stillQueued + retryingAfterEnd;
  const times = successTimes.subarray(0, succeeded);
  const herd = peakInWindow({ at: retryTimes.subarray(0, retries), cost: null }, T * HERD_FRACTION);
  return {
    started: begun,
    retries,
    succeeded,
    waiting,
    givenUp: begun - succeeded - waiting,
    timedOut,
    timeToSuccess: succeeded === 0 ? null : durationFigures(times),
    lastAdmissionAt,
    herd: herd && { retries: herd.permits, from: herd.from },
  };
}

function triesOfNobody(count: number): Tries {
  const zeros = new Uint32Array(count);
  return { client: zeros, job: zeros, number: zeros };
}
