/** Reads of the state that more than one component needs. */
import type { LaneFrame, LaneLook } from '../sim/index.ts';
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
