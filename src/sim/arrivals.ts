/**
 * Arrivals: the requests that a run decides, as typed columns. Traffic generates them, lanes share them, a trace keeps
 * them.
 */

/** Requests in the order in which they are decided: by time, then by entry, then within the entry. */
export interface Arrivals {
  readonly count: number;
  /** Microseconds, non-decreasing. */
  readonly at: Float64Array;
  /** Index into `keys`; null when every request has key 0. */
  readonly key: Uint32Array | null;
  /** Permits requested; null when every cost is 1. */
  readonly cost: Uint32Array | null;
  /** 1 for each request that a recording counts as bad; absent if none is. */
  readonly bad?: Uint8Array;
  readonly keys: readonly string[];
  /** Which entry of the traffic each came from. */
  readonly entry: Uint16Array | Uint32Array;
  /** The client, job and try of each; null without clients, when every request is the only try of its own job. */
  readonly tries: Tries | null;
}

/**
 * Requests of clients that may try again. (client, job) identifies the same job in every lane; how many tries it takes
 * depends on that lane's answers.
 */
export interface Tries {
  /** 0 for open-loop traffic; clients count from 1, over all entries in their order. */
  readonly client: Uint32Array;
  /** From 1, within the client. */
  readonly job: Uint32Array;
  /** 1 for the first try of a job, 2 for the second, … */
  readonly number: Uint32Array;
}

/**
 * By client, the number of jobs of all clients before it, which turns (client, job) into one number; open-loop traffic
 * is client 0. The last element is the total.
 */
export function jobOffsets({ client, job }: Tries): Float64Array {
  let clients = 0;
  for (let row = 0; row < client.length; row++) clients = Math.max(clients, client[row] as number);
  const offsets = new Float64Array(clients + 2);
  for (let row = 0; row < client.length; row++) {
    const next = (client[row] as number) + 1;
    if ((job[row] as number) > (offsets[next] as number)) offsets[next] = job[row] as number;
  }
  for (let index = 1; index < offsets.length; index++) offsets[index]! += offsets[index - 1] as number;
  return offsets;
}

/** Requests of one permit each, for one key, in order of time. */
export function unitArrivals(at: Float64Array): Arrivals {
  const count = at.length;
  return { count, at, key: null, cost: null, keys: ['a'], entry: new Uint16Array(count), tries: null };
}

/** Some of the requests, in their order. @param rows ascending */
export function arrivalsAt(arrivals: Arrivals, rows: ArrayLike<number>): Arrivals {
  const { at, key, cost, bad, keys, entry, tries } = arrivals;
  const column = (values: ArrayLike<number>) => Uint32Array.from(rows, (row) => values[row] as number);
  return {
    count: rows.length,
    at: Float64Array.from(rows, (row) => at[row] as number),
    key: key && column(key),
    cost: cost && column(cost),
    ...(bad !== undefined && { bad: Uint8Array.from(rows, (row) => bad[row] as number) }),
    keys,
    entry: column(entry),
    tries: tries && { client: column(tries.client), job: column(tries.job), number: column(tries.number) },
  };
}

export function keyAt(arrivals: Arrivals, request: number): number {
  return arrivals.key === null ? 0 : (arrivals.key[request] as number);
}

export function costAt(arrivals: Arrivals, request: number): number {
  return arrivals.cost === null ? 1 : (arrivals.cost[request] as number);
}

/**
 * The positions of each key's requests: those of key k are `order[start[k]] … order[start[k + 1] − 1]`, in order of
 * time.
 */
export interface KeyIndex {
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

const keyIndexCache = new WeakMap<Arrivals, KeyIndex>();

/** A counting sort by key, computed once for each `Arrivals`. */
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

/** The key with the most requests, the first of them on a tie. */
export function busiestKey(arrivals: Arrivals): number {
  if (arrivals.key === null) return 0;
  const { start } = keyIndexOf(arrivals);
  let busiest = 0;
  for (let k = 1; k < arrivals.keys.length; k++) {
    if (start[k + 1]! - start[k]! > start[busiest + 1]! - start[busiest]!) busiest = k;
  }
  return busiest;
}

/** The index of a key; that of the busiest one if it is not among them. */
export function keyOrBusiest(arrivals: Arrivals, key: string | null): number {
  const index = key === null ? -1 : arrivals.keys.indexOf(key);
  return index < 0 ? busiestKey(arrivals) : index;
}
