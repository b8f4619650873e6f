/**
 * Traffic: the open-loop kinds, a list that someone wrote, and what a scenario's entries ask for together, whatever the
 * answers. What hangs on the answers is made by the engine, with `clients/` and `script.ts`.
 */
import { microsFromSeconds, type Instant } from '../time.ts';
import { burst, type Burst } from './burst.ts';
import { chooseCosts } from './costs.ts';
import { daily, type Daily } from './daily.ts';
import { chooseKeys } from './keys.ts';
import { countJobs, isRated, jobsOf } from './clients/jobs.ts';
import type { Clients } from './clients/client.ts';
import { inOrder, merge, type EntryArrivals } from './merge.ts';
import { onOff, type OnOff } from './onOff.ts';
import { poisson, type Poisson } from './poisson.ts';
import { ramp, type Ramp } from './ramp.ts';
import { sentArrivals, type Scripted } from './scripted.ts';
import type { Script } from './script.ts';
import type { Arrivals, Source } from './source.ts';
import { steady, type Steady } from './steady.ts';
import { times, type Times } from './times.ts';

export type { Phase, Retry } from './clients/client.ts';
export type { Arrivals } from './source.ts';

export type OpenLoopEntry = Times | Steady | Poisson | Ramp | Burst | OnOff | Daily;

export type TrafficEntry = OpenLoopEntry | Clients | Scripted;

const sources: readonly Source[] = [times, steady, poisson, ramp, burst, onOff, daily];

/** A script of which no more is asked than what it sent. */
export type Started = Pick<Script, 'sent' | 'clients'>;

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
 * How many requests all entries make, whatever the answers, without making them: open-loop kinds, and the jobs of clients
 * with a rate. Exact without Poisson arrivals; with them at most this many, but for about one run in 10^9. May be far
 * beyond what memory holds, or ∞.
 */
export function countOpenLoop(traffic: readonly TrafficEntry[], { horizon }: Setting): number {
  const end = microsFromSeconds(horizon);
  return traffic.reduce((sum, entry) => {
    if (isOpenLoop(entry)) return sum + sourceOf(entry).count(entry, end);
    return sum + (entry.kind === 'clients' && isRated(entry) ? countJobs(entry, end) : 0);
  }, 0);
}

/**
 * The requests of all entries that come whatever the answers, in the order in which they are decided: by time, at one
 * instant by entry, then as the entry has them. Ranges are cut at the end; `times`, `burst` and what scripts sent are
 * kept beyond it.
 *
 * Memory is 8 to 18 bytes a request, 12 more with clients, and as much again for several entries: look at
 * `countOpenLoop` first.
 *
 * @param scripts what has started, by entry
 */
export function openLoop(
  traffic: readonly TrafficEntry[],
  { seed, horizon }: Setting,
  scripts: ReadonlyMap<number, Started> = new Map(),
): Arrivals {
  const end = microsFromSeconds(horizon);
  const clients = clientsBefore(traffic, scripts);
  const lists: EntryArrivals[] = [];
  for (const [index, entry] of traffic.entries()) {
    if (isOpenLoop(entry)) lists.push(arrivalsOf(entry, index, end, seed));
    else if (entry.kind === 'script') {
      const started = scripts.get(index);
      if (started !== undefined) lists.push(sentArrivals(entry, index, started.sent, seed));
    } else if (isRated(entry)) lists.push(jobsOf(entry, index, clients[index] as number, end, seed));
  }
  return merge(lists);
}

/** How many clients there are in the entries before each; the last of all. */
export function clientsBefore(
  traffic: readonly TrafficEntry[],
  scripts: ReadonlyMap<number, Started> = new Map(),
): readonly number[] {
  const before = [0];
  for (const [index, entry] of traffic.entries()) {
    const own = entry.kind === 'clients' ? entry.count : entry.kind === 'script' ? scripts.get(index)?.clients : 0;
    before.push((before[index] as number) + (own ?? 0));
  }
  return before;
}

function arrivalsOf(entry: OpenLoopEntry, index: number, horizon: Instant, seed: number): EntryArrivals {
  const at = sourceOf(entry).instants(entry, horizon, seed);
  // Keys and costs are drawn in the order of the entry, so that a click added at an earlier instant reshuffles nothing.
  return inOrder({
    entry: index,
    at,
    ...chooseKeys(entry, at.length, seed),
    cost: chooseCosts(entry, at.length, seed),
    jobs: null,
  });
}

function sourceOf(entry: OpenLoopEntry): Source {
  const source = byKind.get(entry.kind);
  if (source === undefined) throw new TypeError(`there is no kind of traffic named ${entry.kind}`);
  return source;
}
