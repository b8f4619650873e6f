/**
 * Whether a client may be many users behind one address (a company's gateway, a mobile carrier). Only the times of its
 * requests tell: those of many independent users come at random, all the time, and there are many more than of a single one.
 */
import type { Instant } from '../sim/index.ts';

const MIN_REQUESTS = 100;
/** How many times the requests of a client in the middle. */
const MIN_FACTOR = 10;
/** Parts of the run, of which nearly all must have requests. */
const PARTS = 20;
const MIN_ACTIVE_PARTS = 18;
/**
 * The median gap over the mean one: ln 2, 0.69, where requests are independent, 1 for a clock's beat, and near 0 for bursts
 * with pauses between them.
 */
const MIN_GAP_RATIO = 0.5;
const MAX_GAP_RATIO = 0.9;

const medians = new WeakMap<Float64Array, number>();

/** @param requests of all clients */
export function looksShared(at: Float64Array, end: Instant, requests: Float64Array): boolean {
  if (at.length < MIN_REQUESTS || at.length < MIN_FACTOR * medianOf(requests)) return false;
  const active = new Set(at.map((instant) => Math.floor((PARTS * instant) / (end + 1))));
  if (active.size < MIN_ACTIVE_PARTS) return false;
  const gaps = at.subarray(1).map((instant, index) => instant - (at[index] as number));
  const mean = ((at.at(-1) as number) - (at[0] as number)) / gaps.length;
  const ratio = middleOf(gaps) / mean;
  return ratio >= MIN_GAP_RATIO && ratio <= MAX_GAP_RATIO;
}

function medianOf(requests: Float64Array): number {
  let median = medians.get(requests);
  if (median === undefined) medians.set(requests, (median = middleOf(requests)));
  return median;
}

function middleOf(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1] as number;
}
