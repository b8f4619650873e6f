/** Open-loop traffic: the kinds, a list that someone wrote, and the requests that a scenario's entries make together. */
import { microsFromSeconds, type Instant } from '../time.ts';
import { burst, type Burst } from './burst.ts';
import { chooseCosts } from './costs.ts';
import { daily, type Daily } from './daily.ts';
import { chooseKeys } from './keys.ts';
import { merge, type EntryArrivals } from './merge.ts';
import { onOff, type OnOff } from './onOff.ts';
import { poisson, type Poisson } from './poisson.ts';
import { ramp, type Ramp } from './ramp.ts';
import type { Arrivals, Source } from './source.ts';
import { steady, type Steady } from './steady.ts';
import { times, type Times } from './times.ts';

export type { Arrivals } from './source.ts';

export type OpenLoopEntry = Times | Steady | Poisson | Ramp | Burst | OnOff | Daily;

/** Entries whose requests depend on the answers. They make none here. */
export interface ClosedLoopEntry {
  readonly kind: 'clients' | 'script';
}

export type TrafficEntry = OpenLoopEntry | ClosedLoopEntry;

const sources: readonly Source[] = [times, steady, poisson, ramp, burst, onOff, daily];

const byKind = new Map(sources.map((source) => [source.kind, source]));

export function isOpenLoop(entry: TrafficEntry): entry is OpenLoopEntry {
  return byKind.has(entry.kind);
}

/** The run: its seed, and its end in seconds, which is also that of a range without `to`. */
export interface Setting {
  readonly seed: number;
  readonly horizon: number;
}

/**
 * How many requests all open-loop entries make together, without making them. Exact without `poisson` entries; with
 * them at most this many, but for about one run in 10^9. May be far beyond what memory holds, or ∞.
 */
export function countOpenLoop(traffic: readonly TrafficEntry[], { horizon }: Setting): number {
  const end = microsFromSeconds(horizon);
  return traffic.filter(isOpenLoop).reduce((sum, entry) => sum + sourceOf(entry).count(entry, end), 0);
}

/**
 * The requests of all open-loop entries in the order in which they are decided: by time, at one instant by entry, then
 * as the entry has them. Ranges are cut at the end; `times` and `burst` are kept beyond it.
 *
 * Memory is 8 to 18 bytes a request, and as much again for several entries: look at `countOpenLoop` first.
 */
export function openLoop(traffic: readonly TrafficEntry[], { seed, horizon }: Setting): Arrivals {
  const end = microsFromSeconds(horizon);
  const lists: EntryArrivals[] = [];
  for (const [index, entry] of traffic.entries()) {
    if (isOpenLoop(entry)) lists.push(arrivalsOf(entry, index, end, seed));
  }
  return merge(lists);
}

function arrivalsOf(entry: OpenLoopEntry, index: number, horizon: Instant, seed: number): EntryArrivals {
  const at = sourceOf(entry).instants(entry, horizon, seed);
  // Keys and costs are drawn in the order of the entry, so that a click added at an earlier instant reshuffles nothing.
  return inOrder({
    entry: index,
    at,
    ...chooseKeys(entry, at.length, seed),
    cost: chooseCosts(entry, at.length, seed),
  });
}

/** Sorted by time, requests of one instant as they were. */
function inOrder(list: EntryArrivals): EntryArrivals {
  const { at, key, cost } = list;
  let sorted = 1;
  while (sorted < at.length && (at[sorted - 1] as number) <= (at[sorted] as number)) sorted++;
  if (sorted >= at.length) return list;

  const order = new Uint32Array(at.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  order.sort((a, b) => (at[a] as number) - (at[b] as number) || a - b);
  return {
    ...list,
    at: rearranged(at, order, new Float64Array(at.length)),
    key: key && rearranged(key, order, new Uint32Array(at.length)),
    cost: cost && rearranged(cost, order, new Uint32Array(at.length)),
  };
}

function rearranged<Column extends Float64Array | Uint32Array>(from: Column, order: Uint32Array, to: Column): Column {
  for (let i = 0; i < order.length; i++) to[i] = from[order[i] as number] as number;
  return to;
}

function sourceOf(entry: OpenLoopEntry): Source {
  const source = byKind.get(entry.kind);
  if (source === undefined) throw new TypeError(`there is no kind of traffic named ${entry.kind}`);
  return source;
}
