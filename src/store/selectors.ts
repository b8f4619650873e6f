/** Reads of the state that more than one component needs. */
import {
  describedById,
  type Edition,
  type Lane,
  type LaneFrame,
  type LaneLook,
  wordOf,
  type Scenario,
  type Why,
} from '../sim/index.ts';
import { SLOW_SPEEDS, SPEEDS } from './player.ts';
import type { Marked, Result, State } from './state.ts';

/**
 * Where a lane stands in what was computed of `of`; -1 where it is not in it. That may be an earlier scenario: then a
 * lane is found by itself, and while something new is under way by its place, so that nothing flickers.
 */
function placeIn(of: Scenario, scenario: Scenario, lane: number, underWay: boolean): number {
  const own = scenario.lanes[lane];
  if (of === scenario || own === undefined) return lane;
  const place = of.lanes.indexOf(own);
  if (place >= 0) return place;
  return underWay && of.lanes[lane]?.limiter === own.limiter ? lane : -1;
}

/** Where a lane stands in the run that is shown; -1 where it is not in it. */
export function placeInResult({ scenario, result, busy }: State, lane: number): number {
  return result === null ? -1 : placeIn(result.of, scenario, lane, busy);
}

/** The same of an explanation's run: once the scenario has been run, its own explanation is under way. */
function placeInRun({ scenario, result, busy }: State, run: Result, lane: number): number {
  return placeIn(run.of, scenario, lane, busy || result?.of === scenario);
}

export function frameOf(state: State, lane: number): LaneFrame | null {
  return state.result?.frames[placeInResult(state, lane)] ?? null;
}

export function lookOf(state: State, lane: number): LaneLook | null {
  return state.looked?.lanes[placeInResult(state, lane)] ?? null;
}

/** How many requests a lane of a run gets. */
export function requestsIn({ frames, requests }: Result, lane: number): number {
  return frames[lane]?.summary.requests ?? requests;
}

/** The position in a lane of what is selected, in whichever lane that is; null while that is not known, or without any. */
export function selectedIn(state: State, lane: number): number | null {
  const { selection, result } = state;
  if (selection === null) return null;
  if (selection.lane === lane || result?.answersBack !== true) return selection.request;
  const why = whyOf(state, selection.lane);
  return why?.lanes[placeInResult(state, lane)]?.request ?? null;
}

/** The last decision that was explained, if that lane made it; it may be of another request than is selected now. */
export function explainedBy(state: State, lane: number): Why | null {
  const { why } = state;
  return why !== null && placeInRun(state, why.run, lane) === why.lane ? why.answer : null;
}

/** Why the selected request was answered as it was, if it is that lane's answer that is selected and it has come. */
export function whyOf(state: State, lane: number): Why | null {
  const { selection } = state;
  const why = selection?.lane === lane ? explainedBy(state, lane) : null;
  return why?.request === selection?.request ? why : null;
}

/** The lane that stood at `place` in an explanation's run; -1 when it is gone. */
export function laneNow(state: State, run: Result, place: number): number {
  return state.scenario.lanes.findIndex((_, lane) => placeInRun(state, run, lane) === place);
}

/**
 * The instants of disagreement in sight, for a lane that is held against one other; else null. Of three and more, nearly
 * every request has one that disagrees: a mark would not say with whom.
 */
export function disagreementsIn(state: State, lane: number): Float64Array | null {
  const lanes = comparedLanes(state);
  return lanes.length === 2 && lanes.includes(lane) ? (state.looked?.disagreements.at ?? null) : null;
}

/** What one edition of a limiter was measured as is kept under this. */
export function surveyKey(limiter: string, edition: Edition): string {
  return `${limiter} ${edition}`;
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
    const right = new Set([limiter, ...(describedById(limiter)?.errata.map(({ against }) => against) ?? [])]);
    const other = lanes.findIndex((lane) => lane.edition === 'corrected' && right.has(lane.limiter));
    if (other >= 0) return [index, other];
  }
  return null;
}

/** What is selected on the track, while the traffic is the one in which it was; null when nothing is. */
export function markedOf({ marked, scenario }: Pick<State, 'marked' | 'scenario'>): Marked | null {
  return marked?.of === scenario.traffic ? marked : null;
}

/** What the run can be played at: slow motion only where nodes talk to a store, since nothing else takes so little time. */
export function speedsOf({ cluster, lanes }: Scenario): typeof SPEEDS | typeof SLOW_SPEEDS {
  const talks = cluster !== undefined || lanes.some(({ limiter }) => wordOf(limiter)?.processes === 'several');
  return talks ? SLOW_SPEEDS : SPEEDS;
}
