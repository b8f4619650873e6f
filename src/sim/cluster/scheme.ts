/**
 * The contract of a distributed scheme: a program that a node runs for each request. It yields messages to the store, and
 * other nodes' messages may be processed before its reply arrives. It is a pure function of its context and of the replies,
 * so that it can be replayed with recorded replies.
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
import type { CommandName, Message, Reply } from './command.ts';

/** What a program yields: a message, or an effect within its own node. */
export type Effect =
  | Message
  /** Waits for that duration. The reply is null. */
  | { readonly kind: 'sleep'; readonly for: Duration }
  /** Waits until another request of this node wakes the waiters of that name. The reply is the value of that `wake`. */
  | { readonly kind: 'wait-for'; readonly name: string }
  /** Wakes all waiters of that name, in order of arrival, and continues immediately. The reply is null. */
  | { readonly kind: 'wake'; readonly name: string; readonly value: 0 | 1 };

export type Program = Generator<Effect, SchemeDecision, Reply>;

/** What a node decided, and what it observed. */
export interface SchemeDecision {
  readonly verdict: Verdict;
  /** The level after the deciding command, in the unit of the scheme's gauge; null if the decision found none. */
  readonly level: number | null;
  /** Retry-after time from the context's `now`: the shortest wait known to help; null if the node knows none. */
  readonly retryAfter: Duration | null;
  /** With `DELAY`: how long the request is held after the answer has arrived. */
  readonly wait?: Duration;
  /** The two sides of the scheme's comparison. */
  readonly operands?: readonly [left: number, right: number];
  /** If a single-process limiter decided and the context wants an explanation. */
  readonly explanation?: Explanation;
  /** An outer layer charged the request, and an inner one denied it. */
  readonly chargedInVain?: true;
}

/** One request, as its node sees it. */
export interface RequestContext {
  readonly key: string;
  readonly cost: number;
  /** The node's own clock when the request arrived. */
  readonly now: Instant;
  /** Number of the node, from 0. */
  readonly node: number;
  /** That clock when the node came back or was added; undefined if it has been up since the start. */
  readonly joinedAt: Instant | undefined;
  /** Number of the request, from 0; unique within the run. */
  readonly request: number;
  /** The node's local state, by name; lost when it dies. */
  readonly memory: Map<string, KeyState>;
  /** Whether the decision should carry an explanation if a single-process limiter makes it. */
  readonly wantsExplanation: boolean;
}

/** A single-process limiter within a scheme, with its parameters. */
export interface EmbeddedLimiter {
  readonly limiter: Limiter;
  readonly params: Params;
}

/** A scheme with its parameters. */
export interface PreparedScheme {
  readonly scheme: Scheme;
  readonly params: Params;
}

/** The input of `prepare`. Inner limiters are prepared by the engine, which knows the catalogue. */
export interface SchemeConfig {
  readonly policy: Policy;
  /** All options, as text and numbers, with defaults filled in. */
  readonly options: Options;
  readonly edition: Edition;
  /** Unix seconds at virtual time 0, for products whose windows are those of the calendar. */
  readonly epoch: number;
  /** Number of nodes at time 0. */
  readonly nodes: number;
  /** An option of kind `weights`, as given. */
  readonly weights: readonly number[] | null;
  /**
   * The limiter that an option of kind `limiter` holds, on its own policy if it has one, else on the lane's.
   * @param split the part of that policy to use; by default all of it
   */
  embeddedLimiter(option: string, split?: (policy: Policy) => Policy): EmbeddedLimiter;
  /** The scheme that such an option holds; null if it holds a single-process limiter. */
  innerScheme(option: string): PreparedScheme | null;
  /** A limiter from the catalogue, with the given options and its defaults for the rest. */
  catalogueLimiter(id: string, policy: Policy, options?: Options): EmbeddedLimiter;
}

/** A process that answers `ASK` in place of a store: it keeps a state per key and decides by its own clock. */
export interface SchemeServer {
  init(): KeyState;
  /** Writes to `state`. @param now the server's clock */
  answer(state: KeyState, now: Instant, args: readonly number[]): readonly number[];
  /** Explains what `answer` would decide; only if a single-process limiter decides. */
  explain?(state: KeyState, now: Instant, args: readonly number[]): Explanation;
  /** A state as readouts. Default: its numbers, by name. */
  readouts?(state: KeyState, now: Instant): readonly Readout[];
}

/**
 * Formats a stored value for display, for example ticks as `tokens 1.25`.
 * @param name for a field of a hash its name, which the text repeats; else the key, which it does not repeat
 * @returns null if the value is displayed as stored
 */
export type ValueFormat = (name: string, value: string) => string | null;

/** An option of a kind that only schemes have. */
export type SchemeOnlyKnob =
  | {
      /** A limiter: its id, or an object as in a lane. */
      readonly kind: 'limiter';
      readonly id: string;
      readonly label: string;
      /** Whether the option may hold a distributed scheme too. */
      readonly allowsSchemes: boolean;
      readonly default: string;
      readonly help: string;
    }
  | {
      /** One weight per node. Default: equal weights. */
      readonly kind: 'weights';
      readonly id: string;
      readonly label: string;
      readonly help: string;
    }
  | {
      /** Default: a tenth of T. */
      readonly kind: 'seconds';
      readonly id: string;
      readonly label: string;
      readonly help: string;
    };

export type SchemeKnob = Knob | SchemeOnlyKnob;

/** What a product does by itself when its store does not answer: schemes have options for it. */
export interface StoreOutage {
  /** How long a node waits for a reply. */
  readonly timeout: Duration;
  readonly fallback: 'deny' | 'allow';
}

/** What a scheme says of a decision; with `code`, those lines take the place of the scheme's own. */
export type SchemeExplanation = Omit<Explanation, 'verdict' | 'code' | 'executedLines'> &
  Partial<Pick<Explanation, 'code' | 'executedLines'>>;

/** The same rule without the race. */
export type AtomicVariant =
  /** Options to set. */
  | { readonly options: Options }
  /** The single-process limiter that is the shared ideal. */
  | { readonly limiter: string }
  /** The variant of the scheme that an option holds. */
  | { readonly option: string; readonly held: AtomicVariant };

/** A distributed scheme as the catalogue and the format describe it. */
export interface SchemeInfo extends AlgorithmInfo {
  readonly knobs: readonly SchemeKnob[];
  /** Set if the store is memory shared by threads: its default latency is 0. */
  readonly sharesMemory?: true;
  /** Set if each node decides on a share of the policy. */
  readonly splitsPolicy?: true;
  /** Of a real system. */
  readonly outage?: StoreOutage;
  /**
   * The variant without the race; null if these options already have none.
   * @param variantWithin that of what an option of kind `limiter` holds
   */
  atomicVariant(options: Options, variantWithin: (option: string) => AtomicVariant | null): AtomicVariant | null;
  /**
   * The commands after whose reply its program may send another message, so that its node may die in between. Absent: it
   * sends one message at most.
   * @param namesWithin those of what an option of kind `limiter` holds
   */
  crashPoints?(options: Options, namesWithin: (option: string) => readonly CommandName[]): readonly CommandName[];
}

/** A clock by whose instants a bound holds. */
export type BoundClock =
  /** Each node's own. */
  | 'nodes'
  /** The latest that any node's had shown when the store ran the message: time that steps back stands still. */
  | 'latest of the nodes'
  /** The store's, when it ran the message. */
  | 'store';

/** A scheme with its program. Declared with methods so that a `Scheme<BucketParams>` is assignable to `Scheme`. */
export interface Scheme<P extends Params = Params> extends SchemeInfo {
  /**
   * The catalogue's limiter whose rule it applies, and whose bound it keeps if nothing goes wrong between its nodes; absent
   * where an option holds that limiter, or none has the rule.
   */
  readonly singleProcess?: string;
  /** By which clock it keeps that bound, where it is atomic at a store. */
  readonly boundClock?: BoundClock;
  /**
   * @throws {PrecisionLossError} if a product that it needs exceeds 2^53
   * @throws {UnsupportedPolicyError} if the scheme does not support the policy or an option
   */
  prepare(config: SchemeConfig): P;
  /** The maximum cost of a request; a request that costs more is denied immediately, and nothing is sent. */
  maxCost(params: P): number;
  decide(context: RequestContext, params: P): Program;
  /** Whether a node handles one request at a time, as a thread or a connection with WATCH does. */
  isSerialPerNode(params: P): boolean;
  /** What a node decides with, on its share of the policy, while the store is unavailable and `fallback` is `local`. */
  localFallback(params: P): (node: number) => EmbeddedLimiter | null;
  /** The server that answers `ASK`, if the scheme sends it. */
  server?(params: P): SchemeServer | null;
  /** If a single-process limiter decides: its gauge, with its own parameters. Default: `gauge`. */
  embeddedGauge?(params: P): Gauge;
  /** If what its options hold decides this: whether it may delay a request. Default: as `outcomes` says. */
  canDelay?(params: P): boolean;
  /** How stored values are displayed. Default: as stored. */
  valueFormat?(params: P): ValueFormat;
  /** What the numbers that are sent and stored mean, where they are displayed in other units, in a sentence. */
  unitsText?(params: P): string;
  /** Whether a real store can run with the scenario's virtual times: `now` is an argument and no decision depends on expiry. */
  supportsVirtualTime(params: P): boolean;
  /** About eight lines of pseudo-code, indented by two spaces per level, that name the commands in the order of sending. */
  code(params: P): readonly string[];
  /**
   * The comparison in symbols and with numbers, and a sentence with the values of `operands`.
   * @param decision with the `explanation` of the single-process limiter that decided, on the node or behind the server
   */
  explain(decision: SchemeDecision, context: RequestContext, params: P): SchemeExplanation;
}
