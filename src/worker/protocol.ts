/**
 * The worker's whole conversation. Every question carries a number that only grows; every answer repeats it. A newer
 * `simulate` calls off an older one that is still running, and what is asked of the run whose place it takes. A newer
 * question of any other kind replaces one of its kind that waits, since nobody wants that any more.
 */
import type {
  Audition,
  Decision,
  Disagreement,
  Edition,
  Fairness,
  FairnessLook,
  Found,
  Instant,
  Lane,
  LaneFrame,
  LaneMoment,
  Look,
  Looked,
  Overview,
  Refusal,
  Scenario,
  Selected,
  Survey,
  Verdict,
  Why,
} from '../sim/index.ts';

/** What may be asked, and what comes back for it. */
export interface Conversation {
  /** Run a scenario and answer a first look at it in the same breath, so that figures and charts change together. */
  simulate: {
    ask: { readonly scenario: Scenario; readonly look: Look };
    answer: Simulated;
  };
  look: { ask: { readonly look: Look }; answer: Looked };
  /** Who got how much, in one lane by key and in every lane as a whole. */
  fairness: { ask: { readonly look: FairnessLook }; answer: Fairness };
  moment: {
    ask: { readonly at: Instant; readonly through: Selected | null; readonly key: string | null };
    answer: readonly LaneMoment[];
  };
  /** What each lane said of the last request up to an instant. */
  verdicts: { ask: { readonly at: Instant }; answer: readonly Verdict[] };
  decisions: {
    ask: { readonly lane: number; readonly from: number; readonly to: number };
    answer: readonly Decision[];
  };
  why: { ask: { readonly lane: number; readonly request: number }; answer: Why };
  step: {
    ask: { readonly lane: number; readonly at: Instant; readonly selected: Selected | null; readonly by: 1 | -1 };
    answer: Found | null;
  };
  /** The same request, or the same try of its job, in another lane. */
  same: { ask: { readonly selected: Selected; readonly lane: number }; answer: Found | null };
  /** The next request on which lanes decide differently. */
  disagreement: {
    ask: {
      readonly compared: readonly number[];
      /** One of them, whose request is asked for. */
      readonly lane: number;
      readonly at: Instant;
      readonly selected: Selected | null;
      readonly by: 1 | -1;
    };
    answer: Disagreement | null;
  };
  /** The state of a lane that is not in the scenario, on its traffic. */
  audition: {
    ask: { readonly lane: Lane; readonly at: Instant; readonly through: Selected | null; readonly key: string | null };
    answer: Audition;
  };
  /** A limiter measured, on this machine. */
  survey: {
    ask: { readonly limiter: string; readonly edition: Edition };
    answer: Survey & {
      /** Nanoseconds a decision: the middle of a few goes. */
      readonly nanoseconds: number;
    };
  };
}
export type Kind = keyof Conversation;

/** A run that was made, or why it cannot be. */
export type Simulated =
  | {
      readonly ok: true;
      readonly frames: readonly LaneFrame[];
      /** The run's end, and the keys that its requests name (at most the first hundred). */
      readonly end: Instant;
      /** Whether clients answer back: then requests differ from lane to lane. */
      readonly answersBack: boolean;
      /** Requests that come whatever the answers. */
      readonly requests: number;
      readonly keys: readonly string[];
      readonly overview: Overview;
      readonly looked: Looked;
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

export type Question = {
  [K in Kind]: { readonly kind: K; readonly id: number } & Conversation[K]['ask'];
}[Kind];

/** Page → worker. */
export type Request =
  | Question
  /** The look of that number is wanted no more: a newer one waits. */
  | { readonly kind: 'call-off'; readonly id: number };

/** Worker → page. */
export type Reply =
  | { readonly kind: 'answer'; readonly to: Kind; readonly id: number; readonly answer: unknown }
  /** Decisions made so far by the run that is under way; `total` null where nobody knows how many there will be. */
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  /** Still at work on it, now on the charts. */
  | { readonly kind: 'alive'; readonly id: number }
  /** A newer request took its place, or there is no run to ask. */
  | { readonly kind: 'dropped'; readonly id: number }
  /** A defect of ours: the message of what was thrown. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** Bins of the overview strip. */
export const OVERVIEW_BINS = 600;
