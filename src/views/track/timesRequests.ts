/** Lookup by time of single requests, those of `times` phases. */
import {
  firstAtOrAfter,
  isSent,
  microsFromSeconds,
  type EntryOfKind,
  type Instant,
  type TrafficEntry,
} from '../../sim/index.ts';
import { requestCountOf, type TrafficItems } from '../../store/trafficEdits.ts';

type TimesEntry = EntryOfKind<'times'>;

/**
 * Built lazily, once per version of a phase: however long its list, moving the pointer over it is
 * cheap, as is a frame of a drag.
 */
const sortedInstantsCache = new WeakMap<TimesEntry, Float64Array>();
const indexCache = new WeakMap<TimesEntry, ReadonlyMap<Instant, number>>();

function sortedInstants(entry: TimesEntry): Float64Array {
  let found = sortedInstantsCache.get(entry);
  if (found === undefined)
    sortedInstantsCache.set(entry, (found = Float64Array.from(entry.at, microsFromSeconds).sort()));
  return found;
}

/** Index of an instant in a phase's own list; of equal ones, the last. */
function indexOfInstant(entry: TimesEntry, at: Instant): number {
  let found = indexCache.get(entry);
  if (found === undefined) {
    found = new Map(entry.at.map((seconds, place) => [microsFromSeconds(seconds), place]));
    indexCache.set(entry, found);
  }
  return found.get(at) as number;
}

export interface TimesRequest {
  readonly phase: number;
  /** Index in the phase's own list, from 0. */
  readonly index: number;
  readonly at: Instant;
}

/** The request nearest to an instant, at most `within` away; of several at one instant, the last. */
export function requestNear(traffic: readonly TrafficEntry[], at: Instant, within: number): TimesRequest | null {
  let best: TimesRequest | null = null;
  let minDistance = within;
  for (const [phase, entry] of traffic.entries()) {
    if (entry.kind !== 'times') continue;
    const instants = sortedInstants(entry);
    const next = firstAtOrAfter(instants, at);
    for (const found of [instants[next - 1], instants[next]]) {
      if (found === undefined || Math.abs(found - at) > minDistance) continue;
      minDistance = Math.abs(found - at);
      best = { phase, index: indexOfInstant(entry, found), at: found };
    }
  }
  return best;
}

const NO_INSTANTS = new Float64Array();

/** Instants of manually sent requests, ascending. */
export function sentInstants(traffic: readonly TrafficEntry[]): Float64Array {
  const clicks = traffic.find(isSent);
  return clicks === undefined ? NO_INSTANTS : sortedInstants(clicks);
}

/** The instants of these items, ascending; null if there are none. */
export function instantsOfItems(traffic: readonly TrafficEntry[], items: TrafficItems): Float64Array | null {
  const instants = new Float64Array(requestCountOf(items));
  let count = 0;
  for (const [phase, chosen] of items.requests) {
    const entry = traffic[phase];
    if (entry?.kind !== 'times') continue;
    for (const place of chosen) instants[count++] = microsFromSeconds(entry.at[place] as number);
  }
  return count === 0 ? null : instants.subarray(0, count).sort();
}
