/**
 * Lessons: steps of text over a scenario, each with a bet or a task. A lesson is part of a scenario's document, where the
 * scenario keeps it as plain JSON; `readLesson` reads it, so that whatever a lesson says, its scenario runs. Times are in
 * seconds; lanes, requests and phases count from 0.
 */
import type { Measure } from './goals.ts';
import type { JsonObject } from './json.ts';
import type { ChartLayout, Mode } from './linkView.ts';

/** Quantities that are no measures, with what they count in. What each means is in `inspect/quantity.ts`. */
export const QUANTITY_UNITS = {
  requests: 'requests',
  admitted: 'requests',
  denied: 'requests',
  delayed: 'requests',
  peakAllKeys: 'permits',
  waitMean: 'seconds',
  firstDenialAt: 'seconds',
  firstAdmissionAt: 'seconds',
  lastAdmissionAt: 'seconds',
  level: 'level',
  windowCount: 'permits',
  retryAfter: 'seconds',
  retries: 'requests',
  jobsAdmitted: 'jobs',
  messages: 'messages',
  bytesPerKey: 'bytes',
} as const satisfies Readonly<Record<string, string>>;

export type QuantityName = keyof typeof QUANTITY_UNITS | Measure;

/** One number of one lane's run. */
export interface Quantity {
  readonly of: QuantityName;
  readonly lane: number;
  /** Only requests that arrive in [from, to). */
  readonly from?: number;
  readonly to?: number;
  /** Only requests of that entry of the traffic. */
  readonly phase?: number;
  /** Only requests of that key; `level` and `windowCount` are of the busiest key without one. */
  readonly key?: string;
  /** The instant of `level` and `windowCount`, after all requests at it. */
  readonly at?: number;
  /** The request of `retryAfter`, by its position in the lane. */
  readonly request?: number;
}

export interface Condition {
  readonly quantity: Quantity;
  readonly at: 'most' | 'least' | 'exactly';
  /** A share of 1, permits, requests, seconds…; or another quantity of the same run. */
  readonly value: number | Quantity;
}

/** What the learner says before the run is shown. */
export type Bet =
  | {
      readonly kind: 'choice';
      readonly question: string;
      /** Right is the option whose conditions hold on the run; one without, such as "I cannot tell", never is. */
      readonly options: readonly { readonly text: string; readonly when?: readonly Condition[] }[];
    }
  /** @param within this much off is right; else only the number itself */
  | { readonly kind: 'number'; readonly question: string; readonly quantity: Quantity; readonly within?: number }
  /** A place on the time axis; the quantity is in seconds. */
  | { readonly kind: 'time'; readonly question: string; readonly quantity: Quantity; readonly within?: number }
  /** A curve drawn over [from, to] at so many points, evenly spaced, both ends included. */
  | {
      readonly kind: 'line';
      readonly question: string;
      readonly lane: number;
      readonly curve: 'level' | 'windowCount';
      readonly from: number;
      readonly to: number;
      readonly points: number;
    };

/** What the learner does with the scenario, until all conditions hold. */
export interface Task {
  readonly prompt: string;
  readonly until: readonly Condition[];
  /** A merge patch (RFC 7396) on the step's scenario: what Show me applies. */
  readonly solution: JsonObject;
}

/** What a step may keep the learner from changing. */
export const LOCKS = ['n', 'T', 'capacity', 'traffic', 'send', 'lanes', 'options', 'cluster', 'seed'] as const;
export type Lock = (typeof LOCKS)[number];

/** What a step, or a word in its text, lights up: one of these, or one with a number, such as `lane:0`. */
export const PLAIN_TARGETS = [
  'policy',
  'n',
  'T',
  'capacity',
  'traffic',
  'dock',
  'compare',
  'fairness',
  'why',
  'cluster',
] as const;
/** With the lane or phase, from 0; `time` with seconds. */
export const NUMBERED_TARGETS = ['phase', 'lane', 'level', 'count', 'decisions', 'state', 'figures', 'time'] as const;
export type Target = (typeof PLAIN_TARGETS)[number] | `${(typeof NUMBERED_TARGETS)[number]}:${number}`;

/** Where a step looks; what is absent stays as it is. */
export interface StepView {
  readonly at?: number;
  readonly from?: number;
  readonly to?: number;
  readonly selected?: { readonly lane: number; readonly request: number };
  readonly layout?: ChartLayout;
  /** What stands at the right of the text: the run, or Tune. */
  readonly mode?: Mode;
}

export interface LessonStep {
  /** Its markup is in `lessons/markup.ts`. */
  readonly text: string;
  readonly bet?: Bet;
  /** Said beside the result, once the bet is placed or the task done. */
  readonly after?: string;
  readonly task?: Task;
  /** The scenario from this step on, in place of the one before. */
  readonly document?: JsonObject;
  /** A merge patch (RFC 7396) on the scenario that the step would begin with. */
  readonly change?: JsonObject;
  readonly view?: StepView;
  readonly lit?: readonly Target[];
  readonly locks?: readonly Lock[];
  /** Nothing beyond the playhead is shown, bet or not. */
  readonly hideFuture?: boolean;
}

export interface Lesson {
  /** Absent: the scenario's title. */
  readonly title?: string;
  readonly steps: readonly LessonStep[];
}

/** What a lesson may have at most; of texts, characters. */
export const LESSON_LIMITS = {
  steps: 50,
  options: 10,
  conditions: 20,
  text: 5_000,
  question: 2_000,
  option: 300,
} as const;

/** The lane or phase that a target names, or its seconds; null if it has none. */
export function targetNumber(target: Target): number | null {
  const [, digits] = target.split(':');
  return digits === undefined ? null : Number(digits);
}
