/** Edits that the Config tab makes, as pure functions: a limit of a config as a lane, and what a lane is held against. */
import type { FoundLimit } from '../configs/index.ts';
import {
  catalogueEntryById,
  resolvePolicy,
  secondsFromMicros,
  type Lane,
  type Policy,
  type Scenario,
} from '../sim/index.ts';
import { withLanesRearranged } from './cluster.ts';
import { newLane } from './scenarioEdits.ts';

/** It is read at every keystroke, and a longer file is hardly written by hand. */
export const MAX_CONFIG_CHARACTERS = 200_000;

export type StackCharge = 'together' | 'in-order';

/** What of a limit decides. */
export interface ConfigLimit extends Pick<FoundLimit, 'limiter' | 'policy' | 'options'> {
  /** Each, if absent. */
  readonly key?: 'each' | 'all';
}

/**
 * The lane with a config's limit. What the config does not say of the same limiter stays; so does a policy that the lane
 * inherits, where it is the config's. The same lane if it decides as the config says already.
 */
export function laneWithLimit(scenario: Scenario, index: number, { limiter, policy, options }: ConfigLimit): Lane {
  const old = scenario.lanes[index] as Lane;
  const base = old.limiter === limiter ? old : { ...newLane(limiter), policy: old.policy };
  const now = resolvePolicy(scenario, index);
  const { n, T } = policy;
  const capacity = policy.capacity ?? n;
  const usesCapacity = catalogueEntryById(limiter)?.usesCapacity === true;
  const samePolicy = now.n === n && now.T === T && (!usesCapacity || now.capacity === capacity);
  const sameOptions = Object.entries(options).every(([id, value]) => base.options[id] === value);
  if (base === old && samePolicy && sameOptions) return old;
  // A capacity that is n follows n, unless the scenario has one of its own that the lane would inherit.
  const ownCapacity = usesCapacity && (capacity !== n || scenario.policy.capacity !== undefined) ? { capacity } : {};
  return {
    ...base,
    policy: samePolicy ? old.policy : { n, T: secondsFromMicros(T), ...ownCapacity },
    // New in any case: what was typed is kept by it, see `configDrafts.ts`.
    options: { ...base.options, ...options },
  };
}

/** A stack of one limit for all keys. It has no n, T and capacity of its own: what tunes the lane tunes the limit. */
function laneWithSharedLimit(scenario: Scenario, index: number, limit: ConfigLimit, charge: StackCharge): Lane {
  const old = scenario.lanes[index] as Lane;
  const base = old.of === undefined ? newLane('stack') : old;
  const part = (old.of ?? [old]).find(({ limiter }) => limiter === limit.limiter) ?? newLane(limit.limiter);
  const alone = { ...part, policy: { ...old.policy, ...(part === old ? {} : part.policy) } };
  const next = laneWithLimit({ ...scenario, lanes: [alone] }, 0, limit);
  if (next === alone && old.of?.length === 1 && old.of[0]?.key === 'all') return old;
  return { ...base, policy: next.policy, options: { charge }, of: [{ ...next, policy: {}, key: 'all' }] };
}

/**
 * The same with several limits of the same requests, or one for all keys, which are a stack. What is known of a limit in its
 * place stays. A stack's own n and T, by which its window counts are judged, are those of a limit in it.
 */
export function laneWithLimits(
  scenario: Scenario,
  index: number,
  limits: readonly [ConfigLimit, ...ConfigLimit[]],
  charge: StackCharge,
): Lane {
  const old = scenario.lanes[index] as Lane;
  if (limits.length === 1)
    return limits[0].key === 'all'
      ? laneWithSharedLimit(scenario, index, limits[0], charge)
      : laneWithLimit(scenario, index, limits[0]);
  const base = old.of === undefined ? newLane('stack') : old;
  const known = old.of ?? [];
  const inherited = { ...scenario.policy, ...base.policy };
  const of = limits.map((limit, place) => {
    const part = known[place] ?? newLane(limit.limiter);
    const next = laneWithLimit({ ...scenario, policy: inherited, lanes: [part] }, 0, limit);
    const key = limit.key ?? ('each' as const);
    return next === known[place] && known[place].key === key ? known[place] : { ...next, key };
  });
  const isSame = of.length === known.length && of.every((part, place) => part === known[place]);
  const now = resolvePolicy({ policy: scenario.policy, lanes: [base] }, 0);
  const isNow = ({ n, T }: Pick<Policy, 'n' | 'T'>): boolean => now.n === n && now.T === T;
  const isJudged = limits.some(({ policy }) => isNow(policy));
  if (isSame && isJudged && old.options['charge'] === charge) return old;
  const next = { ...base, options: { charge }, of };
  if (isJudged) return next;
  // The limit that judged so far may be the one that changes.
  const judge = known.findIndex((part) => isNow(resolvePolicy({ policy: inherited, lanes: [part] }, 0)));
  const { n, T } = (limits[judge] ?? limits[0]).policy;
  return {
    ...next,
    policy: { ...base.policy, n, T: secondsFromMicros(T) },
    // What it inherited so far.
    of: of.map((part) => ({ ...part, policy: { n: inherited.n, T: inherited.T, ...part.policy } })),
  };
}

/**
 * What the textbook has for a real system's lane: a token bucket that takes as many at once, where it has a burst, and
 * else at most n in any T. For limits that stack, a stack of those.
 */
export function textbookLane(lane: Lane): Lane {
  const { limiter, policy: own, options, of } = lane;
  if (of !== undefined) return { ...lane, of: of.map((limit) => ({ ...textbookLane(limit), key: limit.key })) };
  const { burst } = options;
  if (typeof burst === 'number') return { ...newLane('token-bucket'), policy: { ...own, capacity: burst + 1 } };
  const usesCapacity = catalogueEntryById(limiter)?.usesCapacity === true;
  return { ...newLane(usesCapacity ? 'token-bucket' : 'sliding-log'), policy: own };
}

/** With a lane below that one. */
export function withLaneBelow(scenario: Scenario, index: number, lane: Lane): Scenario {
  return withLanesRearranged(scenario, scenario.lanes.toSpliced(index + 1, 0, lane), (old) => [
    old > index ? old + 1 : old,
  ]);
}
