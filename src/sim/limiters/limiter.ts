/**
 * The contract of every limiter: plain functions over one plain mutable record of numbers and typed arrays.
 *
 * `decide`, `level`, `retryAfter` and `explain` share one closed form, so the drawn level is the one that decided. (A
 * curve that is not straight between breakpoints is drawn with breakpoints close enough together.) Nothing here reads a
 * clock: time is an argument. Only `decide` changes state.
 */
import type { Arrivals } from '../arrivals.ts';
import type { Duration, Instant } from '../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import type { SourceId } from '../sources.ts';
import { DENY_TOO_LARGE, type Outcome, type Verdict } from '../verdict.ts';
import type { Picture } from './picture.ts';
import type { SystemStory } from './story.ts';

export type { Picture } from './picture.ts';

/**
 * The limit set for a lane: `n` permits per `T`, with a burst or queue size. All are whole numbers; `T` is in
 * microseconds.
 */
export interface Policy {
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
}

/** `published` does what the source's code does, defects included; `corrected` does what its prose claims. */
export type Edition = 'published' | 'corrected';

/** A lane's own options, by knob id, complete (defaults filled in). */
export type Options = Readonly<Record<string, string | number>>;

/** Everything that parameters are computed from. */
export interface LimiterConfig {
  readonly policy: Policy;
  readonly options: Options;
  readonly edition: Edition;
  /** Unix seconds at virtual time 0, for the sources whose defect depends on the calendar. */
  readonly epoch: number;
  /** The latest instant at which the limiter decides, for limiters that count absolute time. */
  readonly horizon: Instant;
  /** Of a stack: its limits, in order. */
  readonly stacked?: readonly StackedLimiter[];
}

/** A limit in a stack. */
export interface StackedLimiter {
  readonly limiter: Limiter;
  readonly policy: Policy;
  readonly label?: string | undefined;
  /** One state for all keys together, instead of one for each. */
  readonly sharedByKeys: boolean;
  /** Its parameters. @throws as the limiter's own `prepare` */
  readonly prepare: () => Params;
}

/** An option that holds a program: text that runs in a sandbox. Where a lane sets none, its limiter has one of its own. */
export interface CodeKnob {
  readonly kind: 'code';
  readonly id: string;
  readonly label: string;
  readonly language: 'javascript' | 'lua';
  readonly help: string;
}

/** An option that a lane may set: a choice, or a number between bounds. `default` applies where the lane sets none. */
export type Knob =
  | CodeKnob
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly label: string;
      readonly choices: readonly string[];
      readonly default: string;
      /** One sentence: what it changes. */
      readonly help: string;
    }
  | {
      readonly kind: 'number';
      readonly id: string;
      readonly label: string;
      readonly min: number;
      readonly max: number;
      readonly integer: boolean;
      /** `s` for seconds, or a word; empty for a bare number. */
      readonly unit: string;
      /** A number, or the special value. */
      readonly default: number | string;
      /** A word that may replace the number (nginx's `delay: "none"`). */
      readonly specialValue?: string;
      /**
       * What a lane added on the page starts with, so that it fits the capacity, which the limiter itself does not use. A
       * document without the option means `default`.
       */
      readonly fitting?: (capacity: number) => number;
      readonly help: string;
    };

/** The value of each option that is left out; a program has none. */
export function defaultsOf(knobs: readonly Knob[]): Options {
  return Object.fromEntries(knobs.flatMap((knob) => (knob.kind === 'code' ? [] : [[knob.id, knob.default]])));
}

/**
 * The state of one key: numbers and typed arrays only, so that it can be cloned, kept, shown and compared; of a stack, the
 * states of its limits as well, some of which several keys may share.
 */
export type KeyState = { [field: string]: number | Float64Array | Uint32Array | readonly KeyState[] };

/** A key's requests number [first, end), which lie in [from, to); that is drawn in so many pixel columns. */
export interface LevelRange {
  readonly replay: { instantAt(request: number): Instant; costAt(request: number): number };
  readonly first: number;
  readonly end: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly columns: number;
}

/** Requests of an open loop, and what becomes of them. */
export interface DecidedSlice {
  readonly arrivals: Arrivals;
  readonly verdicts: Uint8Array;
  readonly waits: Float64Array | null;
}

/** The result of `prepare`: whole numbers in the limiter's own units. */
export type Params = Readonly<Record<string, unknown>>;

/** A defect of a published edition. */
export interface Erratum {
  /** A short name. */
  readonly name: string;
  /** One sentence, shown to the user where the defect appears. */
  readonly sentence: string;
  /** The laws of the catalogue that this edition breaks because of it; a test checks that it does. */
  readonly breaks: readonly Law[];
  /** The limiter without the defect, where this one has no corrected edition. */
  readonly correctedBy?: string;
  /** The preset in which the two editions disagree. */
  readonly preset: string;
}

/** The laws that a published edition may declare broken (`laws.testing.ts` has each in full). */
export type Law = 'bound';

/** A setting of the policy that can be a level's bound. */
export type BoundSetting = 'n' | 'capacity';

/** How a level is drawn: `full` is the limiter's own bound, `denySide` the edge at which it refuses. */
export interface Gauge {
  /** What it counts, for readouts: singular and plural. */
  readonly unit: readonly [one: string, many: string];
  /** Which side refuses: tokens run out at the floor, water and counts hit the ceiling. */
  readonly denySide: 'floor' | 'ceiling';
  /** The limiter's own bound, at 86 % of the plot's height. */
  full(params: Params): number;
  /** The setting that `full` is proportional to; absent where T or an option decides it. */
  boundBy?(params: Params): BoundSetting;
  /** The lowest value the level takes: 0, or below for a debt. */
  low(params: Params): number;
  /** Whether it may go lower all the same: nobody knows how far a program of the user's goes. */
  readonly goesLower?: boolean;
}

/**
 * A second quantity of the same state, drawn dashed behind the level, on its own scale. It is straight wherever the
 * level is: `nextBreakpoint` holds for both.
 */
export interface SecondaryGauge<P extends Params = Params, S extends KeyState = KeyState> {
  /** A short name: `seconds to nextFree`. */
  readonly name: string;
  readonly unit: readonly [one: string, many: string];
  /**
   * The value drawn at the height of the level's own bound; `null` if it has no bound, and the largest value drawn
   * takes that height.
   */
  full(params: P): number | null;
  level(state: S, params: P, now: Instant): number;
}

/** What is true of a limiter and does not show in its functions. What is not said here is not claimed. */
export interface Traits {
  /** Null where nothing goes one way, as with doubles, which round each value differently. */
  readonly monotone: Monotone | null;
  /** The corrected edition keeps `bound` for requests of any cost. */
  readonly boundsAnyCost?: true;
  /** The corrected edition is a bucket that starts full, unless an option empties it, and is refilled continuously at n/T. */
  readonly isPlainBucket?: true;
  /** Its comparison is strict: of what `maxCost` allows, the last permit is never given. */
  readonly neverGivesTheLast?: true;
  /** With these options one that is left alone never gives all that `maxCost` allows: it is cold, and stays cold. */
  readonly staysCold?: Options;
  /** What a cost counts depends on the time before it, so a cost of k is not k requests at once. */
  readonly weighsCosts?: true;
  /** Its `maxCost` says nothing: what it does with a cost, only its code knows. */
  readonly hidesMaxCost?: true;
}

/**
 * What goes one way only as a parameter grows. T is never one: with any limiter a longer T is a slower rate and a larger
 * allowance at once.
 */
export interface Monotone {
  /**
   * Parameters in which ever fewer clients are refused. Until a client's first refusal every value has counted the same
   * requests, all of them, and a greater one leaves at least as much room.
   */
  readonly clients: readonly string[];
  /**
   * Parameters with which a request that is admitted stays admitted, as long as every request costs 1: windows that begin
   * whatever is refused, each with its first n requests.
   */
  readonly nested?: readonly string[];
  /** Default: every edition. */
  readonly edition?: Edition;
}

/** A policy or an option that this limiter cannot run; the message says which, and which values are allowed. */
export class UnsupportedPolicyError extends RangeError {
  override readonly name = 'UnsupportedPolicyError';
}

/** Why one request was answered as it was, in words and numbers; computed on demand, never in the hot path. */
export interface Explanation {
  readonly verdict: Verdict;
  /** One sentence with the numbers in it. */
  readonly sentence: string;
  /** The deciding comparison in symbols, as the source writes it: `size + cost ≤ n`; an equation where nothing is refused. */
  readonly condition: string;
  /**
   * The same with a number for each of its names: `10 + 1 ≤ 10`, `⌊9.85 + 2⌋ ≤ 10`, `0 ≥ 1 and 2.5 ≥ 1`. Only sums and
   * differences, compared with one of ≤ ≥ < > =: a test evaluates it as printed.
   */
  readonly evaluatedCondition: string;
  readonly holds: boolean;
  /** About six lines of pseudo-code, indented by two spaces per level. */
  readonly code: readonly string[];
  /** The lines (from 0) that this request executed. */
  readonly executedLines: readonly number[];
  /** The span [from, to) of arrivals that the limiter counted, where it counts in one. */
  readonly countedSpan?: readonly [from: Instant, to: Instant];
  /** Whether it also counted requests that it had refused. */
  readonly countsDenied?: true;
  /** Of a stack: what became of the request at each of its limits, in order. */
  readonly parts?: readonly PartExplanation[];
}

/** One limit of a stack. Those that an earlier one's refusal left out are `not asked`. */
export interface PartExplanation extends Pick<Explanation, 'condition' | 'evaluatedCondition'> {
  readonly name: string;
  readonly answer: 'admits' | 'delays' | 'refuses' | 'not asked';
}

/** A named quantity of the state as text: `tokens`, `7.3`. */
export type Readout = readonly [name: string, value: string];

export type Family =
  | 'Windows'
  | 'Logs and counters'
  | 'Buckets'
  | 'One number'
  | 'Queues and pacing'
  | 'Real systems'
  | 'Several limits'
  | 'Your own'
  | 'Distributed';

/** The description of an algorithm, whether a limiter or a distributed scheme. */
export interface AlgorithmInfo {
  /** Part of the scenario format. */
  readonly id: string;
  readonly name: string;
  /** What a lane with these options is called, where they say it; else it is called as the limiter. */
  laneName?(options: Readonly<Record<string, unknown>>): string | undefined;
  readonly family: Family;
  /** One line: the idea. */
  readonly summary: string;
  /** The rule in plain words, two or three sentences. */
  readonly rule: string;
  /** Who published it: an article, or the code of a library. */
  readonly sources: readonly SourceId[];
  /** Of a real system: where it was read, and what surprises people who use it. */
  readonly story?: SystemStory;
  /** What is stored for each key, in a few words: `tokens, time`. */
  readonly storedPerKey: string;
  /** Whether it uses `capacity`. */
  readonly usesCapacity: boolean;
  readonly editions: readonly Edition[];
  readonly errata: readonly Erratum[];
  readonly outcomes: readonly Outcome[];
  /** What each verdict means in words, by verdict. */
  readonly reasons: readonly string[];
  readonly gauge: Gauge;
  /** Smooth limiters space requests out; bursty ones let a full quota through at once. */
  readonly pacing: 'smooth' | 'bursty';
}

/**
 * A limiter. Methods, not function properties, so that a `Limiter<TokenParams, TokenState>` can be in a list of
 * `Limiter`s: the engine passes each limiter only its own parameters and state.
 */
export interface Limiter<P extends Params = Params, S extends KeyState = KeyState> extends AlgorithmInfo {
  readonly knobs: readonly Knob[];
  readonly traits: Traits;
  readonly secondaryGauge?: SecondaryGauge<P, S>;
  /** The gauge of a lane with these parameters, where an option decides what the level counts. Default: `gauge`. */
  gaugeFor?(params: P): Gauge;
  /** If the limits in it decide this: whether it may delay a request. Default: as `outcomes` says. */
  canDelay?(params: P): boolean;
  /** It counts requests that cost more than it can ever hold, like any that it refuses. */
  readonly countsTooLarge?: true;
  /** Whether it has a level to draw. Default: it does. */
  hasLevel?(params: P): boolean;
  /** The level is curved: between two breakpoints a straight line only approximates it. */
  readonly curved?: true;

  /**
   * Parameters for a setting.
   * @throws {PrecisionLossError} when a product that it needs exceeds 2^53
   * @throws {UnsupportedPolicyError} when it cannot run the policy or an option
   */
  prepare(config: LimiterConfig): P;
  /**
   * The highest cost of one request; anything above is refused first. `Infinity` where any cost is admitted in the end.
   */
  maxCost(params: P): number;
  /**
   * Of a limiter whose keys may share some of their state: parameters for one run, whose `init` hands the same shared states
   * to every key; the given ones where nothing is shared. Without it each key has a state of its own.
   */
  withSharedStates?(params: P): Params;
  /** The state of a key as of virtual time 0. */
  init(params: P): S;
  /**
   * Hot path: reads and writes `state`, allocates nothing. A limiter that delays leaves the wait in `state.wait`
   * (microseconds).
   */
  decide(this: void, state: S, params: P, now: Instant, cost: number): Verdict;
  /**
   * The requests [from, to) of an open loop, each as `decide` decides it: of a limiter of which a single call takes as long as
   * several decisions. Fills `verdicts` and `waits`.
   * @param states by number of the key; those that are missing are begun
   */
  decideSlice?(params: P, states: (KeyState | undefined)[], decided: DecidedSlice, from: number, to: number): void;
  /** Exact at any instant at or after the last decision. */
  level(this: void, state: S, params: P, now: Instant): number;
  /** Puts the level at each request, before and after it, and as often as it shows in between. Of one with `decideSlice`. */
  levels?(state: S, params: P, range: LevelRange, put: (at: Instant, level: number) => void): void;
  /**
   * The next instant after `now` at which the level jumps or bends without a request, or `NEVER`. On the whole
   * microseconds from `now` up to, but not including, that instant it is linear.
   */
  nextBreakpoint(state: S, params: P, now: Instant): Instant;
  /**
   * The shortest wait after which the same request would be admitted if no other came; 0 if it would be now; `NEVER` if
   * there is none.
   */
  retryAfter(state: S, params: P, now: Instant, cost: number): Duration;
  /** Whether it says so itself: else `retryAfter` is an estimate, sought with `decide`. Default: it does. */
  saysRetryAfter?(params: P): boolean;
  /** What `decide` would answer for this request from this state, and why. */
  explain(state: S, params: P, now: Instant, cost: number): Explanation;
  /** The state at `now` as text. */
  readouts(state: S, params: P, now: Instant): readonly Readout[];
  picture(state: S, params: P, now: Instant): Picture;
  /**
   * The most permits that take effect (at arrival + wait) within any [t, t + length), for requests of cost 1;
   * `Infinity` where no bound is claimed.
   */
  bound(params: P, length: Duration): number;
  /** The length of its aligned windows, if it counts in such. */
  windowLength?(params: P): Duration;
}

/**
 * The explanation of a cost that is more than the limiter can ever hold: the first line of its pseudo-code refuses it.
 */
export function explainTooLarge(
  cost: number,
  limitName: 'n' | 'capacity' | 'share',
  max: number,
  code: readonly string[],
): Explanation {
  return {
    verdict: DENY_TOO_LARGE,
    sentence: `The request costs ${formatPermits(cost)}, and ${limitName === 'share' ? 'the largest share of a node' : limitName} is ${formatNumber(max)}: it will never fit, however long it waits.`,
    condition: `cost ≤ ${limitName}`,
    evaluatedCondition: `${formatNumber(cost)} ≤ ${formatNumber(max)}`,
    holds: false,
    code,
    executedLines: [0],
  };
}

/** Begins a sentence where a denial stored the new level but not the time, which therefore counts once more. */
export const timeUsedAgainText = (deniedAt: Instant, time: Instant, does: string): string =>
  `The denial at ${formatSeconds(deniedAt)} did not store the time, so the time since ${formatSeconds(time)} ${does} again. `;

/** The parameters for one run: see `withSharedStates`. */
export function paramsForRun(limiter: Limiter, params: Params): Params {
  return limiter.withSharedStates?.(params) ?? params;
}

/** The memory that a state takes, in bytes: eight for each number, plus its arrays at full length. */
export function stateBytes(state: KeyState): number {
  let bytes = 0;
  for (const field in state) {
    const value = state[field] as KeyState[string];
    if (typeof value === 'number') bytes += 8;
    else if ('byteLength' in value) bytes += value.byteLength;
    else for (const part of value) bytes += stateBytes(part);
  }
  return bytes;
}

/**
 * A copy that continues identically and shares nothing.
 * @param copies of the parts that are copied already, where several states that share some are copied together
 */
export function cloneState<S extends KeyState>(state: S, copies?: Map<KeyState, KeyState>): S {
  const known = copies?.get(state);
  if (known !== undefined) return known as S;
  const clone: KeyState = {};
  copies?.set(state, clone);
  for (const field in state) {
    const value = state[field] as KeyState[string];
    if (typeof value === 'number') clone[field] = value;
    else clone[field] = 'byteLength' in value ? value.slice() : value.map((part) => cloneState(part, copies));
  }
  return clone as S;
}
