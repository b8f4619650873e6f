/**
 * The protocol between the page and the worker. Every question has an increasing id, which its answer repeats. A newer
 * `simulate` cancels an older one that is still running, and questions about the run that it replaces. A newer question of
 * any other kind replaces a waiting one of its kind.
 */
import type {
  BeforeAfter,
  ChangedLane,
  LastRequests,
  LimiterPreview,
  Decision,
  DecisionFormat,
  DecisionText,
  Disagreement,
  Edition,
  FailedLane,
  FairnessQuery,
  RequestPosition,
  Instant,
  Lane,
  LaneCounts,
  LaneDifference,
  LaneInfo,
  LaneShape,
  LaneSnapshot,
  ChartQuery,
  Overview,
  PlanProblem,
  ReadResult,
  ReportData,
  RunAnswer,
  RunQuestion,
  Scenario,
  Sketch,
  StepQuestion,
  ScenarioCharts,
  ScenarioFairness,
  SelectedRequest,
  WrongQuery,
  LimiterProfile,
  TableRow,
  Why,
} from '../sim/index.ts';
import type { PortLike } from './helperPool.ts';
import type { Cancel } from './questions.ts';

/** The parameters and the result of each kind of question. */
export interface WorkerQuestions {
  /** Runs a scenario; the result includes the first charts and the first moment, so that all that is shown changes together. */
  simulate: {
    params: {
      readonly scenario: Scenario;
      readonly query: ChartQuery;
      readonly moment?: MomentQuery | null;
      /** Packed recordings that the worker said it does not hold. */
      readonly recordings?: readonly string[];
    };
    result: SimulateResult;
  };
  /** Reads a link or a document that is too long to be read in the page. It needs no run. */
  read: { params: { readonly source: string | Blob }; result: ReadResult };
  charts: { params: { readonly query: ChartQuery }; result: ScenarioCharts };
  /** The same for a picture, which is drawn beside the shown charts and has a size of its own. */
  pictureCharts: { params: { readonly query: ChartQuery }; result: ScenarioCharts };
  /** How evenly permits were shared: in one lane by key, and in every lane overall. */
  fairness: { params: { readonly query: FairnessQuery }; result: ScenarioFairness };
  snapshot: {
    params: { readonly at: Instant; readonly through: SelectedRequest | null; readonly key: string | null };
    result: readonly (LaneSnapshot | null)[];
  };
  /** What each lane has done up to an instant. */
  counts: {
    params: { readonly at: Instant; readonly through: SelectedRequest | null };
    result: readonly (LaneCounts | null)[];
  };
  /** How many of these each lane admitted. */
  admittedOf: {
    params: { readonly entry: number; readonly requests: readonly LastRequests[] };
    result: readonly (number | null)[];
  };
  decisions: {
    params: { readonly lane: number; readonly from: number; readonly to: number };
    result: readonly Decision[];
  };
  /** What the charts of every lane look like in a range, in figures. */
  shapes: {
    params: { readonly from: Instant; readonly to: Instant; readonly key: string | null };
    result: readonly (LaneShape | null)[];
  };
  /** Requests [from, to) of a lane as rows of a table. */
  table: {
    params: { readonly lane: number; readonly from: number; readonly to: number };
    result: readonly TableRow[];
  };
  /** Requests [from, to) of a lane as text for a file. */
  decisionText: {
    params: { readonly lane: number; readonly format: DecisionFormat; readonly from: number; readonly to: number };
    result: DecisionText;
  };
  why: { params: { readonly lane: number; readonly request: number }; result: Why };
  step: {
    params: {
      readonly lane: number;
      readonly at: Instant;
      readonly selected: SelectedRequest | null;
      readonly by: 1 | -1;
    };
    result: RequestPosition | null;
  };
  /** The same request, or the same try of its job, in another lane. */
  counterpart: {
    params: { readonly selected: SelectedRequest; readonly lane: number };
    result: RequestPosition | null;
  };
  /** The next request on which lanes decide differently. */
  nextDisagreement: {
    params: {
      readonly compared: readonly number[];
      readonly at: Instant;
      readonly selected: SelectedRequest | null;
      readonly by: 1 | -1;
    };
    result: Disagreement | null;
  };
  /** The lane's next request whose decision does not fit its label. */
  nextWrong: {
    params: { readonly query: WrongQuery; readonly at: Instant; readonly selected: SelectedRequest | null };
    result: RequestPosition | null;
  };
  /** A key's first refusal in a lane, at or after an instant. */
  nextRefusal: {
    params: { readonly lane: number; readonly key: string; readonly at: Instant };
    result: RequestPosition | null;
  };
  /** The state that a lane which is not in the scenario would have on its traffic. */
  preview: {
    params: {
      readonly lane: Lane;
      readonly at: Instant;
      readonly through: SelectedRequest | null;
      readonly key: string | null;
    };
    result: LimiterPreview;
  };
  /**
   * On how many requests a lane and another, which is not in the scenario, decide differently; null if the lane did not
   * run. A newer question of this kind cancels it.
   */
  difference: {
    params: { readonly lane: number; readonly other: Lane };
    result: LaneDifference | null;
  };
  /** What a lesson's step asks of the shown run: values of quantities, whether conditions hold, a part of a curve. */
  quantities: { params: RunQuestion; result: RunAnswer };
  /** The charts of a small scenario beside the shown one. */
  sketch: { params: { readonly scenario: Scenario; readonly columns: number }; result: Sketch | null };
  /** What a report says of the shown run. `columns`: of its charts, CSS pixels. */
  report: { params: { readonly columns: number }; result: ReportData };
  /** A lane of the shown run, beside one that was before a change. */
  beforeAfter: { params: { readonly before: ChangedLane; readonly after: number }; result: BeforeAfter };
  /** What the steps of a lesson ask, each of its own run; null where that cannot be run. */
  steps: {
    params: { readonly questions: readonly StepQuestion[] };
    result: readonly (RunAnswer | null)[];
  };
  /** Measures a limiter on this machine. */
  profile: {
    params: { readonly limiter: string; readonly edition: Edition };
    result: LimiterProfile & {
      /** Nanoseconds per decision: the least of several rounds. */
      readonly nanoseconds: number;
    };
  };
}
export type QuestionKind = keyof WorkerQuestions;

/** Where each lane is looked at as soon as it has run: its state, as in `snapshot`, and what it has done, as in `counts`. */
export interface MomentQuery {
  readonly at: Instant;
  readonly playhead: Instant;
  readonly key: string | null;
}

export interface FirstMoment {
  readonly snapshots: WorkerQuestions['snapshot']['result'];
  readonly counts: WorkerQuestions['counts']['result'];
}

/** The results of a run, or why it cannot be run. */
export type SimulateResult =
  | {
      readonly ok: true;
      /** By lane of the scenario; null for one that failed. */
      readonly laneInfos: readonly (LaneInfo | null)[];
      readonly failedLanes: readonly FailedLane[];
      /** The end of the run, microseconds. */
      readonly end: Instant;
      /** Whether clients react to answers, so that requests differ between lanes. */
      readonly isClosedLoop: boolean;
      /** Number of open-loop requests. */
      readonly openLoopRequests: number;
      /** The keys of its requests: at most the first hundred. */
      readonly keyNames: readonly string[];
      readonly overview: Overview;
      readonly charts: ScenarioCharts;
      /** Null if it was not asked for. */
      readonly moment: FirstMoment | null;
    }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

export type Question = {
  [K in QuestionKind]: { readonly kind: K; readonly id: number } & WorkerQuestions[K]['params'];
}[QuestionKind];

export type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>;

/** Page → worker. */
export type MessageToWorker =
  | Question
  /** Of charts or a difference, because a newer question is waiting. */
  | Cancel;

/** Page → worker, about its helpers. */
export type MessageAboutHelpers =
  /** The worker's end of a port to a helper. */
  | { readonly kind: 'helper'; readonly port: PortLike }
  /** All helpers have ended. */
  | { readonly kind: 'helpers-lost' };

/** Page → helper, its only message: its end of that port. */
export interface MessageToHelper {
  readonly kind: 'serve';
  readonly port: PortLike;
}

/** Worker → page. */
export type MessageToPage =
  | { readonly kind: 'answer'; readonly to: QuestionKind; readonly id: number; readonly answer: unknown }
  /** Decisions made so far by the current run; `total` is null if unknown. */
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  /** The worker is still busy with the question. */
  | { readonly kind: 'heartbeat'; readonly id: number }
  /** Runs have become so long that helpers would pay. */
  | { readonly kind: 'help-wanted'; readonly id: number }
  /** A newer question replaced it, or there is no finished run. */
  | { readonly kind: 'dropped'; readonly id: number }
  /** A bug: the message of the error that was thrown. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** A worker that is silent for this long while it has a question to answer is replaced. */
export const WATCHDOG_MS = 5_000;
/** The most bins of the overview strip. */
export const OVERVIEW_BINS = 600;
