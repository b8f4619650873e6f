/**
 * The worker's whole conversation. Every question carries a number that only grows; every answer repeats it. A newer
 * `simulate` calls off an older one that is still running, and what is asked of the run whose place it takes. A newer
 * question of any other kind replaces one of its kind that waits, since nobody wants that any more.
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
  /** Run a scenario and answer a first look at it in the same breath, so that figures and charts change together. */
  simulate: {
    params: { readonly scenario: Scenario; readonly query: ChartQuery };
    result: SimulateResult;
  };
  charts: { params: { readonly query: ChartQuery }; result: ChartData };
  /** Who got how much, in one lane by key and in every lane as a whole. */
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
      /** Nanoseconds a decision: the middle of a few goes. */
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
      /** The run's end, and the keys that its requests name (at most the first hundred). */
      readonly end: Instant;
      /** Whether clients answer back: then requests differ from lane to lane. */
      readonly isClosedLoop: boolean;
      /** Requests that come whatever the answers. */
      readonly openLoopRequests: number;
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
  /** The look of that number is wanted no more: a newer one waits. */
  | { readonly kind: 'cancel'; readonly id: number };

/** Worker → page. */
export type MessageToPage =
  | { readonly kind: 'answer'; readonly to: QuestionKind; readonly id: number; readonly answer: unknown }
  /** Decisions made so far by the run that is under way; `total` null where nobody knows how many there will be. */
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  /** Still at work on it, now on the charts. */
  | { readonly kind: 'heartbeat'; readonly id: number }
  /** A newer request took its place, or there is no run to ask. */
  | { readonly kind: 'dropped'; readonly id: number }
  /** A defect of ours: the message of what was thrown. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** Bins of the overview strip. */
export const OVERVIEW_BINS = 600;
