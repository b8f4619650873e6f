/** Single requests, those of phases of kind `times`, by where they are in time. */
import { microsFromSeconds, type Instant, type Traffic } from '../../sim/index.ts';
import { requestsOf, type Several } from '../../store/trafficEdits.ts';
import { firstAtLeast } from '../charts/frame.ts';

type Times = Extract<Traffic, { kind: 'times' }>;

/**
 * Made once for each version of a phase, when first asked for: however long its list, a pointer that moves over it is
 * cheap, and so is a frame of a drag.
 */
const rising = new WeakMap<Times, Float64Array>();
const places = new WeakMap<Times, ReadonlyMap<Instant, number>>();

function risingOf(entry: Times): Float64Array {
  let found = rising.get(entry);
  if (found === undefined) rising.set(entry, (found = Float64Array.from(entry.at, microsFromSeconds).sort()));
  return found;
}

/** Where in a phase's own list an instant is; of several alike, the last. */
function placeOf(entry: Times, at: Instant): number {
  let found = places.get(entry);
  if (found === undefined) {
    found = new Map(entry.at.map((seconds, place) => [microsFromSeconds(seconds), place]));
    places.set(entry, found);
  }
  return found.get(at) as number;
}

export interface Request {
  readonly phase: number;
  /** In the phase's own list, from 0. */
  readonly place: number;
  readonly at: Instant;
}

/** The request nearest to an instant, no further from it than `within`; of several at one instant the last sent. */
export function requestNear(traffic: readonly Traffic[], at: Instant, within: number): Request | null {
  let best: Request | null = null;
  let least = within;
  for (const [phase, entry] of traffic.entries()) {
    if (entry.kind !== 'times') continue;
    const instants = risingOf(entry);
    const next = firstAtLeast(instants, at);
    for (const found of [instants[next - 1], instants[next]]) {
      if (found === undefined || Math.abs(found - at) > least) continue;
      least = Math.abs(found - at);
      best = { phase, place: placeOf(entry, found), at: found };
    }
  }
  return best;
}

const NONE = new Float64Array();

/** What was sent by hand, rising. */
export function sentInstants(traffic: readonly Traffic[]): Float64Array {
  const clicks = traffic.find((entry) => entry.kind === 'times' && entry.clicks);
  return clicks?.kind === 'times' ? risingOf(clicks) : NONE;
}

/** The instants of these, rising; null without any. */
export function instantsOf(traffic: readonly Traffic[], several: Several): Float64Array | null {
  const instants = new Float64Array(requestsOf(several));
  let count = 0;
  for (const [phase, chosen] of several.requests) {
    const entry = traffic[phase];
    if (entry?.kind !== 'times') continue;
    for (const place of chosen) instants[count++] = microsFromSeconds(entry.at[place] as number);
  }
  return count === 0 ? null : instants.subarray(0, count).sort();
}
