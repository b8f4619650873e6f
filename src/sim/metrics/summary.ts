/** Summary figures of a lane. */
import type { Duration, Instant } from '../time.ts';
import { jobStatsOf, type JobStats, type JobStatsInput } from './jobStats.ts';
import { peakInWindow } from './peak.ts';
import {
  admissionsByKey,
  admittedWaits,
  briefAdmissionsOf,
  durationFigures,
  type DurationFigures,
  type LaneTrace,
} from './trace.ts';
import { isDenied } from '../verdict.ts';
import { longestDenialRun, VerdictCounter } from './verdictCounts.ts';

/** The worst window: `permits` in effect within [from, from + T) for `key`. */
export interface Peak {
  readonly permits: number;
  readonly from: Instant;
  readonly key: string;
}

export interface LaneSummary {
  readonly requests: number;
  /** Includes the delayed. */
  readonly admitted: number;
  readonly denied: number;
  readonly delayed: number;
  /** Maximum of permits (cost) in effect (arrival + wait) within any [t, t + T) for one key; null without admissions. */
  readonly peak: Peak | null;
  /** The same over all keys together. */
  readonly peakAllKeys: number;
  readonly firstDenialAt: Instant | null;
  /** Longest run of consecutive denials. */
  readonly longestDenialRun: number;
  /** Of admitted requests, microseconds; p99 is the 99th percentile. */
  readonly wait: DurationFigures;
  readonly keyCount: number;
  /** Null if the traffic has neither retries nor timeouts. */
  readonly jobStats: JobStats | null;
}

/**
 * Runs in slices, since a million keys take seconds.
 * @param T the lane's own window, microseconds
 * @param jobStatsInput the input of `jobStatsOf`; null to omit job statistics
 */
export function* summarizeLane(
  trace: LaneTrace,
  T: Duration,
  jobStatsInput: Omit<JobStatsInput, 'T'> | null,
): Generator<undefined, LaneSummary> {
  const { arrivals, verdicts } = trace;
  const counter = new VerdictCounter(verdicts);
  const denied = counter.denied(0, arrivals.count);
  yield;
  const firstDenial = denied === 0 ? -1 : verdicts.findIndex(isDenied);
  const peak = yield* peakOverKeys(trace, T);
  const peakAllKeys = (arrivals.key === null ? peak : peakInWindow(briefAdmissionsOf(trace, null), T))?.permits ?? 0;
  yield;
  return {
    requests: arrivals.count,
    admitted: arrivals.count - denied,
    denied,
    delayed: counter.delayed(0, arrivals.count),
    peak,
    peakAllKeys,
    firstDenialAt: firstDenial < 0 ? null : (arrivals.at[firstDenial] as number),
    longestDenialRun: longestDenialRun(verdicts),
    wait: durationFigures(admittedWaits(trace)),
    keyCount: arrivals.keys.length,
    jobStats: jobStatsInput && jobStatsOf(trace, { T, ...jobStatsInput }),
  };
}

/** Keys processed between two yields. */
const KEYS_PER_SLICE = 4_096;

/** The first of equally bad keys. */
export function* peakOverKeys(trace: LaneTrace, T: Duration): Generator<undefined, Peak | null> {
  let peak: Peak | null = null;
  const ofKey = admissionsByKey(trace);
  for (const [index, key] of trace.arrivals.keys.entries()) {
    if (index % KEYS_PER_SLICE === KEYS_PER_SLICE - 1) yield;
    const keyPeak = peakInWindow(ofKey(index), T);
    if (keyPeak !== null && (peak === null || keyPeak.permits > peak.permits)) peak = { ...keyPeak, key };
  }
  return peak;
}
