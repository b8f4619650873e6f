/**
 * The store as the page sees it. Components read it, watch it and ask the worker through it; they change it only through
 * the actions of `actions.ts`, which the type they receive enforces.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { QuestionKind, SimulationClient, WorkerQuestions } from '../worker/simulationClient.ts';
import type { Player, PlayerControls } from './player.ts';
import type { Recordings } from './recordings.ts';
import type { Notice } from './slices/dialogs.ts';
import type { State } from './state.ts';
import type { StatusLine } from './statusLine.ts';

export interface ReadableStore extends Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'> {
  readonly player: Player;
  /**
   * Asks the worker about the run that is shown. A failure becomes a notice; a question that a newer one replaced is not
   * answered.
   * @param onSettled called last, whatever happened to the question
   */
  readonly ask: <K extends QuestionKind>(
    kind: K,
    question: WorkerQuestions[K]['params'],
    onAnswer: (answer: WorkerQuestions[K]['result']) => void,
    onSettled?: () => void,
  ) => void;
}

/** The writable store, without what runs its scenario, which is built on it. */
export interface StoreBase extends ReadableStore, StoreApi<State> {
  readonly client: SimulationClient;
  readonly player: PlayerControls;
  readonly recordings: Recordings;
  readonly statusLine: StatusLine;
  /** Loads the page anew, after the work has been saved. */
  readonly reloadPage: () => void;
  readonly notify: (notice: Notice) => void;
  readonly removeNotices: (...kinds: readonly Notice['kind'][]) => void;
}

/** What runs the scenario. */
export interface Simulation {
  /** Runs the current scenario. From the first time on, every scenario that takes its place runs by itself. */
  readonly rerun: () => void;
  /** A pointer or a key is down. */
  readonly hold: () => void;
  /** It was released: the current scenario runs at once, if the run of an older one delays it. */
  readonly letGo: () => void;
  /** Stops the active run, with a notice; the shown result stays. */
  readonly stopRun: () => void;
}

/** The writable store, for actions and for what keeps the parts of the state in sync. */
export interface Store extends StoreBase, Simulation {}
