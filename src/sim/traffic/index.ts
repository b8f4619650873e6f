/**
 * Traffic: the open-loop kinds, a list that someone wrote, and what a scenario's entries ask for together, whatever the
 * answers. What hangs on the answers is made by the engine, with `clients/` and `script.ts`.
 */
import { microsFromSeconds, type Instant } from '../time.ts';
import { burst, type Burst } from './burst.ts';
import { costsForEntry } from './costs.ts';
import { daily, type Daily } from './daily.ts';
import { keysForEntry } from './keys.ts';
import { maxJobs, hasRate, generateJobs } from './clients/jobs.ts';
import type { ClientsEntry } from './clients/client.ts';
import { sortedByTime, mergeArrivals, type EntryArrivals } from './merge.ts';
import { onOff, type OnOff } from './onOff.ts';
import { poisson, type Poisson } from './poisson.ts';
import { ramp, type Ramp } from './ramp.ts';
import { scriptArrivals, type ScriptEntry } from './scriptEntry.ts';
import type { ScriptInstance } from './script.ts';
import type { TrafficGenerator } from './trafficGenerator.ts';
import type { Arrivals } from '../arrivals.ts';
import { steady, type Steady } from './steady.ts';
import { times, type Times } from './times.ts';

export type { JobPhase, Retry } from './clients/client.ts';

export type OpenLoopEntry = Times | Steady | Poisson | Ramp | Burst | OnOff | Daily;

export type TrafficInput = OpenLoopEntry | ClientsEntry | ScriptEntry;

const generators: readonly TrafficGenerator[] = [times, steady, poisson, ramp, burst, onOff, daily];

/** A script of which no more is asked than what it sent. */
export type ScriptTopLevel = Pick<ScriptInstance, 'sent' | 'clients'>;

const byKind = new Map(generators.map((source) => [source.kind, source]));

export function isOpenLoop(entry: TrafficInput): entry is OpenLoopEntry {
  return byKind.has(entry.kind);
}

/** The run: its seed, and its end in seconds, which is also that of a range without `to`. */
export interface OpenLoopOptions {
  readonly seed: number;
  readonly durationSeconds: number;
}

/**
 * How many requests all entries make, whatever the answers, without making them: open-loop kinds, and the jobs of clients
 * with a rate. Exact without Poisson arrivals; with them at most this many, but for about one run in 10^9. May be far
 * beyond what memory holds, or ∞.
 */
export function countOpenLoop(traffic: readonly TrafficInput[], { durationSeconds }: OpenLoopOptions): number {
  const end = microsFromSeconds(durationSeconds);
  return traffic.reduce((sum, entry) => {
    if (isOpenLoop(entry)) return sum + generatorFor(entry).count(entry, end);
    return sum + (entry.kind === 'clients' && hasRate(entry) ? maxJobs(entry, end) : 0);
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
export function openLoopArrivals(
  traffic: readonly TrafficInput[],
  { seed, durationSeconds }: OpenLoopOptions,
  scripts: ReadonlyMap<number, ScriptTopLevel> = new Map(),
): Arrivals {
  const end = microsFromSeconds(durationSeconds);
  const offsets = clientOffsetsOf(traffic, scripts);
  const lists: EntryArrivals[] = [];
  for (const [index, entry] of traffic.entries()) {
    if (isOpenLoop(entry)) lists.push(generateArrivals(entry, index, end, seed));
    else if (entry.kind === 'script') {
      const started = scripts.get(index);
      if (started !== undefined) lists.push(scriptArrivals(entry, index, started.sent, seed));
    } else if (hasRate(entry)) lists.push(generateJobs(entry, index, offsets[index] as number, end, seed));
  }
  return mergeArrivals(lists);
}

/** How many clients there are in the entries before each; the last of all. */
export function clientOffsetsOf(
  traffic: readonly TrafficInput[],
  scripts: ReadonlyMap<number, ScriptTopLevel> = new Map(),
): readonly number[] {
  const offsets = [0];
  for (const [index, entry] of traffic.entries()) {
    const own = entry.kind === 'clients' ? entry.count : entry.kind === 'script' ? scripts.get(index)?.clients : 0;
    offsets.push((offsets[index] as number) + (own ?? 0));
  }
  return offsets;
}

function generateArrivals(entry: OpenLoopEntry, index: number, horizon: Instant, seed: number): EntryArrivals {
  const at = generatorFor(entry).generate(entry, horizon, seed);
  // Keys and costs are drawn in the order of the entry, so that a click added at an earlier instant reshuffles nothing.
  return sortedByTime({
    entry: index,
    at,
    ...keysForEntry(entry, at.length, seed),
    cost: costsForEntry(entry, at.length, seed),
    jobs: null,
  });
}

function generatorFor(entry: OpenLoopEntry): TrafficGenerator {
  const source = byKind.get(entry.kind);
  if (source === undefined) throw new TypeError(`there is no kind of traffic named ${entry.kind}`);
  return source;
}
