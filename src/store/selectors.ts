/** Selectors that more than one component needs. */
import {
  catalogueEntryById,
  type ChartLayout,
  type DisagreementChartData,
  type Duration,
  type Edition,
  type FailedLane,
  type Instant,
  type Lane,
  type LaneInfo,
  type LaneChartData,
  type LaneShape,
  type LaneSnapshot,
  type Lock,
  formatEntryOf,
  type Scenario,
  type Why,
} from '../sim/index.ts';
import { PLAYED_IN_S, speedFor, SPEEDS } from './player.ts';
import { wholeRange } from './slices/view.ts';
import { runEnd } from './trafficEdits.ts';
import type { PhaseSelection, Result, State } from './state.ts';

/**
 * A lane's index in `ranScenario`, or -1 if it is not there. That may be an earlier scenario: then the same lane is
 * looked up, and while a new run is under way the lane in its place, so that nothing flickers.
 */
function laneIndexIn(ranScenario: Scenario, scenario: Scenario, lane: number, running: boolean): number {
  const own = scenario.lanes[lane];
  if (ranScenario === scenario || own === undefined) return lane;
  const index = ranScenario.lanes.indexOf(own);
  if (index >= 0) return index;
  return running && ranScenario.lanes[lane]?.limiter === own.limiter ? lane : -1;
}

/** A lane's index in the shown run, or -1 if it is not there. */
export function laneIndexInResult({ scenario, result, busy }: State, lane: number): number {
  return result === null ? -1 : laneIndexIn(result.scenario, scenario, lane, busy);
}

/** The same of an explanation's run: once the scenario has been run, its own explanation is under way. */
function laneIndexInRun({ scenario, result, busy }: State, run: Result, lane: number): number {
  return laneIndexIn(run.scenario, scenario, lane, busy || result?.scenario === scenario);
}

export function laneFrame(state: State, lane: number): LaneInfo | null {
  return state.result?.laneInfos[laneIndexInResult(state, lane)] ?? null;
}

export function laneChartData(state: State, lane: number): LaneChartData | null {
  return state.chartData?.lanes[laneIndexInResult(state, lane)] ?? null;
}

/** How long a pixel of the lanes' charts is. */
export function microsPerPixel({ range, chartColumns }: Pick<State, 'range' | 'chartColumns'>): Duration {
  return (range.to - range.from) / chartColumns;
}

/** Whether all of the run is in sight; a script may send requests after the scenario's end. */
export function isWholeInSight({ range, scenario, result }: Pick<State, 'range' | 'scenario' | 'result'>): boolean {
  const whole = wholeRange(scenario, result?.end);
  return range.from <= whole.from && range.to >= whole.to;
}

/** Whether the run goes on beyond the playhead and what comes there is hidden. */
export function isFutureHidden({ futureHidden, result, at }: State): boolean {
  return futureHidden && result !== null && at < result.end;
}

/** The instant up to which results are shown: the playhead's while what lies beyond is hidden, else infinity. */
export function shownUntil(state: State): Instant {
  return isFutureHidden(state) ? state.at : Infinity;
}

/** On how many requests the compared lanes disagree; 0 while that would tell what lies beyond the playhead. */
export function shownDisagreementCount(state: State): number {
  return isFutureHidden(state) ? 0 : (state.chartData?.disagreements.count ?? 0);
}

/** The shape of a lane's charts in the visible range; null until it is known, and while what lies beyond the playhead is hidden. */
export function shapeOf(state: State, lane: number): LaneShape | null {
  if (isFutureHidden(state)) return null;
  const { shapes, result, range, shownKey } = state;
  if (shapes?.result !== result || shapes.range !== range || shapes.key !== shownKey) return null;
  return shapes.answer[laneIndexInResult(state, lane)] ?? null;
}

/** A lane at the crosshair, or else at the playhead; null while that is not known. */
export function momentOf(state: State, lane: number): LaneSnapshot | null {
  return state.moments?.[laneIndexInResult(state, lane)] ?? null;
}

/** A lane at the playhead, wherever the pointer is; null while that is not known. */
export function momentAtPlayhead(state: State, lane: number): LaneSnapshot | null {
  const { playheadMoments, result, at, hoveredAt } = state;
  // Without a pointer the next answer is under way; with one it comes when that leaves.
  if (playheadMoments?.result !== result || (hoveredAt !== null && playheadMoments?.at !== at)) return null;
  return playheadMoments?.answer[laneIndexInResult(state, lane)] ?? null;
}

/** Why the lane could not run, and what helps; null if it ran, or if that is not known yet. */
export function failedLaneIn(state: State, lane: number): FailedLane | null {
  const index = laneIndexInResult(state, lane);
  return state.result?.failedLanes.find(({ laneIndex }) => laneIndex === index) ?? null;
}

/** The nearest lane that could run, from `lane` on in that direction; null if there is none. */
export function runningLaneFrom(state: State, lane: number, by: 1 | -1): number | null {
  for (let next = lane; next in state.scenario.lanes; next += by) if (failedLaneIn(state, next) === null) return next;
  return null;
}

/** The number of requests that a lane of a run receives; none if it could not run. */
export function requestCountIn({ laneInfos, openLoopRequests }: Result, lane: number): number {
  const laneInfo = laneInfos[lane];
  return laneInfo === null ? 0 : (laneInfo?.summary.requests ?? openLoopRequests);
}

/** The position in a lane of what is selected, in whichever lane that is; null while that is not known, or without any. */
export function selectedRequestIn(state: State, lane: number): number | null {
  const { selection, result } = state;
  if (selection === null) return null;
  if (selection.lane === lane || result?.isClosedLoop !== true) return selection.request;
  const why = selectedWhy(state, selection.lane);
  return why?.lanes[laneIndexInResult(state, lane)]?.request ?? null;
}

/** The last decision that was explained, if that lane made it; it may be of another request than is selected now. */
export function lastExplanationOf(state: State, lane: number): Why | null {
  const { why } = state;
  return why !== null && laneIndexInRun(state, why.result, lane) === why.lane ? why.answer : null;
}

/** Why the selected request was answered as it was, if it is that lane's answer that is selected and it has come. */
export function selectedWhy(state: State, lane: number): Why | null {
  const { selection } = state;
  const why = selection?.lane === lane ? lastExplanationOf(state, lane) : null;
  return why?.request === selection?.request ? why : null;
}

/** Where the lane that stood at `index` in an explanation's run stands now; -1 when it is gone. */
export function currentLaneIndex(state: State, result: Result, index: number): number {
  return state.scenario.lanes.findIndex((_, lane) => laneIndexInRun(state, result, lane) === index);
}

/**
 * The disagreements in sight, for a lane that is held against one other; else null. Of three and more, nearly
 * every request has one that disagrees: a mark would not say with whom.
 */
export function disagreementsOf(state: State, lane: number): DisagreementChartData | null {
  const lanes = comparedLanes(state);
  if (isFutureHidden(state)) return null;
  return lanes.length === 2 && lanes.includes(lane) ? (state.chartData?.disagreements ?? null) : null;
}

/** The key of a limiter edition's profile in `profiles`. */
export function profileKey(limiter: string, edition: Edition): string {
  return `${limiter} ${edition}`;
}

const comparedLanesCache = new WeakMap<readonly Lane[], readonly number[]>();

/**
 * The lanes whose decisions are compared: those that were picked; else a published edition and what does it right, the
 * first such pair; else all.
 */
export function comparedLanes({
  scenario: { lanes },
  pickedLanes,
}: Pick<State, 'scenario' | 'pickedLanes'>): readonly number[] {
  if (pickedLanes.length >= 2) return pickedLanes;
  let lanesFound = comparedLanesCache.get(lanes);
  if (lanesFound === undefined)
    comparedLanesCache.set(lanes, (lanesFound = findEditionPair(lanes) ?? [...lanes.keys()]));
  return lanesFound;
}

function findEditionPair(lanes: readonly Lane[]): readonly [number, number] | null {
  for (const [index, { limiter, edition }] of lanes.entries()) {
    if (edition !== 'published') continue;
    const counterparts = new Set([
      limiter,
      ...(catalogueEntryById(limiter)?.errata.map(({ correctedBy }) => correctedBy) ?? []),
    ]);
    const other = lanes.findIndex((lane) => lane.edition === 'corrected' && counterparts.has(lane.limiter));
    if (other >= 0) return [index, other];
  }
  return null;
}

/** Whether what a link said has been changed since it was opened. */
export function isLinkChanged({ linked, opened, scenario }: Pick<State, 'linked' | 'opened' | 'scenario'>): boolean {
  return linked !== null && opened === linked.scenario && scenario !== opened;
}

/** What is selected on the track, while the traffic is the one in which it was; null when nothing is. */
export function currentPhaseSelection({
  phaseSelection,
  scenario,
}: Pick<State, 'phaseSelection' | 'scenario'>): PhaseSelection | null {
  return phaseSelection?.traffic === scenario.traffic ? phaseSelection : null;
}

/** Whether the shown run's clients try again when they are denied: its traffic says so, whatever became of it. */
export function canRetry({ result, scenario }: Pick<State, 'result' | 'scenario'>): boolean {
  return (result?.scenario ?? scenario).traffic.some(
    (entry) =>
      entry.kind === 'clients' &&
      entry.retry.strategy !== 'none' &&
      entry.retry.strategy !== 'abuser' &&
      entry.maxTries !== 1,
  );
}

/** Whether a client has tried again in any lane of the shown run; while the future is hidden, whether one may. */
export function hasRetries(state: State): boolean {
  if (isFutureHidden(state)) return canRetry(state);
  return state.result?.laneInfos.some((laneInfo) => (laneInfo?.summary.jobStats?.retries ?? 0) > 0) === true;
}

/** Columns where they are wide enough to be read, which they are not beside a text, unless chosen otherwise. */
export function chartLayoutOf({
  chartLayout,
  narrow,
  mode,
}: Pick<State, 'chartLayout' | 'narrow' | 'mode'>): ChartLayout {
  return chartLayout ?? (narrow || mode === 'learn' ? 'stacked' : 'columns');
}

/** Whether a step of a lesson is shown. */
export function isInLesson({ mode, lessonStep }: Pick<State, 'mode' | 'lessonStep'>): boolean {
  return mode === 'learn' && lessonStep !== null;
}

/** Whether the lessons are listed beside the run; a scenario's own lesson stands in their place. */
export function isLessonList({ mode, lessonStep, scenario }: Pick<State, 'mode' | 'lessonStep' | 'scenario'>): boolean {
  return mode === 'learn' && lessonStep === null && scenario.lesson === undefined;
}

/** What is on the screen: the run, or Tune; beside a lesson's text, either. */
export function stageOf({ mode, lessonStage }: Pick<State, 'mode' | 'lessonStage'>): 'run' | 'tune' {
  return mode === 'learn' ? lessonStage : mode;
}

const NO_LOCKS: readonly Lock[] = [];

/** What cannot be changed now: only a lesson's step locks anything, and only while it is shown; or an embed. */
export function locksOf(state: Pick<State, 'mode' | 'lessonStep' | 'locks' | 'embed'>): readonly Lock[] {
  return isInLesson(state) || state.embed !== null ? state.locks : NO_LOCKS;
}

/** Where something is locked: an embed has no steps. */
export function lockPlace({ embed }: Pick<State, 'embed'>): string {
  return embed === null ? 'in this step' : 'here';
}

/** What a control that is locked says of it; null for one that is not. */
export function lockedNote(state: Pick<State, 'mode' | 'lessonStep' | 'locks' | 'embed'>, by: Lock): string | null {
  return locksOf(state).includes(by) ? `Locked ${lockPlace(state)}.` : null;
}

/** Whether only the run is shown, in a frame: nothing is made or arranged there. */
export function isBare({ mode, embed }: Pick<State, 'mode' | 'embed'>): boolean {
  return embed !== null && mode !== 'learn';
}

/** Whether single keys act: in a frame all keys are the page's around. */
export function hasSingleKeys(state: Pick<State, 'mode' | 'embed' | 'singleKeys'>): boolean {
  return state.singleKeys && !isBare(state);
}

/** What a run can be played at, least first. */
export function availableSpeeds(scenario: Scenario): readonly number[] {
  const [slowest, fastest] = [slowestSpeed(scenario), fastestSpeed(scenario)];
  return SPEEDS.filter((speed) => speed >= slowest && speed <= fastest);
}

/** Slow motion only where nodes talk to a store, since nothing else takes so little time. */
export function slowestSpeed({ cluster, lanes }: Scenario): number {
  const hasMessages =
    cluster !== undefined || lanes.some(({ limiter }) => formatEntryOf(limiter)?.processes === 'several');
  return hasMessages ? 0.001 : 0.1;
}

/** More than 100× only where the whole would take more than a minute of it, as a day or a month does. */
export function fastestSpeed(scenario: Scenario): number {
  return Math.max(100, speedFor(runEnd(scenario), PLAYED_IN_S));
}
