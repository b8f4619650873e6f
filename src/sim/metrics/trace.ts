/**
 * The trace: typed columns, one row a request and lane. Arrivals are shared by all lanes that see the same traffic, so
 * an open-loop lane adds one byte a request, eight more when its limiter makes requests wait, and thirty more when nodes
 * decide.
 */
import type { Duration, Instant } from '../time.ts';

/** Requests in the order in which they are decided: by time, then by entry, then within the entry. */
export interface Arrivals {
  readonly count: number;
  /** Microseconds, never falling. */
  readonly at: Float64Array;
  /** Index into `keys`; null when all are of key 0. */
  readonly key: Uint32Array | null;
  /** Permits asked for; null when all are 1. */
  readonly cost: Uint32Array | null;
  readonly keys: readonly string[];
  /** Which entry of the traffic each came from. */
  readonly entry: Uint16Array | Uint32Array;
  /** Whose tries they are; null without clients: then every request is the only try of a job of its own. */
  readonly tries: Tries | null;
}

/**
 * Requests of clients that may try again. (client, job) names the same work in every lane; what a lane's answers make of
 * it are its tries.
 */
export interface Tries {
  /** 0 for open-loop traffic; clients count from 1, over all entries in their order. */
  readonly client: Uint32Array;
  /** From 1, within the client. */
  readonly job: Uint32Array;
  /** 1 for the first try of a job, 2 for the second, … */
  readonly number: Uint32Array;
}

/** How many jobs clients before each have, so that (client, job) is one number; open-loop traffic is client 0. The last is of all. */
export function jobOffsets({ client, job }: Tries): Float64Array {
  let clients = 0;
  for (let row = 0; row < client.length; row++) clients = Math.max(clients, client[row] as number);
  const offsets = new Float64Array(clients + 2);
  for (let row = 0; row < client.length; row++) {
    const next = (client[row] as number) + 1;
    offsets[next] = Math.max(offsets[next] as number, job[row] as number);
  }
  for (let index = 1; index < offsets.length; index++) offsets[index]! += offsets[index - 1] as number;
  return offsets;
}

/** Requests of one permit each, for one key, at rising instants. */
export function unitArrivals(at: Float64Array): Arrivals {
  const count = at.length;
  return { count, at, key: null, cost: null, keys: ['a'], entry: new Uint16Array(count), tries: null };
}

/** Verdicts of this and above refuse, for whatever reason. */
export const DENY = 2;

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

export function keyAt(arrivals: Arrivals, request: number): number {
  return arrivals.key === null ? 0 : (arrivals.key[request] as number);
}

export function costAt(arrivals: Arrivals, request: number): number {
  return arrivals.cost === null ? 1 : (arrivals.cost[request] as number);
}

/** The first position at which `at` is not before `instant`. */
export function firstAtOrAfter(at: Float64Array, instant: Instant, length = at.length): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] as number) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of the positions 0 to `length` at which it holds, given that it then goes on to hold; `length` if at none. */
export function firstWhere(length: number, holds: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where each key's requests stand: those of key k are `order[start[k]] … order[start[k + 1] − 1]`, in order of time. */
export interface KeyIndex {
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

const keyIndexCache = new WeakMap<Arrivals, KeyIndex>();

/** A counting sort by key, made once for each arrivals. */
export function keyIndexOf(arrivals: Arrivals): KeyIndex {
  const cached = keyIndexCache.get(arrivals);
  if (cached !== undefined) return cached;
  const keys = Math.max(1, arrivals.keys.length);
  const start = new Uint32Array(keys + 1);
  for (let i = 0; i < arrivals.count; i++) start[keyAt(arrivals, i) + 1]!++;
  for (let k = 0; k < keys; k++) start[k + 1]! += start[k] as number;
  const next = start.slice(0, keys);
  const order = new Uint32Array(arrivals.count);
  for (let i = 0; i < arrivals.count; i++) order[next[keyAt(arrivals, i)]!++] = i;
  const index = { start, order };
  keyIndexCache.set(arrivals, index);
  return index;
}

/** The key with the most requests, the first of equals. */
export function busiestKey(arrivals: Arrivals): number {
  if (arrivals.key === null) return 0;
  const { start } = keyIndexOf(arrivals);
  let busiest = 0;
  for (let k = 1; k < arrivals.keys.length; k++) {
    if (start[k + 1]! - start[k]! > start[busiest + 1]! - start[busiest]!) busiest = k;
  }
  return busiest;
}

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
    if ((verdicts[request] as number) > 1) continue;
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
  return waits === null ? new Float64Array() : waits.filter((_, i) => (verdicts[i] as number) <= 1);
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
