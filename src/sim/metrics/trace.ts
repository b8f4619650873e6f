/**
 * The trace: typed columns, one row a request and lane. Arrivals are shared by all lanes that see the same traffic, so
 * an open-loop lane adds one byte a request, eight more when its limiter makes requests wait, and thirty more when nodes
 * decide.
 */
import { costAt, keyIndexOf, type Arrivals } from '../arrivals.ts';
import type { Duration } from '../time.ts';
import { isDenied } from '../verdict.ts';

/** What one lane made of its arrivals. */
export interface LaneTrace {
  readonly arrivals: Arrivals;
  readonly verdicts: Uint8Array;
  /** Microseconds; null for a limiter that never delays. Where several processes decide, denied requests wait too. */
  readonly waits: Float64Array | null;
  /** Absent for a limiter of one process. */
  readonly cluster?: ClusterTrace;
}

/** What a lane of several processes knows of each request beyond that. */
export interface ClusterTrace {
  /** Which node took it, from 0; `NO_NODE` where none did. */
  readonly node: Uint8Array;
  /** Messages sent for it; a script, and MULTI … EXEC, is one. */
  readonly messages: Uint32Array;
  /** Microseconds until the answer: without what a limiter then holds it back. */
  readonly latency: Float64Array;
  /** What the deciding command found, after it; NaN where nothing was found. */
  readonly level: Float64Array;
  /** From the request on, microseconds; NaN where the node knows no wait that helps. */
  readonly retryAfter: Float64Array;
  /** How the answer came about: a position in `WAYS`. */
  readonly answerPath: Uint8Array;
  /** Messages that the store ran, in bins of equal length from time 0 to the end; later ones are in none. */
  readonly load: Uint32Array;
  readonly loadBin: Duration;
}

export const NO_NODE = 255;

/** How a request of several processes may be answered. */
export const ANSWER_PATHS = ['decided', 'died', 'no-node', 'refused', 'let-through', 'by-itself', 'in-vain'] as const;
export type AnswerPath = (typeof ANSWER_PATHS)[number];

/** Admissions of one key, by the instant from which they are in effect (arrival + wait). */
export interface Admissions {
  /** Microseconds, never falling. */
  readonly at: Float64Array;
  /** Permits; null when all are 1. */
  readonly cost: Float64Array | null;
}

/** The admissions of one key of a lane, or of all keys together (`null`). */
export function admissionsOf(trace: LaneTrace, key: number | null): Admissions {
  const { arrivals, verdicts, waits } = trace;
  const all = key === null || arrivals.key === null;
  const index = all ? null : keyIndexOf(arrivals);
  const from = index === null ? 0 : (index.start[key!] as number);
  const to = index === null ? arrivals.count : (index.start[key! + 1] as number);
  const at = new Float64Array(to - from);
  const cost = arrivals.cost === null ? null : new Float64Array(to - from);
  let count = 0;
  for (let i = from; i < to; i++) {
    const request = index === null ? i : (index.order[i] as number);
    if (isDenied(verdicts[request] as number)) continue;
    at[count] = (arrivals.at[request] as number) + (waits === null ? 0 : (waits[request] as number));
    if (cost !== null) cost[count] = costAt(arrivals, request);
    count++;
  }
  const admissions = { at: at.subarray(0, count), cost: cost === null ? null : cost.subarray(0, count) };
  // Only a wait can put admissions out of order.
  return waits === null ? admissions : sortByTime(admissions);
}

/** One key's queue lets them out in order, and then there is nothing to sort: 19 million took five seconds. */
function sortByTime(admissions: Admissions): Admissions {
  const { at, cost } = admissions;
  if (isSorted(at)) return admissions;
  if (cost === null) return { at: at.slice().sort(), cost };
  const order = Uint32Array.from(at.keys()).sort((a, b) => (at[a] as number) - (at[b] as number));
  return {
    at: Float64Array.from(order, (i) => at[i] as number),
    cost: Float64Array.from(order, (i) => cost[i] as number),
  };
}

function isSorted(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if ((values[i] as number) < (values[i - 1] as number)) return false;
  return true;
}

/** How long the admissions of a trace waited, in no order; empty for a limiter that never delays. */
export function admittedWaits({ verdicts, waits }: LaneTrace): Float64Array {
  return waits === null ? new Float64Array() : waits.filter((_, i) => !isDenied(verdicts[i] as number));
}

/**
 * The `share` quantile of durations by the nearest rank; 0 of none. Found by parting them around a pivot until the rank
 * stands in its place (Hoare), which leaves them in another order.
 */
export function quantileInPlace(durations: Float64Array, fraction: number): Duration {
  const rank = Math.max(0, Math.ceil(fraction * durations.length) - 1);
  let low = 0;
  let high = durations.length - 1;
  while (low < high) {
    const pivot = durations[(low + high) >>> 1] as number;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((durations[i] as number) < pivot) i++;
      while ((durations[j] as number) > pivot) j--;
      if (i > j) break;
      [durations[i], durations[j]] = [durations[j] as number, durations[i] as number];
      i++;
      j--;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return durations[rank] ?? 0;
}
