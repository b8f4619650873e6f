/** Which clients, that is keys, were refused before a change and are not after it, and the other way round. */
import type { LaneTrace } from '../metrics/trace.ts';
import { isDenied } from '../verdict.ts';

export interface ClientCounts {
  readonly requests: number;
  readonly denied: number;
}

export interface ClientChange {
  readonly key: string;
  readonly before: ClientCounts;
  readonly after: ClientCounts;
}

/** Clients that change to one side. */
export interface ChangedSide {
  readonly clients: number;
  /** At most `MAX_LISTED` of them, those with the most refusals first. */
  readonly most: readonly ClientChange[];
}

/** A client is refused in a run if any of its requests is. */
export interface ClientChanges {
  /** Refused before but not after. */
  readonly relieved: ChangedSide;
  /** Refused after but not before. */
  readonly newlyRefused: ChangedSide;
  readonly refusedInBoth: number;
  readonly refusedInNeither: number;
}

export const MAX_LISTED = 10;

/** Requests or keys per slice: a millisecond or two. */
const SLICE = 1 << 16;

/** In slices. The two runs may have different traffic: a client without requests is not refused. */
export function* clientChanges(before: LaneTrace, after: LaneTrace): Generator<undefined, ClientChanges> {
  const [earlier, later] = [yield* countsByKey(before), yield* countsByKey(after)];
  const relieved = new Side();
  const newlyRefused = new Side();
  let [refusedInBoth, refusedInNeither, steps] = [0, 0, 0];
  for (const key of new Set([...earlier.keys(), ...later.keys()])) {
    if (++steps % SLICE === 0) yield;
    const change = { key, before: earlier.get(key) ?? NONE, after: later.get(key) ?? NONE };
    const [was, is] = [change.before.denied > 0, change.after.denied > 0];
    if (was && is) refusedInBoth++;
    else if (was) relieved.add(change);
    else if (is) newlyRefused.add(change);
    else refusedInNeither++;
  }
  return { relieved, newlyRefused, refusedInBoth, refusedInNeither };
}

const NONE: ClientCounts = { requests: 0, denied: 0 };

function* countsByKey({ arrivals, verdicts }: LaneTrace): Generator<undefined, ReadonlyMap<string, ClientCounts>> {
  const { count, key, keys } = arrivals;
  const requests = new Uint32Array(keys.length);
  const denied = new Uint32Array(keys.length);
  for (let request = 0; request < count; request++) {
    if (request % SLICE === SLICE - 1) yield;
    const index = key === null ? 0 : (key[request] as number);
    requests[index]!++;
    denied[index]! += Number(isDenied(verdicts[request] as number));
  }
  const counts = new Map<string, ClientCounts>();
  for (const [index, name] of keys.entries()) {
    if (index % SLICE === SLICE - 1) yield;
    const own = requests[index] as number;
    if (own > 0) counts.set(name, { requests: own, denied: denied[index] as number });
  }
  return counts;
}

class Side implements ChangedSide {
  clients = 0;
  readonly most: ClientChange[] = [];

  add(change: ClientChange): void {
    this.clients++;
    const place = this.most.findIndex((other) => refusals(other) < refusals(change));
    if (place < 0) this.most.push(change);
    else this.most.splice(place, 0, change);
    if (this.most.length > MAX_LISTED) this.most.pop();
  }
}

function refusals({ before, after }: ClientChange): number {
  return before.denied + after.denied;
}
