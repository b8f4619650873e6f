/**
 * The trace: typed columns with one row per request and lane. Arrivals are shared by all lanes with the same traffic, so an
 * open-loop lane adds one byte per request, plus 8 if its limiter delays requests and 30 if a distributed scheme decides.
 */
import { costAt, keyIndexOf, type Arrivals } from '../arrivals.ts';
import type { Duration } from '../time.ts';
import { isDenied } from '../verdict.ts';

/** One lane's decisions on its arrivals. */
export interface LaneTrace {
  readonly arrivals: Arrivals;
  readonly verdicts: Uint8Array;
  /** Microseconds; null for a limiter that never delays. With a distributed scheme, denied requests wait too. */
  readonly waits: Float64Array | null;
  /** Absent for a single-process limiter. */
  readonly cluster?: ClusterTrace;
}

/** Additional columns of a lane with a distributed scheme. */
export interface ClusterTrace {
  /** Node that received the request, from 0; `NO_NODE` if none did. */
  readonly node: Uint8Array;
  /** Messages sent for the request; a script counts as one, as does MULTI … EXEC. */
  readonly messages: Uint32Array;
  /** Microseconds until the answer, without the wait of a delay. */
  readonly latency: Float64Array;
  /** Level after the deciding command; NaN if the decision found none. */
  readonly level: Float64Array;
  /** Retry-after time from the request on, microseconds; NaN if the node knows none. */
  readonly retryAfter: Float64Array;
  /** How the answer was obtained: an index into `ANSWER_PATHS`. */
  readonly answerPath: Uint8Array;
  /** Messages processed by the store, in bins of equal length from time 0 to the end; later ones are not counted. */
  readonly load: Uint32Array;
  readonly loadBin: Duration;
  /** Sentences about what did not happen in the run. */
  readonly notes: readonly string[];
}

export const NO_NODE = 255;

/** How a distributed scheme may answer a request. */
export const ANSWER_PATHS = ['decided', 'died', 'no-node', 'refused', 'let-through', 'by-itself', 'in-vain'] as const;
export type AnswerPath = (typeof ANSWER_PATHS)[number];

/** Admissions of one key, by the instant from which they are in effect (arrival + wait). */
export interface Admissions {
  /** Microseconds, never decreasing. */
  readonly at: Float64Array;
  /** Permits; null if all are 1. */
  readonly cost: Float64Array | null;
}

/** The admissions of one key of a lane, or of all keys together (`null`). */
export function admissionsOf(trace: LaneTrace, key: number | null): Admissions {
  return findAdmissions(trace, key, (length) => new Float64Array(length));
}

/** Kept from lane to lane: to get and clear as much memory for every run takes as long as to fill it. */
let instants = new Float64Array();
/** The verdicts of the lane that `brief` is about. */
let briefOf: Uint8Array | null = null;
let brief: Admissions;

/** Like `admissionsOf`, valid only until the next call for another lane or key. */
export function briefAdmissionsOf(trace: LaneTrace, key: number | null): Admissions {
  const isWhole = trace.arrivals.key === null;
  if (isWhole && briefOf === trace.verdicts) return brief;
  brief = findAdmissions(trace, key, (length) => {
    if (instants.length < length) instants = new Float64Array(length);
    return instants;
  });
  briefOf = isWhole ? trace.verdicts : null;
  return brief;
}

/** @param memoryFor room for that many instants, or more */
function findAdmissions(
  trace: LaneTrace,
  key: number | null,
  memoryFor: (length: number) => Float64Array<ArrayBuffer>,
): Admissions {
  const { arrivals, verdicts, waits } = trace;
  const all = key === null || arrivals.key === null;
  const index = all ? null : keyIndexOf(arrivals);
  const from = index === null ? 0 : (index.start[key!] as number);
  const to = index === null ? arrivals.count : (index.start[key! + 1] as number);
  const at = memoryFor(to - from);
  const cost = arrivals.cost === null ? null : new Float64Array(to - from);
  let count = 0;
  for (let i = from; i < to; i++) {
    const request = index === null ? i : (index.order[i] as number);
    // The requests of one key are far apart in memory, so the instants of denied ones are not fetched.
    if (index !== null && isDenied(verdicts[request] as number)) continue;
    // Without another branch: the next admission overwrites a denial.
    at[count] = (arrivals.at[request] as number) + (waits === null ? 0 : (waits[request] as number));
    if (cost !== null) cost[count] = costAt(arrivals, request);
    count += Number(!isDenied(verdicts[request] as number));
  }
  const admissions = { at: at.subarray(0, count), cost: cost === null ? null : cost.subarray(0, count) };
  // Only waits can put admissions out of order.
  return waits === null ? admissions : sortByTime(admissions);
}

/** The admissions of every key of a lane, sorted by key in one pass, since the requests of one key are far apart in memory. */
export function admissionsByKey(trace: LaneTrace): (key: number) => Admissions {
  const { arrivals, verdicts, waits } = trace;
  const { key, count } = arrivals;
  if (key === null) return () => briefAdmissionsOf(trace, null);
  /** By key, the position after its last admission; before they are placed, of its first. */
  const ends = new Uint32Array(arrivals.keys.length);
  for (let i = 0; i < count; i++) ends[key[i] as number]! += Number(!isDenied(verdicts[i] as number));
  let total = 0;
  for (let k = 0; k < ends.length; k++) {
    const admitted = ends[k] as number;
    ends[k] = total;
    total += admitted;
  }
  const at = new Float64Array(total);
  const cost = arrivals.cost === null ? null : new Float64Array(total);
  for (let i = 0; i < count; i++) {
    if (isDenied(verdicts[i] as number)) continue;
    const place = ends[key[i] as number]!++;
    at[place] = (arrivals.at[i] as number) + (waits === null ? 0 : (waits[i] as number));
    if (cost !== null) cost[place] = costAt(arrivals, i);
  }
  return (k) => {
    const start = k === 0 ? 0 : (ends[k - 1] as number);
    const end = ends[k] as number;
    const admissions = { at: at.subarray(start, end), cost: cost === null ? null : cost.subarray(start, end) };
    return waits === null ? admissions : sortByTime(admissions);
  };
}

/** Checks first, since the queue of one key releases them in order: sorting 19 million took five seconds. */
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

/** The waits of admitted requests, in no particular order; empty for a limiter that never delays. */
export function admittedWaits({ verdicts, waits }: LaneTrace): Float64Array {
  if (waits === null) return new Float64Array();
  const admitted = new Float64Array(waits.length);
  let count = 0;
  for (let i = 0; i < waits.length; i++) {
    admitted[count] = waits[i] as number;
    // Without a branch: the verdict decides whether the next one overwrites it.
    count += Number(!isDenied(verdicts[i] as number));
  }
  return admitted.subarray(0, count);
}

/** Figures of durations. */
export interface DurationFigures {
  readonly median: Duration;
  readonly p99: Duration;
  readonly max: Duration;
}

/** Durations are sorted into so many equal parts of their range, and only the part that holds a quantile is looked into. */
const PARTS = 4096;

/** All are 0 if there are none. */
export function durationFigures(durations: Float64Array): DurationFigures {
  let max = 0;
  for (let i = 0; i < durations.length; i++) max = Math.max(max, durations[i] as number);
  const scale = (PARTS - 1) / max;
  const counts = new Uint32Array(PARTS);
  for (let i = 0; i < durations.length; i++) counts[partOf(durations[i] as number, scale)]!++;
  const quantile = (fraction: number): Duration => {
    let rank = rankOf(durations.length, fraction);
    let part = 0;
    while (part < PARTS - 1 && rank >= (counts[part] as number)) rank -= counts[part++] as number;
    const candidates = new Float64Array(counts[part] as number);
    for (let i = 0, next = 0; next < candidates.length; i++) {
      const duration = durations[i] as number;
      candidates[next] = duration;
      next += Number(partOf(duration, scale) === part);
    }
    return selectInPlace(candidates, rank);
  };
  return { median: quantile(0.5), p99: quantile(0.99), max };
}

/** The first if all are 0, or one is infinite: it then holds all. */
function partOf(duration: Duration, scale: number): number {
  return (duration * scale) | 0;
}

/** The position of a quantile among sorted durations, by the nearest rank. */
function rankOf(count: number, fraction: number): number {
  return Math.max(0, Math.ceil(fraction * count) - 1);
}

/** Hoare's selection algorithm. */
function selectInPlace(durations: Float64Array, rank: number): Duration {
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
