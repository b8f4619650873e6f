/**
 * Traffic: the explicit list of kinds, and the open-loop requests of all entries of a scenario.
 * Requests that depend on answers are made by `run`, with `clients/` and `script.ts`.
 */
import { taggedUnion, type Schema } from '../scenario/schema.ts';
import { microsFromSeconds } from '../time.ts';
import { burst } from './burst.ts';
import { clients } from './clientsEntry.ts';
import { commonFieldsOf } from './conversion.ts';
import { daily } from './daily.ts';
import type { RunContext, ScriptTopLevel, TrafficKind } from './kind.ts';
import { mergeArrivals } from './merge.ts';
import { onOff } from './onOff.ts';
import { poisson } from './poisson.ts';
import { ramp } from './ramp.ts';
import { recording } from './recording.ts';
import { script } from './scriptEntry.ts';
import type { Arrivals } from '../arrivals.ts';
import { steady } from './steady.ts';
import { times } from './times.ts';

export type { ScriptTopLevel, TimeSpan } from './kind.ts';
export { MAX_LISTED_REQUESTS } from './conversion.ts';
export { holdOnly, holdRecording, recordingColumns, recordingData, takeRecording } from './recordings.ts';
export { isCoarse, READINGS, type Reading } from './readings.ts';
export { placeOf } from './recordingSchema.ts';

/** Every kind, in the order of the format. */
const kinds = [times, steady, poisson, ramp, burst, onOff, daily, clients, script, recording] as const;

export type TrafficEntry = (typeof kinds)[number] extends infer K
  ? K extends TrafficKind<infer E>
    ? E
    : never
  : never;
export type TrafficKindName = TrafficEntry['kind'];
export type EntryOfKind<K extends TrafficKindName> = Extract<TrafficEntry, { readonly kind: K }>;

/** Whether it is the entry with the requests that are sent by hand. */
export function isSent(entry: TrafficEntry): entry is EntryOfKind<'times'> & { readonly clicks: true } {
  return entry.kind === 'times' && entry.clicks;
}

const kindsByName = new Map<string, TrafficKind<TrafficEntry>>(kinds.map((kind) => [kind.kind, kind]));

export function trafficKindOf({ kind }: { readonly kind: TrafficKindName }): TrafficKind<TrafficEntry> {
  const found = kindsByName.get(kind);
  if (found === undefined) throw new TypeError(`there is no kind of traffic named ${kind}`);
  return found;
}

/** Those that the UI can make, in the order in which it offers them: the most common ones first. */
export const offeredKinds: readonly TrafficKindName[] = [
  ...new Set(
    [steady, poisson, burst, ...kinds].filter(({ conversion }) => conversion.create !== null).map(({ kind }) => kind),
  ),
];

export const trafficEntrySchema: Schema<TrafficEntry> = taggedUnion<TrafficEntry>(
  'kind',
  Object.fromEntries(kinds.map(({ kind, schema }) => [kind, schema])),
);

/** The run: its seed, and its end in seconds, which is also that of a range without `to`. */
export interface OpenLoopOptions {
  readonly seed: number;
  readonly durationSeconds: number;
}

/**
 * How many requests all entries make regardless of the answers, without generating them: open-loop kinds, and the jobs of
 * clients with a rate. Exact without random arrivals; with them an upper bound, which about one run in 10^9 exceeds. May be
 * far more than fits into memory, or ∞.
 */
export function countOpenLoop(traffic: readonly TrafficEntry[], { durationSeconds }: OpenLoopOptions): number {
  const end = microsFromSeconds(durationSeconds);
  return traffic.reduce((sum, entry) => sum + trafficKindOf(entry).draws.count(entry, end), 0);
}

/**
 * The requests of all entries that do not depend on answers, in the order in which they are decided: by time, then by
 * entry, then in the order within the entry. Ranges are cut at the end; `times`, `burst` and requests sent by scripts are
 * kept beyond it.
 *
 * Memory is 8 to 18 bytes per request, 12 more with clients, and twice that for several entries: check
 * `countOpenLoop` first.
 *
 * @param scripts the scripts that have been started, by entry index
 */
export function openLoopArrivals(
  traffic: readonly TrafficEntry[],
  { seed, durationSeconds }: OpenLoopOptions,
  scripts: ReadonlyMap<number, ScriptTopLevel> = new Map(),
): Arrivals {
  const horizon = microsFromSeconds(durationSeconds);
  const offsets = clientOffsetsOf(traffic, scripts);
  const lists = traffic.map((entry, index) => {
    const clientOffset = offsets[index] as number;
    const context = { index, horizon, seed, clientOffset, script: scripts.get(index) };
    return trafficKindOf(entry).draws.arrivals(entry, context);
  });
  return mergeArrivals(lists.filter((list) => list !== null));
}

/** The number of clients in the entries before each entry; last, the total. */
export function clientOffsetsOf(
  traffic: readonly TrafficEntry[],
  scripts: ReadonlyMap<number, ScriptTopLevel> = new Map(),
): readonly number[] {
  const offsets = [0];
  for (const [index, entry] of traffic.entries()) {
    const own = trafficKindOf(entry).draws.clients(entry, scripts.get(index));
    offsets.push((offsets[index] as number) + own);
  }
  return offsets;
}

/**
 * The entry converted to another kind: at the same time, with about as many requests, and the same key, cost, label and
 * timeout. It keeps its stream, so that no other entry's random numbers change. The entry itself for a kind that is not
 * made on the page.
 */
export function convertEntry(entry: TrafficEntry, kind: TrafficKindName, run: RunContext): TrafficEntry {
  const { create } = trafficKindOf({ kind }).conversion;
  if (kind === entry.kind || create === null) return entry;
  const { conversion, draws, track } = trafficKindOf(entry);
  const pace = conversion.pace(entry, run);
  return create({
    common: commonFieldsOf(entry),
    range: { from: pace.from, ...(pace.to === undefined ? {} : { to: pace.to }) },
    pace,
    instants: conversion.instants(entry, run),
    requests: conversion.requests?.(entry, run) ?? null,
    namesInstants: track.namesInstants,
    isRandom: draws.isRandom(entry),
  });
}
