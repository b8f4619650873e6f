/** Reads of the state that more than one component needs. */
import { limiterById, type Lane, type LaneFrame, type LaneLook } from '../sim/index.ts';
import type { State } from './state.ts';

/**
 * Where a lane's figures stand in the last result; -1 where they are not known. The result may be of an earlier
 * scenario: then a lane is found by itself, and while a new run is under way by its place, so that nothing flickers.
 */
function placeInResult({ scenario, result, busy }: State, lane: number): number {
  if (result === null) return -1;
  const own = scenario.lanes[lane];
  if (result.of === scenario || own === undefined) return lane;
  const place = result.of.lanes.indexOf(own);
  if (place >= 0) return place;
  return busy && result.of.lanes[lane]?.limiter === own.limiter ? lane : -1;
}

export function frameOf(state: State, lane: number): LaneFrame | null {
  return state.result?.frames[placeInResult(state, lane)] ?? null;
}

export function lookOf(state: State, lane: number): LaneLook | null {
  return state.looked?.lanes[placeInResult(state, lane)] ?? null;
}

const compared = new WeakMap<readonly Lane[], readonly number[]>();

/**
 * The lanes whose decisions are compared: the two that were picked; else a published edition and what does it right, the
 * first such pair; else all.
 */
export function comparedLanes({ scenario: { lanes }, picked }: Pick<State, 'scenario' | 'picked'>): readonly number[] {
  if (picked.length === 2) return picked;
  let found = compared.get(lanes);
  if (found === undefined) compared.set(lanes, (found = editionsIn(lanes) ?? [...lanes.keys()]));
  return found;
}

function editionsIn(lanes: readonly Lane[]): readonly [number, number] | null {
  for (const [index, { limiter, edition }] of lanes.entries()) {
    if (edition !== 'published') continue;
    const right = new Set([limiter, ...(limiterById(limiter)?.errata.map(({ against }) => against) ?? [])]);
    const other = lanes.findIndex((lane) => lane.edition === 'corrected' && right.has(lane.limiter));
    if (other >= 0) return [index, other];
  }
  return null;
}
