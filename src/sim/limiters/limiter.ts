/**
 * The contract that every limiter keeps: plain functions over one plain mutable record of numbers and typed arrays.
 *
 * `decide`, `level`, `retryAfter` and `explain` share one closed form, so what is drawn is what decided. (A curve that is
 * not straight between two steps is drawn in steps close enough together.) Nothing here reads a clock: time is an
 * argument. Nothing but `decide` writes.
 */
import type { Duration, Instant } from '../time.ts';
import { formatNumber, formatPermits } from '../numberFormat.ts';
import type { SourceId } from '../sources.ts';
import { DENY_TOO_LARGE, type Outcome, type Verdict } from '../verdict.ts';
import type { Picture } from './picture.ts';

export type { Picture } from './picture.ts';

/** What a lane is asked to keep to: `n` permits per `T`, with a burst or queue size. All whole; `T` in microseconds. */
export interface Policy {
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
}

/** `published` does what the source's code does, defects included; `corrected` what its prose promises. */
export type Edition = 'published' | 'corrected';

/** A lane's own options, by knob id, complete (defaults filled in). */
export type Options = Readonly<Record<string, string | number>>;

/** All that parameters are made from. */
export interface LimiterConfig {
  readonly policy: Policy;
  readonly options: Options;
  readonly edition: Edition;
  /** Unix seconds at virtual time 0, for the sources whose defect needs a calendar. */
  readonly epoch: number;
  /** The latest instant at which the limiter will be asked, for limiters that count absolute time. */
  readonly horizon: Instant;
}

/** An option that a lane may set: a choice, or a number between bounds. `default` is what a missing one means. */
export type Knob =
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
      /** `s` for seconds; empty for a bare number. */
      readonly unit: string;
      readonly default: number;
      /** A word that may stand in place of the number (nginx's `delay: "none"`). */
      readonly specialValue?: string;
      readonly help: string;
    };

/** What options mean that are left out. */
export function defaultsOf(knobs: readonly Knob[]): Options {
  return Object.fromEntries(knobs.map((knob) => [knob.id, knob.default]));
}

/** The state of one key: numbers and typed arrays only, so that it can be cloned, kept, shown and compared. */
export type KeyState = Record<string, number | Float64Array | Uint32Array>;

/** What `prepare` makes of a setting: whole numbers in the limiter's own units. */
export type Params = Readonly<Record<string, unknown>>;

/** A defect of a published edition. */
export interface Erratum {
  /** Its name, as the field would call it. */
  readonly name: string;
  /** One sentence, shown where the user meets it. */
  readonly sentence: string;
  /** The laws of the catalogue that this edition breaks because of it; the test demands that it does. */
  readonly breaks: readonly Law[];
  /** The limiter that keeps the promise, where this one has no corrected edition. */
  readonly correctedBy?: string;
  /** The preset in which the two disagree. */
  readonly preset: string;
}

/** The laws that a published edition may break by name (`laws.test.ts` has each in full). */
export type Law = 'bound';

/** How a level is drawn: `full` is the limiter's own bound, the wall is the side that refuses. */
export interface Gauge {
  /** What it counts, for read-outs: one and many. */
  readonly unit: readonly [one: string, many: string];
  /** Which side refuses: tokens run out at the floor, water and counts hit the ceiling. */
  readonly denySide: 'floor' | 'ceiling';
  /** The limiter's own bound, at 86 % of the plot's height. */
  full(params: Params): number;
  /** The lowest value the level takes: 0, or below for a debt. */
  low(params: Params): number;
}

/**
 * A second quantity of the same state, drawn dashed behind the level, on a scale of its own. It is straight wherever the
 * level is: `nextStep` speaks for both.
 */
export interface SecondaryGauge<P extends Params = Params, S extends KeyState = KeyState> {
  /** What it is, in a few words: `seconds to nextFree`. */
  readonly name: string;
  readonly unit: readonly [one: string, many: string];
  /** What stands where the level's own bound stands; `null` where it has none, and the greatest one drawn does. */
  full(params: P): number | null;
  level(state: S, params: P, now: Instant): number;
}

/** A policy or an option that this limiter has no meaning for; the message says which, and what it may be. */
export class UnsupportedPolicyError extends RangeError {
  override readonly name = 'UnsupportedPolicyError';
}

/** Why one request was answered as it was: words and numbers, made on demand, never in the hot path. */
export interface Explanation {
  readonly verdict: Verdict;
  /** One sentence with the numbers in it. */
  readonly sentence: string;
  /** The deciding comparison in symbols, as the source writes it: `size + cost ≤ n`; an equation where nothing is refused. */
  readonly condition: string;
  /** The same with the numbers put in: `10 + 1 ≤ 10`. Sums and one of ≤ ≥ < > = only: a test works it out as printed. */
  readonly evaluatedCondition: string;
  readonly holds: boolean;
  /** About six lines of pseudo-code, indented by two spaces a level. */
  readonly code: readonly string[];
  /** The lines (from 0) that this request executed. */
  readonly executedLines: readonly number[];
  /** The span [from, to) of arrivals that the limiter counted, where it counts in one. */
  readonly countedSpan?: readonly [from: Instant, to: Instant];
  /** Whether it counted those that it had refused as well. */
  readonly countsDenied?: true;
}

/** A quantity of the state in words: `tokens`, `7.3`. */
export type Readout = readonly [name: string, value: string];

export type Family =
  | 'Windows'
  | 'Logs and counters'
  | 'Buckets'
  | 'One number'
  | 'Queues and pacing'
  | 'Libraries'
  | 'Several processes';

/** What is told of a limiter, whether it runs in one process or is a scheme of several. */
export interface AlgorithmInfo {
  /** Part of the scenario format. */
  readonly id: string;
  readonly name: string;
  readonly family: Family;
  /** One line: the idea. */
  readonly summary: string;
  /** The rule in plain words, two or three sentences. */
  readonly rule: string;
  /** Who published it: an article, or the code of a library. */
  readonly sources: readonly SourceId[];
  /** What is kept for each key, in a few words: `tokens, time`. */
  readonly storedPerKey: string;
  /** Whether `capacity` means anything to it. */
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
 * A limiter. Methods, not function properties, so that a `Limiter<TokenParams, TokenState>` stands in a list of
 * `Limiter`s: the engine only ever hands a limiter its own parameters and state.
 */
export interface Limiter<P extends Params = Params, S extends KeyState = KeyState> extends AlgorithmInfo {
  readonly knobs: readonly Knob[];
  readonly secondaryGauge?: SecondaryGauge<P, S>;
  /** The level bends everywhere: between two of its steps a straight line is close to it, not equal. */
  readonly curved?: true;

  /**
   * Parameters for a setting.
   * @throws {PrecisionLossError} when a product that it needs passes 2^53
   * @throws {UnsupportedPolicyError} when the policy or an option has no meaning for it
   */
  prepare(config: LimiterConfig): P;
  /** The most that one request may cost; above it is refused first. `Infinity` where any cost gets through in the end. */
  maxCost(params: P): number;
  /** The state of a key as if made at virtual time 0. */
  init(params: P): S;
  /** Hot path: reads and writes `state`, allocates nothing. A shaper leaves its wait in `state.wait` (microseconds). */
  decide(state: S, params: P, now: Instant, cost: number): Verdict;
  /** Exact at any instant at or after the last decision. */
  level(state: S, params: P, now: Instant): number;
  /**
   * The next instant after `now` at which the level jumps or bends by itself, or `NEVER`. On the whole microseconds from
   * `now` up to, not including, that instant it is linear.
   */
  nextBreakpoint(state: S, params: P, now: Instant): Instant;
  /** The shortest wait after which the same request, alone, would be admitted; 0 if it would be now; `NEVER` if none. */
  retryAfter(state: S, params: P, now: Instant, cost: number): Duration;
  /** What `decide` would answer for this request from this state, and why. */
  explain(state: S, params: P, now: Instant, cost: number): Explanation;
  /** The state in words, as it stands at `now`. */
  readouts(state: S, params: P, now: Instant): readonly Readout[];
  picture(state: S, params: P, now: Instant): Picture;
  /**
   * The most permits it claims to let into effect (at arrival + wait) within any [t, t + length), for requests of cost 1;
   * `Infinity` where it claims nothing.
   */
  bound(params: P, length: Duration): number;
  /** Whether a key's state grows with the permits given, so that costs, not requests, are what fills memory. */
  readonly storesEachPermit?: boolean;
  /** The length of the aligned windows that it counts in, if it does. */
  windowLength?(params: P): Duration;
}

/** The explanation of a cost above what the limiter can ever hold: the first line of its pseudo-code refuses. */
export function explainTooLarge(
  cost: number,
  limitName: 'n' | 'capacity',
  max: number,
  code: readonly string[],
): Explanation {
  return {
    verdict: DENY_TOO_LARGE,
    sentence: `The request costs ${formatPermits(cost)}, and ${limitName} is ${formatNumber(max)}: it will never fit, however long it waits.`,
    condition: `cost ≤ ${limitName}`,
    evaluatedCondition: `${formatNumber(cost)} ≤ ${formatNumber(max)}`,
    holds: false,
    code,
    executedLines: [0],
  };
}

/** What a state takes in memory: eight bytes a number, and its arrays as long as they are. */
export function stateBytes(state: KeyState): number {
  let bytes = 0;
  for (const field in state) {
    const value = state[field] as KeyState[string];
    bytes += typeof value === 'number' ? 8 : value.byteLength;
  }
  return bytes;
}

/** A copy that goes on identically and shares nothing. */
export function cloneState<S extends KeyState>(state: S): S {
  const clone: KeyState = {};
  for (const field in state) {
    const value = state[field] as KeyState[string];
    clone[field] = typeof value === 'number' ? value : value.slice();
  }
  return clone as S;
}
