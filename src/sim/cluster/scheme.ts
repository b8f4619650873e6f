/**
 * The contract of a scheme of several processes: a program that one node runs for each request. Whatever it yields is sent
 * to the store, and other nodes' messages may come before the reply does. It is a pure function of its context and of the
 * replies, so that it can be run again with replies that were written down.
 */
import type {
  AlgorithmInfo,
  Edition,
  Explanation,
  Readout,
  Gauge,
  Knob,
  Limiter,
  Options,
  Params,
  Policy,
  KeyState,
} from '../limiters/limiter.ts';
import type { Verdict } from '../verdict.ts';
import type { Duration, Instant } from '../time.ts';
import type { Message, Reply } from './command.ts';

/** What a program yields: a message, or something that concerns its own node only. */
export type Effect =
  | Message
  /** Waits that long. The reply is null. */
  | { readonly kind: 'sleep'; readonly for: Duration }
  /** Waits until another request of this node wakes all who wait under that name. The reply is the value that it wakes them with. */
  | { readonly kind: 'wait-for'; readonly name: string }
  /** Wakes them, in the order in which they came, and goes on at once. The reply is null. */
  | { readonly kind: 'wake'; readonly name: string; readonly value: 0 | 1 };

export type Program = Generator<Effect, SchemeDecision, Reply>;

/** What a node decided, and what it saw. */
export interface SchemeDecision {
  readonly verdict: Verdict;
  /** What the deciding command found, after it, in the unit of the scheme's gauge; null where nothing was found. */
  readonly level: number | null;
  /** From the context's `now`: the shortest wait that the node knows to help; null where it knows none. */
  readonly retryAfter: Duration | null;
  /** With `DELAY`: how long the request is held back after the answer came. */
  readonly wait?: Duration;
  /** The two sides of the scheme's comparison. */
  readonly operands?: readonly [left: number, right: number];
  /** Where a limiter of one process decided, if the context asked for it. */
  readonly explanation?: Explanation;
  /** An outer layer charged for it, and an inner one denied it. */
  readonly chargedInVain?: true;
}

/** One request, as its node sees it. */
export interface RequestContext {
  readonly key: string;
  readonly cost: number;
  /** The node's own clock when the request came. */
  readonly now: Instant;
  /** From 0. */
  readonly node: number;
  /** That clock when the node came back or was added; absent for one that has been there from the start. */
  readonly joinedAt?: Instant;
  /** Names the request among all of the run, from 0. */
  readonly request: number;
  /** What the node keeps for itself, by name; lost when it dies. */
  readonly memory: Map<string, KeyState>;
  /** Whether the decision is to carry an explanation where a limiter of one process makes one. */
  readonly wantsExplanation: boolean;
}

/** A limiter of one process within a scheme, with its parameters. */
export interface EmbeddedLimiter {
  readonly limiter: Limiter;
  readonly params: Params;
}

/** A scheme with its parameters. */
export interface PreparedScheme {
  readonly scheme: Scheme;
  readonly params: Params;
}

/** All that parameters are made from. Inner limiters are prepared by the engine, which knows the catalogue. */
export interface SchemeConfig {
  readonly policy: Policy;
  /** Text and numbers, complete. */
  readonly options: Options;
  readonly edition: Edition;
  /** Nodes at time 0. */
  readonly nodes: number;
  /** An option of kind `weights`, as given. */
  readonly weights: readonly number[] | null;
  /**
   * The limiter of an option of kind `limiter`, on its own policy where it has one, else on the lane's.
   * @param split what of that policy it gets; by default all of it
   */
  embeddedLimiter(option: string, split?: (policy: Policy) => Policy): EmbeddedLimiter;
  /** The scheme of such an option; null where it holds a limiter of one process. */
  innerScheme(option: string): PreparedScheme | null;
  /** A limiter of the catalogue, with the options given and its own defaults. */
  catalogueLimiter(id: string, policy: Policy, options?: Options): EmbeddedLimiter;
}

/** A process that answers `ASK` in place of a store: it keeps a state for each key, and decides by its own clock. */
export interface SchemeServer {
  init(): KeyState;
  /** Writes to `state`. @param now the server's clock */
  answer(state: KeyState, now: Instant, args: readonly number[]): readonly number[];
  /** What `answer` would decide, in words; only where a limiter of one process decides. */
  explain?(state: KeyState, now: Instant, args: readonly number[]): Explanation;
  /** A state in words. Missing: its numbers, by name. */
  readouts?(state: KeyState, now: Instant): readonly Readout[];
}

/**
 * What the store keeps, as people read it: `tokens 1.25`, where it is kept in ticks.
 * @param name a field of a hash, which the words repeat; else the key, which they do not
 * @returns null where it is read as it is kept
 */
export type ValueFormat = (name: string, value: string) => string | null;

/** An option that no `Knob` describes. */
export type SchemeOnlyKnob =
  | {
      /** A limiter: its id, or an object like a lane's. */
      readonly kind: 'limiter';
      readonly id: string;
      readonly label: string;
      /** Whether a scheme of several processes may stand here too. */
      readonly allowsSchemes: boolean;
      readonly default: string;
      readonly help: string;
    }
  | {
      /** One share for each node. Missing: all alike. */
      readonly kind: 'weights';
      readonly id: string;
      readonly label: string;
      readonly help: string;
    }
  | {
      /** Missing: a tenth of T. */
      readonly kind: 'seconds';
      readonly id: string;
      readonly label: string;
      readonly help: string;
    };

export type SchemeKnob = Knob | SchemeOnlyKnob;

/** The same rule without the race: options to set, or a limiter of one process to run as one shared ideal. */
export type AtomicVariant = { readonly options: Options } | { readonly limiter: string };

/** Methods, so that a `Scheme<BucketParams>` stands in a list of `Scheme`s. */
export interface Scheme<P extends Params = Params> extends AlgorithmInfo {
  readonly knobs: readonly SchemeKnob[];
  /**
   * @throws {PrecisionLossError} when a product that it needs passes 2^53
   * @throws {UnsupportedPolicyError} when the policy or an option has no meaning for it
   */
  prepare(config: SchemeConfig): P;
  /** The most that one request may cost; above it is denied at once, and nothing is sent. */
  maxCost(params: P): number;
  decide(context: RequestContext, params: P): Program;
  /** Whether a node takes the next request only when it has decided on the one before: threads, connections that watch. */
  isSerialPerNode(params: P): boolean;
  /** Whether the store is memory that threads share: no way at all, unless a cluster gives one. */
  readonly sharesMemory?: true;
  /** What a node decides with by itself when the store is away and `fallback` is `local`, on its share of the policy. */
  localFallback(params: P): (node: number) => EmbeddedLimiter | null;
  /** The process that answers `ASK`, if the scheme sends it. */
  server?(params: P): SchemeServer | null;
  /** Where a limiter of one process decides: its gauge, with its own parameters. Missing: `gauge`. */
  embeddedGauge?(params: P): Gauge;
  /** What it keeps in the store, in words. Missing: all is read as it is kept. */
  valueFormat?(params: P): ValueFormat;
  /** Whether a real store may be run with the scenario's own times: then `now` is an argument, and nothing depends on expiry. */
  supportsVirtualTime(params: P): boolean;
  /** The same without the race; null where there is none. */
  atomicVariant(options: Options): AtomicVariant | null;
  /** About eight lines of pseudo-code, indented by two spaces a level, that name the commands in the order of sending. */
  code(params: P): readonly string[];
  /** The comparison in symbols, and a sentence that puts `compared` in. */
  explain(
    decision: SchemeDecision,
    context: RequestContext,
    params: P,
  ): Pick<Explanation, 'sentence' | 'condition' | 'evaluatedCondition' | 'holds'>;
}
