/** The figures of a lane. */
import type { Duration, Instant } from '../time.ts';
import { attemptsOf, type Attempts, type Work } from './attempts.ts';
import { peakWithin } from './peak.ts';
import { admissionsOf, quantile, waitsOf, type LaneTrace } from './trace.ts';

/** The worst window: `permits` in effect within [from, from + T) for `key`. */
export interface Peak {
  readonly permits: number;
  readonly from: Instant;
  readonly key: string;
}

export interface Summary {
  readonly requests: number;
  /** Includes the delayed. */
  readonly admitted: number;
  readonly denied: number;
  readonly delayed: number;
  /** Most permits (cost) in effect (arrival + wait) within any [t, t + T) for one key; null without an admission. */
  readonly peak: Peak | null;
  /** The same over all keys together. */
  readonly peakAllKeys: number;
  readonly firstDenialAt: Instant | null;
  /** Most requests in a row that were denied. */
  readonly longestDenialRun: number;
  /** Of admitted requests, microseconds: median, 99th percentile, maximum. */
  readonly wait: { readonly median: Duration; readonly p99: Duration; readonly max: Duration };
  readonly keys: number;
  /** What became of jobs and their tries; null where nobody tries again and nobody stops waiting. */
  readonly work: Attempts | null;
}

/** All at once, for whoever has nothing else to do meanwhile. */
export function summarize(trace: LaneTrace, T: Duration, work: Omit<Work, 'T'> | null = null): Summary {
  const slices = summarizing(trace, T, work);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/**
 * In slices: a million keys take seconds.
 * @param T the lane's own window, microseconds
 * @param work what `attemptsOf` needs; null where there is nothing to tell
 */
export function* summarizing(
  trace: LaneTrace,
  T: Duration,
  work: Omit<Work, 'T'> | null,
): Generator<undefined, Summary> {
  const { arrivals, verdicts } = trace;
  let denied = 0;
  let delayed = 0;
  let firstDenial = -1;
  let run = 0;
  let longestDenialRun = 0;
  for (let i = 0; i < arrivals.count; i++) {
    const verdict = verdicts[i] as number;
    if (verdict > 1) {
      if (denied === 0) firstDenial = i;
      denied++;
      run++;
      if (run > longestDenialRun) longestDenialRun = run;
    } else {
      run = 0;
      if (verdict === 1) delayed++;
    }
  }
  yield;
  const waits = waitsOf(trace);
  const peak = yield* worstKey(trace, T);
  const peakAllKeys = (arrivals.key === null ? peak : peakWithin(admissionsOf(trace, null), T))?.permits ?? 0;
  yield;
  return {
    requests: arrivals.count,
    admitted: arrivals.count - denied,
    denied,
    delayed,
    peak,
    peakAllKeys,
    firstDenialAt: firstDenial < 0 ? null : (arrivals.at[firstDenial] as number),
    longestDenialRun,
    wait: { median: quantile(waits, 0.5), p99: quantile(waits, 0.99), max: quantile(waits, 1) },
    keys: arrivals.keys.length,
    work: work && attemptsOf(trace, { ...work, T }),
  };
}

/** Keys between two chances to leave it. */
const SLICE = 4_096;

/** The first of equally bad keys. */
function* worstKey(trace: LaneTrace, T: Duration): Generator<undefined, Peak | null> {
  let peak: Peak | null = null;
  for (const [index, key] of trace.arrivals.keys.entries()) {
    if (index % SLICE === SLICE - 1) yield;
    const worst = peakWithin(admissionsOf(trace, index), T);
    if (worst !== null && (peak === null || worst.permits > peak.permits)) peak = { ...worst, key };
  }
  return peak;
}
