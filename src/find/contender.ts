/**
 * What a search plays its traffics on: a lane as operations on a state that can be copied, so that traffics that begin alike are
 * decided once. One process, one clock.
 */
import type { LanePlan } from '../sim/engine.ts';
import type { Duration, Edition, Instant, Policy, Verdict } from '../sim/index.ts';

/** All that a lane remembers, of all keys: only its contender knows what is in it. */
export type LaneState = object;

export interface Contender {
  /** As people call it: the lane's label. */
  readonly name: string;
  readonly policy: Policy;
  readonly edition: Edition;
  readonly plan: LanePlan;
  /** How long nothing has to come until all is as new. */
  readonly silence: Duration;
  /** The largest cost of one request that it can ever admit; `Infinity` where there is none. */
  readonly maxCost: number;
  /** Whether what it decides on one key may depend on others, because they share a limit. */
  readonly keysShare: boolean;
  /** Whether some requests are admitted after a wait. */
  readonly delays: boolean;
  init(): LaneState;
  /** Makes `into` continue as `from` does. */
  copy(from: LaneState, into: LaneState): void;
  decide(state: LaneState, key: number, at: Instant, cost: number): Verdict;
  /** How long after the request it takes effect that was just admitted with that verdict, microseconds. */
  waitOf(state: LaneState, key: number, verdict: Verdict): Duration;
  /** How long the same request has to wait to be admitted; `NEVER` if it never will be. */
  retryAfter(state: LaneState, key: number, at: Instant, cost: number): Duration;
  /** Asks for all that is ever shown of a key. */
  look(state: LaneState, key: number, at: Instant, cost: number): void;
  /** When the state next changes by itself; `NEVER` if it does not. */
  nextBreakpoint(state: LaneState, key: number, at: Instant): Instant;
  /** The quantity that is drawn. */
  level(state: LaneState, key: number, at: Instant): number;
  /** The most permits that it claims to admit within any span of that length, for requests of cost 1. */
  bound(length: Duration): number;
  /** How much it keeps at that instant, of all keys, in its own unit. */
  kept(state: LaneState, at: Instant): { readonly count: number; readonly unit: 'bytes' | 'values' };
  /** Whether two states continue alike; of a scheme, whose store is not compared, always. */
  isSame(one: LaneState, other: LaneState): boolean;
  hasNaN(state: LaneState): boolean;
}

/** A state of its own that continues alike. */
export function copyOf(contender: Contender, state: LaneState): LaneState {
  const copy = contender.init();
  contender.copy(state, copy);
  return copy;
}

const HOUR: Duration = 3_600_000_000;

/**
 * How long nothing has to come until a bucket has filled, windows have ended and blocks are over.
 * @param spans what a limit counts in besides its T: how long it blocks, say
 */
export function silenceAfter({ n, T, capacity }: Policy, spans: readonly Duration[] = []): Duration {
  return (Math.ceil(capacity / n) + 10) * T + HOUR + spans.reduce((sum, span) => sum + span, 0);
}
