/** The questions that the page asks the worker about the shown run, and what each answer updates. */
import type { ChartQuery, Instant, LaneSnapshot } from '../sim/index.ts';
import type { FirstMoment, MomentQuery } from '../worker/simulationClient.ts';
import { comparedLanes, laneIndexInResult, requestCountIn } from './selectors.ts';
import type { Result, State } from './state.ts';
import type { StoreBase } from './store.ts';

export function chartQueryOf(state: State): ChartQuery {
  const { range, chartColumns, trackColumns, shownKey } = state;
  return { ...range, columns: chartColumns, trackColumns, key: shownKey, comparedLanes: comparedLanes(state) };
}

export function sameChartQuery(a: ChartQuery, b: ChartQuery): boolean {
  return (
    (['from', 'to', 'columns', 'trackColumns', 'key'] as const).every((field) => a[field] === b[field]) &&
    a.comparedLanes.join() === b.comparedLanes.join()
  );
}

export function refreshCharts({ getState, setState, ask }: StoreBase): void {
  const state = getState();
  if (state.result !== null) ask('charts', { query: chartQueryOf(state) }, (chartData) => setState({ chartData }));
}

/** Explains the selected request, and clears a selection that does not exist in the run. */
export function refreshWhy({ getState, setState, ask }: StoreBase): void {
  const { selection, result, scenario, why } = getState();
  // A selection in a scenario that has not been run yet waits for its run.
  if (result === null || (selection !== null && result.scenario !== scenario)) return;
  if (selection === null && why === null) return;
  if (selection === null || selection.request >= requestCountIn(result, selection.lane)) {
    setState({ why: null, ...(selection === null ? {} : { selection: null }) });
    return;
  }
  const { lane, request } = selection;
  ask('why', { lane, request }, (answer) => {
    // A newer selection or run asks again.
    if (getState().selection !== selection || getState().result !== result) return;
    // In a closed loop an edit may assign this number to another request.
    if (result.isClosedLoop && answer.at !== selection.at) {
      setState({ selection: null, why: null });
      return;
    }
    // Level, count and picture show the selected request's key.
    setState({ why: { result, lane, answer }, ...(result.keyNames.length > 1 ? { shownKey: answer.key } : {}) });
  });
}

/** The instant at which each lane's state is shown: the pointer's, or else the playhead's. */
function shownInstant({ getState, player }: StoreBase): Instant {
  const { hoveredAt, futureHidden } = getState();
  return hoveredAt === null || (futureHidden && hoveredAt > player.at) ? player.at : hoveredAt;
}

/** What a run is asked of its lanes besides their charts; null while a request is selected, which it may not have. */
export function momentQueryOf(store: StoreBase): MomentQuery | null {
  const { selection, shownKey: key } = store.getState();
  return selection === null ? { at: shownInstant(store), playhead: store.player.at, key } : null;
}

/** What is shown of a run's first moment; null if the page shows another by now, and has to ask. */
export function momentState(
  store: StoreBase,
  result: Result,
  query: MomentQuery | null | undefined,
  moment: FirstMoment | null,
): Partial<State> | null {
  const shown = momentQueryOf(store);
  if (!query || moment === null || shown === null) return null;
  if ((['at', 'playhead', 'key'] as const).some((field) => query[field] !== shown[field])) return null;
  const { snapshots, counts } = moment;
  return { ...snapshotState(result, query.at, query.at === query.playhead, snapshots), counts };
}

function snapshotState(
  result: Result,
  at: Instant,
  isAtPlayhead: boolean,
  answer: readonly (LaneSnapshot | null)[],
): Partial<State> {
  return { moments: answer, momentsAt: at, ...(isAtPlayhead ? { playheadMoments: { result, at, answer } } : {}) };
}

/** The state of each lane at the pointer, or else at the playhead. */
export function refreshSnapshots(store: StoreBase): void {
  const { result, selection, shownKey: key } = store.getState();
  if (result === null) return;
  const at = shownInstant(store);
  // Of several requests at one instant the state right after the selected one is shown.
  const through = selection !== null && selection.at === at ? selection : null;
  const isAtPlayhead = at === store.player.at;
  store.ask('snapshot', { at, through, key }, (answer) => {
    // Of the run that is shown when the answer comes: the worker may have ended another one after the question.
    const { result: shown } = store.getState();
    if (shown !== null) store.setState(snapshotState(shown, at, isAtPlayhead, answer));
  });
}

/** What each lane has done up to the playhead, wherever the pointer is. */
export function refreshCounts({ getState, setState, ask, player }: StoreBase): void {
  const { result, selection } = getState();
  if (result === null) return;
  const { at } = player;
  const through = selection !== null && selection.at === at ? selection : null;
  ask('counts', { at, through }, (counts) => setState({ counts }));
}

/** The busiest keys, shown by name; the others are shown together. */
const MAX_KEYS = 20;

/** The fields that `refreshFairness` depends on. */
export const FAIRNESS_INPUTS = ['drawer', 'result', 'range', 'focusedLane', 'keyStripColumns', 'canQuery'] as const;

/** Asks how much each key got, while the Fairness tab is open. */
export function refreshFairness({ getState, setState, ask }: StoreBase): void {
  const state = getState();
  const { drawer, result, range, keyStripColumns: columns, canQuery } = state;
  if (drawer !== 'fairness' || result === null || !canQuery) return;
  const lane = laneIndexInResult(state, state.focusedLane);
  if (lane < 0) return;
  ask('fairness', { query: { lane, ...range, columns, maxKeys: MAX_KEYS } }, (answer) => {
    // A newer run asks again.
    if (getState().result === result) setState({ fairness: { result, lane, range, answer } });
  });
}

/** The fields that the shape of a chart depends on. */
export const SHAPE_INPUTS = ['result', 'range', 'shownKey', 'playing', 'busy', 'canQuery'] as const;

/** How long all must be at rest before shapes are asked for: they read the whole range, and are only heard. */
const SHAPES_REST_MS = 400;

/** Asks for the shape of each lane's charts once nothing has changed for a moment. */
export function createShapesRefresher({ getState, setState, ask }: StoreBase): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    const { result, range, shownKey: key, scenario, playing, busy, canQuery } = getState();
    if (playing || busy || !canQuery || result?.scenario !== scenario) return;
    ask('shapes', { ...range, key }, (answer) => setState({ shapes: { result, range, key, answer } }));
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, SHAPES_REST_MS);
  };
}
