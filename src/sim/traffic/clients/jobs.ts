/**
 * The jobs of clients that have a rate: open loop, from each client's own random streams, so that they are the same in
 * every lane and adding a client does not change the jobs of the others.
 */
import { makeStream } from '../../random.ts';
import type { Instant } from '../../time.ts';
import { costSampler, isCostDistribution } from '../costs.ts';
import { countWithin, fillEvenly, intervalForRate } from '../evenSpacing.ts';
import { keySampler, type KeyNames } from '../keys.ts';
import { sortedByTime, type EntryArrivals } from '../merge.ts';
import { maxPoissonCount, poissonInstants } from '../poisson.ts';
import { substreamOf, rangeOf } from '../trafficGenerator.ts';
import { ClientStreams } from '../clientStreams.ts';
import type { ClientsEntry } from './client.ts';

/** Clients whose jobs arrive at a given rate, regardless of the answers. */
export type RatedClientsEntry = ClientsEntry & { readonly rate: number };

export function hasRate(entry: ClientsEntry): entry is RatedClientsEntry {
  return entry.rate !== undefined;
}

/** How many jobs they have in total; for Poisson arrivals an upper bound, see `maxPoissonCount`. */
export function maxJobs(entry: RatedClientsEntry, horizon: Instant): number {
  const range = rangeOf(entry, horizon);
  const { arrivals, count, rate } = entry;
  if (arrivals === 'steady') return count * countWithin(range.length, rate);
  // The sum of independent Poisson processes is Poisson too.
  return maxPoissonCount(range, rate * count);
}

/**
 * Jobs sorted by time, then by client.
 *
 * @param clientOffset number of clients in earlier entries; this entry's are numbered from there on
 */
export function generateJobs(
  entry: RatedClientsEntry,
  index: number,
  clientOffset: number,
  horizon: Instant,
  seed: number,
): EntryArrivals {
  const { at, localClient, job } =
    entry.arrivals === 'steady' ? steadyJobs(entry, horizon) : poissonJobs(entry, horizon, seed);
  return sortedByTime({
    entry: index,
    at,
    ...jobKeys(entry, localClient, seed),
    cost: jobCosts(entry, localClient, seed),
    jobs: { client: localClient.map((client) => clientOffset + client), job },
  });
}

/** For each job: its instant, its client and its number within the client, both from 1. */
interface Jobs {
  readonly at: Float64Array;
  readonly localClient: Uint32Array;
  readonly job: Uint32Array;
}

/** All clients at once, in order of time: the k-th jobs of all clients, then the next. */
function steadyJobs(entry: RatedClientsEntry, horizon: Instant): Jobs {
  const { from, length } = rangeOf(entry, horizon);
  const jobsPerClient = countWithin(length, entry.rate);
  const instants = new Float64Array(jobsPerClient);
  if (jobsPerClient > 0) fillEvenly(instants, jobsPerClient, from, intervalForRate(entry.rate));
  const { count } = entry;
  const at = new Float64Array(jobsPerClient * count);
  const localClient = new Uint32Array(jobsPerClient * count);
  const job = new Uint32Array(jobsPerClient * count);
  for (let i = 0; i < at.length; i++) {
    const k = Math.floor(i / count);
    at[i] = instants[k] as number;
    localClient[i] = (i % count) + 1;
    job[i] = k + 1;
  }
  return { at, localClient, job };
}

/** Client by client. */
function poissonJobs(entry: RatedClientsEntry, horizon: Instant, seed: number): Jobs {
  const range = rangeOf(entry, horizon);
  const lists: Float64Array[] = [];
  for (let client = 1; client <= entry.count; client++) {
    const stream = makeStream(seed, entry.stream, substreamOf('arrivals', client));
    // `slice` copies to the exact length: the upper bound is many times what a slow client needs.
    lists.push(poissonInstants(range, entry.rate, stream).slice());
  }
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  const at = new Float64Array(total);
  const localClient = new Uint32Array(total);
  const job = new Uint32Array(total);
  let next = 0;
  for (const [client, list] of lists.entries()) {
    at.set(list, next);
    for (let k = 0; k < list.length; k++) {
      localClient[next] = client + 1;
      job[next++] = k + 1;
    }
  }
  return { at, localClient, job };
}

/** Keys `<key>-1`, `<key>-2`, …, by client or from the pool. Each client's jobs are in order, so its draws are as well. */
function jobKeys(
  entry: ClientsEntry,
  localClient: Uint32Array,
  seed: number,
): { names: KeyNames; key: Uint32Array | null } {
  const { key, keys, count } = entry;
  if (keys === 'shared') return { names: { count: 1, name: () => key }, key: null };
  const pool = keys === 'own' ? count : keys.count;
  const names = { count: pool, name: (number: number) => `${key}-${number + 1}` };
  if (keys === 'own') return { names, key: localClient.map((client) => client - 1) };
  const draw = keySampler(keys);
  const streams = new ClientStreams(count, seed, entry.stream, 'keys');
  return { names, key: localClient.map((client) => draw(streams.forClient(client))) };
}

function jobCosts({ cost, count, stream }: ClientsEntry, localClient: Uint32Array, seed: number): Uint32Array | null {
  if (!isCostDistribution(cost)) return cost === 1 ? null : new Uint32Array(localClient.length).fill(cost);
  const draw = costSampler(cost);
  const streams = new ClientStreams(count, seed, stream, 'costs');
  return localClient.map((client) => draw(streams.forClient(client)));
}
