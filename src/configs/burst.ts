/** The burst of a lane, as its limiter decides it: a capacity is not every limiter's burst, and n is not that of all others. */
import {
  catalogueEntryById,
  defaultsOf,
  formatNumber,
  limiterById,
  outcomeOf,
  runsUserCode,
  type Instant,
  type Limiter,
  type Options,
  type Policy,
} from '../sim/index.ts';
import type { ConfigLane } from './product.ts';

/** What becomes of a crowd that comes at one instant, after a time without requests. */
export interface Burst {
  /** How many it lets through at that instant; `Infinity` where it refuses nothing. */
  readonly atOnce: number;
  /** How many more it lets through after a wait; `Infinity` where it takes any. */
  readonly late: number;
}

export type LaneOfLimiter = ConfigLane & { readonly limiter: string };

/** A larger burst is not tried out: the limiter's bound or a setting says how large it is. */
const MOST_AT_ONCE = 20_000;
/** A queue that takes so many takes any. */
const MOST_LATE = 10_000;
const NO_EPOCH = 0;

/** Options that are left out have their defaults. */
export function burstOf({ limiter: id, policy, options }: LaneOfLimiter): Burst {
  const limiter = limiterById(id);
  // A user's program runs elsewhere.
  const canTry = limiter !== undefined && !runsUserCode(id);
  return (canTry ? limiterBurst(limiter, policy, options) : null) ?? { atOnce: settingOf(id, policy), late: 0 };
}

/** As many as a lane takes of a crowd: with those that wait, unless it takes any. Where it refuses nothing its setting says it. */
export function sizeOf(lane: LaneOfLimiter): number {
  const { atOnce, late } = burstOf(lane);
  if (atOnce === Infinity) return settingOf(lane.limiter, lane.policy);
  return late === Infinity ? atOnce : atOnce + late;
}

/** `a burst of 1 and 19 more after a wait instead of 20`; `no limit at all instead of a burst of 20`. */
export function burstDifferenceText(has: Burst, had: Burst): string {
  const isNone = has.atOnce === Infinity || had.atOnce === Infinity;
  return `${burstText(has)} instead of ${isNone ? burstText(had) : numberText(had)}`;
}

function burstText(burst: Burst): string {
  return burst.atOnce === Infinity ? 'no limit at all' : `a burst of ${numberText(burst)}`;
}

function numberText({ atOnce, late }: Burst): string {
  if (late === 0) return formatNumber(atOnce);
  return `${formatNumber(atOnce)} and ${late === Infinity ? 'any number' : formatNumber(late)} more after a wait`;
}

/** What stands for the burst where nothing can be tried: of a scheme in a cluster, and of numbers that no run counts exactly. */
function settingOf(id: string, { n, capacity }: Policy): number {
  return catalogueEntryById(id)?.usesCapacity === true ? capacity : n;
}

function limiterBurst(limiter: Limiter, policy: Policy, options: Options): Burst | null {
  // Some are full at the start, and some only a while after their key's first request.
  const idle = 2 * policy.T * Math.ceil(1 + policy.capacity / policy.n);
  try {
    const params = limiter.prepare({
      policy,
      options: { ...defaultsOf(limiter.knobs), ...options },
      edition: limiter.editions[0] ?? 'corrected',
      epoch: NO_EPOCH,
      horizon: idle,
    });
    const [first, later] = [crowdAt(limiter, params, 0), crowdAt(limiter, params, idle)];
    const burst = later.atOnce > first.atOnce ? later : first;
    if (burst.atOnce < MOST_AT_ONCE) return burst;
    const confirmed = [limiter.bound(params, 1), settingOf(limiter.id, policy)].filter((most) => most >= MOST_AT_ONCE);
    return { ...burst, atOnce: Math.min(...confirmed) };
  } catch (error) {
    // What the limiter refuses, and what a run cannot count, is said elsewhere.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function crowdAt(limiter: Limiter, params: Parameters<Limiter['init']>[0], now: Instant): Burst {
  const state = limiter.init(params);
  if (now > 0) limiter.decide(state, params, 0, 1);
  let [atOnce, late] = [0, 0];
  for (;;) {
    const outcome = outcomeOf(limiter.decide(state, params, now, 1));
    if (outcome === 'deny') return { atOnce, late };
    if (outcome === 'allow') atOnce++;
    else late++;
    if (late === MOST_LATE) return { atOnce, late: Infinity };
    if (atOnce === MOST_AT_ONCE) return { atOnce, late };
  }
}
