/**
 * What a search plays its traffics on: a lane as four operations over a state that can be copied, so that traffics that begin
 * alike are decided once. One process, one clock.
 */
import { cloneState, type KeyState, type LimiterPlan } from '../sim/engine.ts';
import type { Duration, Edition, Instant, Policy, Verdict } from '../sim/index.ts';

/** The states of all keys, by number of the key; a key without requests has none. */
export type LaneState = (KeyState | undefined)[];

export interface Contender {
  /** As people call it: the lane's label. */
  readonly name: string;
  readonly policy: Policy;
  readonly edition: Edition;
  readonly plan: LimiterPlan;
  /** The largest cost of one request that it can ever admit; `Infinity` where there is none. */
  readonly maxCost: number;
  /** Whether some requests are admitted after a wait. */
  readonly delays: boolean;
  init(): LaneState;
  /** Makes `into` continue as `from` does. */
  copy(from: LaneState, into: LaneState): void;
  decide(state: LaneState, key: number, at: Instant, cost: number): Verdict;
  /** How long the request that was just delayed waits, microseconds. */
  waitOf(state: LaneState, key: number): Duration;
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
}

/** A lane of one limiter, whose keys have states of their own. */
export function contenderOf(plan: LimiterPlan): Contender {
  const { algorithm: limiter, params, label, policy, edition } = plan;
  const { decide } = limiter;
  const of = (state: LaneState, key: number): KeyState => (state[key] ??= limiter.init(params));
  return {
    name: label,
    policy,
    edition,
    plan,
    maxCost: limiter.maxCost(params),
    delays: limiter.outcomes.includes('delay'),
    init: () => [],
    copy: copyState,
    decide: (state, key, at, cost) => decide(of(state, key), params, at, cost),
    waitOf: (state, key) => of(state, key)['wait'] as number,
    retryAfter: (state, key, at, cost) => limiter.retryAfter(of(state, key), params, at, cost),
    look(state, key, at, cost) {
      const one = of(state, key);
      limiter.level(one, params, at);
      limiter.nextBreakpoint(one, params, at);
      limiter.retryAfter(one, params, at, cost);
      limiter.explain(one, params, at, cost);
      limiter.readouts(one, params, at);
      limiter.picture(one, params, at);
    },
    nextBreakpoint: (state, key, at) => limiter.nextBreakpoint(of(state, key), params, at),
    level: (state, key, at) => limiter.level(of(state, key), params, at),
    bound: (length) => limiter.bound(params, length),
  };
}

/** A state of its own that continues alike. */
export function copyOf(contender: Contender, state: LaneState): LaneState {
  const copy = contender.init();
  contender.copy(state, copy);
  return copy;
}

function copyState(from: LaneState, into: LaneState): void {
  into.length = from.length;
  for (let key = 0; key < from.length; key++) {
    const source = from[key];
    const target = into[key];
    if (source === undefined || target === undefined) into[key] = source && cloneState(source);
    else overwrite(target, source);
  }
}

/** Without allocating, unless an array has another length. */
function overwrite(target: KeyState, source: KeyState): void {
  for (const field in source) {
    const value = source[field] as KeyState[string];
    if (typeof value === 'number') {
      target[field] = value;
      continue;
    }
    const own = target[field] as Exclude<KeyState[string], number>;
    if (own.length === value.length) own.set(value);
    else target[field] = value.slice();
  }
}

/** Whether two states hold the same numbers. */
export function isSameState(one: LaneState, other: LaneState): boolean {
  return one.length === other.length && one.every((state, key) => isSameKeyState(state, other[key]));
}

function isSameKeyState(one: KeyState | undefined, other: KeyState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Object.entries(one).every(([field, value]) => {
    const same = other[field] as KeyState[string];
    if (typeof value === 'number') return Object.is(value, same);
    return (
      typeof same !== 'number' &&
      value.length === same.length &&
      value.every((each, index) => Object.is(each, same[index]))
    );
  });
}
