/**
 * The worker's whole conversation. Every question carries a number that only grows; every answer repeats it. A newer
 * `simulate` cancels an older one that is still running, and the questions about the run that it replaces. A newer
 * question of any other kind replaces one of its kind that waits, since that is no longer wanted.
 */
import type {
  LimiterPreview,
  Decision,
  Disagreement,
  Edition,
  Fairness,
  FairnessQuery,
  RequestPosition,
  Instant,
  Lane,
  LaneInfo,
  LaneSnapshot,
  ChartQuery,
  ChartData,
  Overview,
  PlanProblem,
  Scenario,
  SelectedRequest,
  LimiterProfile,
  Verdict,
  Why,
} from '../sim/index.ts';

/** What may be asked, and what comes back for it. */
export interface WorkerQuestions {
  /** Runs a scenario and answers with its first charts, so that figures and charts change together. */
  simulate: {
    params: { readonly scenario: Scenario; readonly query: ChartQuery };
    result: SimulateResult;
  };
  charts: { params: { readonly query: ChartQuery }; result: ChartData };
  /** Who was admitted how much, in one lane by key and in every lane as a whole. */
  fairness: { params: { readonly query: FairnessQuery }; result: Fairness };
  snapshot: {
    params: { readonly at: Instant; readonly through: SelectedRequest | null; readonly key: string | null };
    result: readonly LaneSnapshot[];
  };
  /** What each lane said of the last request up to an instant. */
  lastVerdicts: { params: { readonly at: Instant }; result: readonly Verdict[] };
  decisions: {
    params: { readonly lane: number; readonly from: number; readonly to: number };
    result: readonly Decision[];
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
      /** One of them, whose request is asked for. */
      readonly lane: number;
      readonly at: Instant;
      readonly selected: SelectedRequest | null;
      readonly by: 1 | -1;
    };
    result: Disagreement | null;
  };
  /** The state of a lane that is not in the scenario, on its traffic. */
  preview: {
    params: {
      readonly lane: Lane;
      readonly at: Instant;
      readonly through: SelectedRequest | null;
      readonly key: string | null;
    };
    result: LimiterPreview;
  };
  /** A limiter measured, on this machine. */
  profile: {
    params: { readonly limiter: string; readonly edition: Edition };
    result: LimiterProfile & {
      /** Nanoseconds a decision: the median of a few rounds. */
      readonly nanoseconds: number;
    };
  };
}
export type QuestionKind = keyof WorkerQuestions;

/** A run that was made, or why it cannot be. */
export type SimulateResult =
  | {
      readonly ok: true;
      readonly laneInfos: readonly LaneInfo[];
      /** The run's end. */
      readonly end: Instant;
      /** Whether clients react to answers: then requests differ from lane to lane. */
      readonly isClosedLoop: boolean;
      /** Requests that come regardless of the answers. */
      readonly openLoopRequests: number;
      /** The keys that its requests name: at most the first hundred. */
      readonly keyNames: readonly string[];
      readonly overview: Overview;
      readonly charts: ChartData;
    }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

export type Question = {
  [K in QuestionKind]: { readonly kind: K; readonly id: number } & WorkerQuestions[K]['params'];
}[QuestionKind];

/** Page → worker. */
export type MessageToWorker =
  | Question
  /** The charts of that question are no longer wanted: a newer one waits. */
  | { readonly kind: 'cancel'; readonly id: number };

/** Worker → page. */
export type MessageToPage =
  | { readonly kind: 'answer'; readonly to: QuestionKind; readonly id: number; readonly answer: unknown }
  /** Decisions made so far by the run that is under way; `total` null where it is not known. */
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  /** Still busy with it. */
  | { readonly kind: 'heartbeat'; readonly id: number }
  /** A newer question took its place, or there is no run to ask. */
  | { readonly kind: 'dropped'; readonly id: number }
  /** A defect of ours: the message of what was thrown. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** A worker that says nothing for this long while the page waits for it is replaced. */
export const WATCHDOG_MS = 5_000;
/** A script that runs for this long without a pause is ended, at its line, before the page gives up the whole worker. */
export const SCRIPT_LIMIT_MS = WATCHDOG_MS - 1_500;
/** Bins of the overview strip. */
export const OVERVIEW_BINS = 600;
