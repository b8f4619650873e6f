/** The requests of each client one after another, so that a pass over a client reads memory in order. */
import { keyIndexOf, type Arrivals } from '../sim/engine.ts';

/** Clients are the keys with at least one request, in their order. Those of client c are at `start[c]` to `start[c + 1] − 1`. */
export interface ClientRequests {
  /** By client, its key. */
  readonly key: Uint32Array;
  readonly start: Uint32Array;
  /** Microseconds, ascending within a client. */
  readonly at: Float64Array;
  /** Permits; null if all are 1. */
  readonly cost: Float64Array | null;
}

const cache = new WeakMap<Arrivals, ClientRequests>();

/** Computed once for each `Arrivals`. */
export function clientRequestsOf(arrivals: Arrivals): ClientRequests {
  let requests = cache.get(arrivals);
  if (requests === undefined) cache.set(arrivals, (requests = sortByClient(arrivals)));
  return requests;
}

function sortByClient(arrivals: Arrivals): ClientRequests {
  const { count, keys } = arrivals;
  const { start: keyStart, order } = keyIndexOf(arrivals);
  const key: number[] = [];
  for (let k = 0; k < Math.max(1, keys.length); k++) if (keyStart[k + 1]! > keyStart[k]!) key.push(k);
  const start = new Uint32Array(key.length + 1);
  for (const [client, k] of key.entries()) start[client] = keyStart[k] as number;
  start[key.length] = count;
  return {
    key: Uint32Array.from(key),
    start,
    at: arrivals.key === null ? arrivals.at : gathered(arrivals.at, order),
    cost: arrivals.cost && gathered(arrivals.cost, order),
  };
}

function gathered(column: Float64Array | Uint32Array, order: Uint32Array): Float64Array {
  const result = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) result[i] = column[order[i] as number] as number;
  return result;
}
