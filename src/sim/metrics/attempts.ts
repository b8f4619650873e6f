/** What became of the work that requests stand for: jobs, their tries, and how long they took. */
import type { Duration, Instant } from '../time.ts';
import { peakWithin } from './peak.ts';
import { jobsBefore, quantile, type LaneTrace } from './trace.ts';

/**
 * A job is what a client wants done: its tries go on until one is admitted or it gives up. A request of no client is the
 * only try of a job of its own. begun = succeeded + waiting + givenUp.
 */
export interface Attempts {
  readonly begun: number;
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
  readonly herd: Herd | null;
}

/** Most retries that come within any [t, t + T/100); the first of equally large herds. */
export interface Herd {
  readonly retries: number;
  /** t: when the first of them comes. */
  readonly from: Instant;
}

export interface Work {
  /** By entry of the traffic: how long its senders wait for an answer, microseconds; `NEVER` for all the time there is. */
  readonly timeouts: readonly Duration[];
  /** Jobs whose next try comes at the end or after it, which no trace can tell from those that gave up. */
  readonly tryingLater: number;
  readonly end: Instant;
  /** The lane's own window, microseconds. */
  readonly T: Duration;
}

/** No instant. */
const NOT_DONE = -1;

/** The part of a window within which retries are one herd. */
const HERD = 1 / 100;

/**
 * One pass, from the last row to the first: only a job that succeeds after its first try has to be kept, from the try that
 * succeeds back to the first. A try that was admitted too late for its sender counts as one that was denied.
 */
export function attemptsOf({ arrivals, verdicts, waits }: LaneTrace, work: Work): Attempts {
  const { count, at, entry, tries } = arrivals;
  const { timeouts, tryingLater, end, T } = work;
  const before = tries === null ? new Float64Array(2) : jobsBefore(tries);
  // Jobs of open-loop traffic are never asked for.
  const open = before[1] as number;
  const jobOf = (client: number, i: number): number =>
    (before[client] as number) - open + (tries?.job[i] as number) - 1;
  /** When jobs were done whose first try is still to come upon, by job. */
  const done = new Float64Array((before.at(-1) as number) - open).fill(NOT_DONE);
  const took = new Float64Array(count);
  const retriedAt = new Float64Array(tries === null ? 0 : count);
  let [retries, succeeded, timedOut, queued] = [0, 0, 0, 0];
  let lastAdmissionAt: Instant | null = null;
  for (let i = count - 1; i >= 0; i--) {
    const client = tries === null ? 0 : (tries.client[i] as number);
    const retry = client > 0 && (tries?.number[i] as number) > 1;
    const instant = at[i] as number;
    if (retry) retriedAt[count - ++retries] = instant;
    if ((verdicts[i] as number) <= 1) {
      lastAdmissionAt ??= instant;
      const wait = waits === null ? 0 : (waits[i] as number);
      const inTime = wait <= (timeouts[entry[i] as number] as number);
      if (!inTime) timedOut++;
      else if (instant + wait > end) queued++;
      else if (retry) done[jobOf(client, i)] = instant + wait;
      else took[succeeded++] = wait;
      if (inTime) continue;
    }
    // A first try that came to nothing: its job may have succeeded later.
    if (retry || client === 0) continue;
    const doneAt = done[jobOf(client, i)] as number;
    if (doneAt !== NOT_DONE) took[succeeded++] = doneAt - instant;
  }
  const begun = count - retries;
  const waiting = queued + tryingLater;
  const times = took.subarray(0, succeeded);
  const herd = peakWithin({ at: retriedAt.subarray(count - retries), cost: null }, T * HERD);
  return {
    begun,
    retries,
    succeeded,
    waiting,
    givenUp: begun - succeeded - waiting,
    timedOut,
    timeToSuccess:
      succeeded === 0 ? null : { median: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) },
    lastAdmissionAt,
    herd: herd && { retries: herd.permits, from: herd.from },
  };
}
