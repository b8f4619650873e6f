/** What became of the work that requests stand for: jobs, their tries, and how long they took. */
import type { Duration, Instant } from '../time.ts';
import { peakInWindow } from './peak.ts';
import { quantileInPlace, type LaneTrace } from './trace.ts';
import { jobOffsets } from '../arrivals.ts';
import { isDenied } from '../verdict.ts';

/**
 * A job is what a client wants done: its tries go on until one is admitted or it gives up. A request of no client is the
 * only try of a job of its own. begun = succeeded + waiting + givenUp.
 */
export interface JobStats {
  readonly started: number;
  /** Tries after the first. */
  readonly retries: number;
  /** Done by the end: admitted, and let through before the sender was gone. */
  readonly succeeded: number;
  /** Not done at the end, and not given up: in a limiter's queue, or before another try. */
  readonly waiting: number;
  readonly givenUp: number;
  /** Tries that were admitted, and made to wait for longer than their sender does: the work is done, and nobody there. */
  readonly timedOut: number;
  /** Of those that succeeded, microseconds from the first try until it was let through; null without one. */
  readonly timeToSuccess: { readonly median: Duration; readonly p99: Duration; readonly max: Duration } | null;
  /** When the last of the requests came that were admitted, whether its sender was still there or not. */
  readonly lastAdmissionAt: Instant | null;
  readonly herd: RetryHerd | null;
}

/** Most retries that come within any [t, t + T/100); the first of equally large herds. */
export interface RetryHerd {
  readonly retries: number;
  /** t: when the first of them comes. */
  readonly from: Instant;
}

export interface JobStatsInput {
  /** By entry of the traffic: how long its senders wait for an answer, microseconds; `NEVER` for all the time there is. */
  readonly timeouts: readonly Duration[];
  /** Jobs whose next try comes at the end or after it, which no trace can tell from those that gave up. */
  readonly retryingAfterEnd: number;
  readonly end: Instant;
  /** The lane's own window, microseconds. */
  readonly T: Duration;
}

/** No instant. */
const NOT_DONE = -1;

/** The part of a window within which retries are one herd. */
const HERD_FRACTION = 1 / 100;

/**
 * One pass, from the last row to the first: only a job that succeeds after its first try has to be kept, from the try that
 * succeeds back to the first. A try that was admitted too late for its sender counts as one that was denied.
 */
export function jobStatsOf({ arrivals, verdicts, waits }: LaneTrace, input: JobStatsInput): JobStats {
  const { count, at, entry, tries } = arrivals;
  const { timeouts, retryingAfterEnd, end, T } = input;
  const before = tries === null ? new Float64Array(2) : jobOffsets(tries);
  // Jobs of open-loop traffic are never asked for.
  const openLoopJobs = before[1] as number;
  const jobOf = (client: number, i: number): number =>
    (before[client] as number) - openLoopJobs + (tries?.job[i] as number) - 1;
  /** When jobs were done whose first try is still to come upon, by job. */
  const completedAt = new Float64Array((before.at(-1) as number) - openLoopJobs).fill(NOT_DONE);
  const successTimes = new Float64Array(count);
  const retryTimes = new Float64Array(tries === null ? 0 : count);
  let [retries, succeeded, timedOut, stillQueued] = [0, 0, 0, 0];
  let lastAdmissionAt: Instant | null = null;
  for (let i = count - 1; i >= 0; i--) {
    const client = tries === null ? 0 : (tries.client[i] as number);
    const retry = client > 0 && (tries?.number[i] as number) > 1;
    const instant = at[i] as number;
    if (retry) retryTimes[count - ++retries] = instant;
    if (!isDenied(verdicts[i] as number)) {
      lastAdmissionAt ??= instant;
      const wait = waits === null ? 0 : (waits[i] as number);
      const inTime = wait <= (timeouts[entry[i] as number] as number);
      if (!inTime) timedOut++;
      else if (instant + wait > end) stillQueued++;
      else if (retry) completedAt[jobOf(client, i)] = instant + wait;
      else successTimes[succeeded++] = wait;
      if (inTime) continue;
    }
    // A first try that came to nothing: its job may have succeeded later.
    if (retry || client === 0) continue;
    const doneAt = completedAt[jobOf(client, i)] as number;
    if (doneAt !== NOT_DONE) successTimes[succeeded++] = doneAt - instant;
  }
  const begun = count - retries;
  const waiting = stillQueued + retryingAfterEnd;
  const times = successTimes.subarray(0, succeeded);
  const herd = peakInWindow({ at: retryTimes.subarray(count - retries), cost: null }, T * HERD_FRACTION);
  return {
    started: begun,
    retries,
    succeeded,
    waiting,
    givenUp: begun - succeeded - waiting,
    timedOut,
    timeToSuccess:
      succeeded === 0
        ? null
        : { median: quantileInPlace(times, 0.5), p99: quantileInPlace(times, 0.99), max: quantileInPlace(times, 1) },
    lastAdmissionAt,
    herd: herd && { retries: herd.permits, from: herd.from },
  };
}
