/** The shape of the store: the scenario, what the last run said of it, and the view. */
import type {
  Fairness,
  Instant,
  LaneInfo,
  LaneSnapshot,
  ChartData,
  Overview,
  PlanProblem,
  Scenario,
  TrafficEntry,
  Why,
} from '../sim/index.ts';
import type { WorkerQuestions } from '../worker/simulationClient.ts';
import type { History } from './history.ts';
import type { SavedWork } from './persistence.ts';
import type { TrafficItems } from './trafficEdits.ts';

/** The visible range [from, to), microseconds. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** A finished run, as far as the page needs it. All of it belongs to one scenario. */
export interface Result {
  readonly scenario: Scenario;
  readonly laneInfos: readonly LaneInfo[];
  readonly end: Instant;
  /** Whether clients answer back: then requests, and their numbers, differ from lane to lane. */
  readonly isClosedLoop: boolean;
  /** Requests that come whatever the answers. */
  readonly openLoopRequests: number;
  readonly keyNames: readonly string[];
  readonly overview: Overview;
}

/** A limiter as measured. */
export type MeasuredProfile = WorkerQuestions['profile']['result'];

/** One decision explained, with the question that it answers. */
export interface ExplainedDecision {
  /** The run that was asked, and the lane's place in it. */
  readonly result: Result;
  readonly lane: number;
  readonly answer: Why;
}

/** Who got how much, with the question that it answers. */
export interface FairnessAnswer {
  /** The run that was asked, and the lane's place in it. */
  readonly result: Result;
  readonly lane: number;
  readonly range: Range;
  readonly answer: Fairness;
}

/** What is selected on the traffic track, of the traffic `of`: of any other it would be something else. */
export interface PhaseSelection extends TrafficItems {
  readonly traffic: readonly TrafficEntry[];
}

export interface Selection {
  readonly lane: number;
  readonly request: number;
  readonly at: Instant;
}

export type DrawerTab = 'why' | 'traffic' | 'cluster' | 'lane' | 'compare' | 'fairness';

/**
 * Lane numbers count from 0; a limiter chosen with `lane` null makes a new lane. A card with `lane` null shows the limiter
 * in the first lane that has it, else tried on the scenario's traffic. `picking`: it was opened while a limiter is chosen,
 * for that lane.
 */
export type DialogState =
  | { readonly name: 'presets' }
  | { readonly name: 'limiter'; readonly lane: number | null }
  | {
      readonly name: 'card';
      readonly limiter: string;
      readonly lane: number | null;
      readonly picking: { readonly lane: number | null } | null;
    }
  | { readonly name: 'share' }
  | { readonly name: 'shortcuts' }
  | { readonly name: 'exactness' };

export type Theme = 'system' | 'light' | 'dark';

/** What a notice's button does; the words are the view's. */
export type NoticeAction =
  | { readonly do: 'run-again' }
  | { readonly do: 'undo' }
  /** Opens the form of the phase, or fault, that is complained of. */
  | { readonly do: 'edit-phase'; readonly phase: number }
  | { readonly do: 'edit-fault'; readonly fault: number }
  | { readonly do: 'copy'; readonly text: string }
  | { readonly do: 'show'; readonly text: string }
  | { readonly do: 'back-to-work'; readonly kept: SavedWork }
  | { readonly do: 'dismiss' };

/** In the order of gravity: one is shown at a time, the gravest. */
export const NOTICE_KINDS = ['worker', 'defect', 'refused', 'link', 'visiting', 'storage'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

/** What undo goes back to: a scenario, and the one that it was opened as. */
export type ScenarioSnapshot = Pick<State, 'scenario' | 'opened'>;

export interface State {
  readonly scenario: Scenario;
  /** The scenario as it was opened: its caption holds while nothing but sent requests was added. */
  readonly opened: Scenario;
  readonly history: History<ScenarioSnapshot>;

  /** The last whole run, and the charts' data of the last look at it. */
  readonly result: Result | null;
  readonly chartData: ChartData | null;
  /** From a change until its result has arrived. */
  readonly busy: boolean;
  /** Decisions of a run that takes longer than half a second. */
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  readonly refusals: readonly PlanProblem[];
  readonly notices: readonly Notice[];
  /** What worked, in one sentence, for the status line. */
  readonly status: string;

  readonly range: Range;
  /** The playhead as React knows it: at most four times a second while playing. */
  readonly at: Instant;
  readonly playing: boolean;
  readonly speed: number;
  /** The playhead has come to the end by playing, and nothing was touched since. */
  readonly playedThrough: boolean;
  readonly selection: Selection | null;
  /** The last explanation, which is the selection's once it has come: read it through `whyOf`. */
  readonly why: ExplainedDecision | null;
  /** Each lane at `momentsAt`, where the playhead or the pointer was when it was asked. */
  readonly moments: readonly LaneSnapshot[] | null;
  readonly momentsAt: Instant;
  /** The instant under the pointer, for crosshair and read-outs; not part of anything that is kept. */
  readonly hoveredAt: Instant | null;
  readonly shownKey: string | null;
  /** Lanes picked to be compared: two, or fewer for what the scenario itself compares. */
  readonly pickedLanes: readonly number[];

  /** The last answer of who got how much: asked for while the drawer shows it. */
  readonly fairness: FairnessAnswer | null;

  /** Limiters as measured on this machine, by `surveyKey`: one by one, while the picker is open. */
  readonly profiles: ReadonlyMap<string, MeasuredProfile>;

  readonly drawer: DrawerTab | null;
  /** Which phase and lane the drawer's forms are about. */
  readonly focusedPhase: number | null;
  readonly focusedLane: number;
  /** Which fault, by its place, or which node's clock the cluster's form is about; it may be gone. */
  readonly clusterPart: { readonly of: 'fault' | 'clock'; readonly index: number } | null;
  /** Read it through `markedOf`. Absent until something is. */
  readonly phaseSelection?: PhaseSelection | null;
  readonly dialog: DialogState | null;
  readonly theme: Theme;
  readonly singleKeys: boolean;
  readonly captionHidden: boolean;
  readonly phoneChart: 'level' | 'count';
  /** Whether the worker knows the run that is shown, so that it can be asked about it. */
  readonly canQuery: boolean;
  /** Pixel columns of a lane's plot and of the traffic track. */
  readonly chartColumns: number;
  readonly trackColumns: number;
  /** And of the keys' strips in the drawer. */
  readonly keyStripColumns: number;
}
