/**
 * The jobs of clients that have a rate: open loop, from each client's own random streams, so that they are the same in
 * every lane and one more client leaves those of the others alone.
 */
import { makeStream } from '../../random.ts';
import type { Instant } from '../../time.ts';
import { costDrawer, isChoice } from '../costs.ts';
import { countWithin, fillEvenly, intervalAt } from '../even.ts';
import { keyDrawer, type KeyNames } from '../keys.ts';
import { inOrder, type EntryArrivals } from '../merge.ts';
import { poissonCount, poissonInstants } from '../poisson.ts';
import { actorOf, rangeOf } from '../source.ts';
import { ClientStreams } from '../streams.ts';
import type { Clients } from './client.ts';

/** Clients whose jobs come at a rate, whatever the answers. */
export type Rated = Clients & { readonly rate: number };

export function isRated(entry: Clients): entry is Rated {
  return entry.rate !== undefined;
}

/** How many jobs they make together; of Poisson arrivals about the most. */
export function countJobs(entry: Rated, horizon: Instant): number {
  const range = rangeOf(entry, horizon);
  const { arrivals, count, rate } = entry;
  if (arrivals === 'steady') return count * countWithin(range.length, rate);
  // What all of them make is Poisson too.
  return poissonCount(range, rate * count);
}

/**
 * Jobs sorted by time, at one instant by client.
 *
 * @param before clients of earlier entries: this entry's are numbered from there on
 */
export function jobsOf(entry: Rated, index: number, before: number, horizon: Instant, seed: number): EntryArrivals {
  const { at, local, job } =
    entry.arrivals === 'steady' ? steadyJobs(entry, horizon) : poissonJobs(entry, horizon, seed);
  return inOrder({
    entry: index,
    at,
    ...keysOf(entry, local, seed),
    cost: costsOf(entry, local, seed),
    jobs: { client: local.map((client) => before + client), job },
  });
}

/** Of each job its instant, client and number within the client, from 1. */
interface Jobs {
  readonly at: Float64Array;
  readonly local: Uint32Array;
  readonly job: Uint32Array;
}

/** All clients at once: job by job, in the order of time. */
function steadyJobs(entry: Rated, horizon: Instant): Jobs {
  const { from, length } = rangeOf(entry, horizon);
  const each = countWithin(length, entry.rate);
  const instants = new Float64Array(each);
  if (each > 0) fillEvenly(instants, each, from, intervalAt(entry.rate));
  const { count } = entry;
  const at = new Float64Array(each * count);
  const local = new Uint32Array(each * count);
  const job = new Uint32Array(each * count);
  for (let i = 0; i < at.length; i++) {
    const k = Math.floor(i / count);
    at[i] = instants[k] as number;
    local[i] = (i % count) + 1;
    job[i] = k + 1;
  }
  return { at, local, job };
}

/** Client by client. */
function poissonJobs(entry: Rated, horizon: Instant, seed: number): Jobs {
  const range = rangeOf(entry, horizon);
  const lists: Float64Array[] = [];
  for (let client = 1; client <= entry.count; client++) {
    const stream = makeStream(seed, entry.stream, actorOf('arrivals', client));
    // A copy of its own length: room for the most that may come would be many times what a slow client needs.
    lists.push(poissonInstants(range, entry.rate, stream).slice());
  }
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  const at = new Float64Array(total);
  const local = new Uint32Array(total);
  const job = new Uint32Array(total);
  let next = 0;
  for (const [client, list] of lists.entries()) {
    at.set(list, next);
    for (let k = 0; k < list.length; k++) {
      local[next] = client + 1;
      job[next++] = k + 1;
    }
  }
  return { at, local, job };
}

/** Numbered `<key>-1` and on, by client or by the pool. Each client's jobs stand in their order, and so are drawn in it. */
function keysOf(entry: Clients, local: Uint32Array, seed: number): { names: KeyNames; key: Uint32Array | null } {
  const { key, keys, count } = entry;
  if (keys === 'shared') return { names: { count: 1, name: () => key }, key: null };
  const pool = keys === 'own' ? count : keys.count;
  const names = { count: pool, name: (number: number) => `${key}-${number + 1}` };
  if (keys === 'own') return { names, key: local.map((client) => client - 1) };
  const draw = keyDrawer(keys);
  const streams = new ClientStreams(count, seed, entry.stream, 'keys');
  return { names, key: local.map((client) => draw(streams.of(client))) };
}

function costsOf({ cost, count, stream }: Clients, local: Uint32Array, seed: number): Uint32Array | null {
  if (!isChoice(cost)) return cost === 1 ? null : new Uint32Array(local.length).fill(cost as number);
  const draw = costDrawer(cost);
  const streams = new ClientStreams(count, seed, stream, 'costs');
  return local.map((client) => draw(streams.of(client)));
}
