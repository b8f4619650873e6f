/**
 * Assembles the store: a vanilla Zustand store of all slices, with the worker's client, the playhead's clock and the
 * settings injected; and the reactions to each change of the state.
 */
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../sim/index.ts';
import type { SimulationClient } from '../worker/simulationClient.ts';
import { DROPPED } from '../worker/workerClient.ts';
import type { FrameClock } from './frameClock.ts';
import { followLitPhase } from './litPhase.ts';
import { createPlayer } from './player.ts';
import { publishPlayhead } from './playhead.ts';
import {
  createShapesRefresher,
  FAIRNESS_INPUTS,
  refreshCharts,
  refreshCounts,
  refreshFairness,
  refreshSnapshots,
  refreshWhy,
  SHAPE_INPUTS,
} from './queries.ts';
import { createRestedRun, type RestedRun } from './restedRun.ts';
import { fastestSpeed, slowestSpeed } from './selectors.ts';
import { asSentence } from './asSentence.ts';
import { createRecordings } from './recordings.ts';
import { createSimulation } from './simulation.ts';
import { initialDialogs, withNotice, withoutNotices } from './slices/dialogs.ts';
import { initialDocument } from './slices/document.ts';
import { initialRun } from './slices/run.ts';
import { initialTransport } from './slices/transport.ts';
import { initialView } from './slices/view.ts';
import type { State } from './state.ts';
import { createStatusLine } from './statusLine.ts';
import type { Store, StoreBase } from './store.ts';
import type { Settings } from './works/settings.ts';

export interface PlaygroundHost {
  readonly client: SimulationClient;
  readonly clock: FrameClock;
  readonly settings: Settings;
  /** Whether motion on the screen should be reduced to a minimum. */
  readonly reducedMotion: () => boolean;
  /** Whether the main input is a mouse, so that there is a keyboard, too. */
  readonly hasHover: () => boolean;
  /** Loads the page anew, after the work has been saved. */
  readonly reloadPage: () => void;
  /** The first scenario, before anything saved or linked is opened. */
  readonly scenario: Scenario;
}

export function createPlaygroundStore({
  client,
  clock,
  settings,
  reducedMotion,
  hasHover,
  reloadPage,
  scenario,
}: PlaygroundHost): Store {
  const zustand = createStore<State>(() => ({
    ...initialDocument(scenario),
    ...initialRun,
    ...initialView(scenario, settings),
    ...initialTransport,
    ...initialDialogs,
  }));
  const base: StoreBase = {
    ...zustand,
    client,
    player: createPlayer(clock),
    recordings: createRecordings(),
    statusLine: createStatusLine(zustand, hasHover),
    ask: (kind, question, onAnswer, onSettled) => {
      const answered = client.ask(kind, question).then(
        (answer) => (answer === DROPPED ? undefined : onAnswer(answer)),
        (error: Error) =>
          base.notify({
            kind: 'defect',
            text: `The simulation could not answer: ${asSentence(error.message)}`,
            actions: [{ do: 'dismiss' }],
          }),
      );
      void answered.finally(onSettled);
    },
    reloadPage,
    notify: (notice) => zustand.setState((state) => withNotice(state, notice)),
    removeNotices: (...kinds) => zustand.setState((state) => withoutNotices(state, kinds)),
  };
  const simulation = createSimulation(base, clock);
  // Until the first run is asked for, the page does not know how wide its charts are, and would ask for all of them again.
  let hasRun = false;
  const store: Store = {
    ...base,
    ...simulation,
    rerun() {
      hasRun = true;
      simulation.rerun();
    },
  };
  publishPlayhead(store, reducedMotion);
  followLitPhase(store);
  store.player.subscribe(() => {
    refreshSnapshots(store);
    refreshCounts(store);
  });
  const restedRun = createRestedRun(store);
  store.subscribe((state, before) => followChange(store, hasRun ? restedRun : null, state, before));
  const refreshShapes = createShapesRefresher(store);
  store.subscribe((state, before) => {
    if (SHAPE_INPUTS.some((field) => state[field] !== before[field])) refreshShapes();
  });
  return store;
}

/** Reacts to a change of the state. @param restedRun null before the first run has been asked for */
function followChange(store: Store, restedRun: RestedRun | null, state: State, before: State): void {
  const changed = (...fields: readonly (keyof State)[]): boolean =>
    fields.some((field) => state[field] !== before[field]);
  if (changed('scenario')) {
    // It tells of what was opened, and is no news once that has been changed.
    store.removeNotices('linked-run');
    // A new run brings its own charts.
    restedRun?.changed();
  } else if (changed('range', 'chartColumns', 'trackColumns', 'shownKey', 'pickedLanes')) refreshCharts(store);
  if (changed('mode', 'lessonStage', 'dialog')) restedRun?.shown();
  dropOutdatedStatus(store, state, before);
  if (changed('scenario')) keepSpeedAvailable(store);
  if (changed('selection')) refreshWhy(store);
  if (changed('hoveredAt', 'selection', 'shownKey', 'futureHidden')) refreshSnapshots(store);
  if (changed('selection')) refreshCounts(store);
  if (changed(...FAIRNESS_INPUTS)) refreshFairness(store);
}

/** Slow motion goes with the nodes, and what is faster than 100× with a long run. */
function keepSpeedAvailable({ getState, player }: Store): void {
  const { scenario } = getState();
  const speed = Math.min(fastestSpeed(scenario), Math.max(slowestSpeed(scenario), player.speed));
  if (speed !== player.speed) player.setSpeed(speed);
}

/**
 * A status belongs to the state at which it was said: it goes with the next change of scenario, selection or range, and
 * when playback starts. The range that slides along with the playhead is no change of the user's.
 */
function dropOutdatedStatus({ setState }: Store, state: State, before: State): void {
  if (state.status === '' || state.status !== before.status) return;
  const slides = state.playing && rangeLength(state) === rangeLength(before);
  if (
    state.scenario !== before.scenario ||
    state.selection !== before.selection ||
    (state.range !== before.range && !slides) ||
    (state.playing && !before.playing)
  )
    setState({ status: '' });
}

function rangeLength({ range: { from, to } }: State): number {
  return to - from;
}
