/**
 * Guava's SmoothWarmingUp, the RateLimiter that `create(permitsPerSecond, warmup)` returns. Fu mentions it; the rule is
 * that of google/guava, SmoothRateLimiter.java, in its order of operations (except for the slope, which Guava computes
 * from cold − stable: the last bit may differ).
 *
 * It is SmoothBursty with one change: stored permits are not free but expensive. They represent caches gone cold, and
 * the limiter starts with a full store. The interval f(p) between two permits depends on how many are stored:
 *
 *     cold = coldFactor · stable  |             ╱   what warming up takes: the trapezoid
 *                                 |          ╱ │    between threshold and max
 *     stable                      |────────╱   │
 *                                 |        │   │
 *                                 └────────┴───┴──▶ p, stored permits
 *                                 0   threshold  max
 *
 * A request that takes k of them pays the area over the k that it takes. Under saturated demand the area from `max`
 * down to `threshold` takes `warmup`, the area from there to 0 half of it, and everything after that proceeds at the
 * rate. Idling stores permits at a pace that makes the limiter cold again after `warmup`.
 *
 * At 5 a second, with a warm-up of 4 s and a factor of 3: stable is 0.2 s, cold 0.6 s, the threshold 10 permits, and
 * the maximum 20. From cold, five permits take 2.5 s, five more 1.5 s, ten more 2 s.
 */
import { microsFromSeconds, secondsFromMicros, type Duration } from '../time.ts';
import { formatNumber } from '../numberFormat.ts';
import {
  timeToNextFree,
  explainReservation,
  reserve,
  guavaCommon,
  stableInterval,
  storedAt,
  timeoutOf,
  GUAVA_STORY,
  TIMEOUT_TEXTS,
  type GuavaParams,
  type GuavaState,
} from './guavaBursty.ts';
import { systemOf, type System } from './system.ts';

export type GuavaWarmingUpParams = GuavaParams & {
  /** The number of stored permits up to which one costs no more than a fresh permit. */
  readonly threshold: number;
  /** The interval at `maxPermits` stored permits, microseconds. */
  readonly cold: number;
  /** By how many microseconds the interval grows with each permit above the threshold. */
  readonly slope: number;
};

/** f(p), the interval at `above` stored permits above the threshold, microseconds. */
function intervalAt({ stable, slope }: GuavaWarmingUpParams, above: number): number {
  return stable + above * slope;
}

/**
 * The area over the permits taken: the part under the slope and the flat part, each truncated to whole microseconds.
 */
function priceOfStored(params: GuavaWarmingUpParams, stored: number, taken: number): Duration {
  const above = stored - params.threshold;
  if (above <= 0) return Math.floor(taken * params.stable);
  const steep = Math.min(above, taken);
  const sides = intervalAt(params, above) + intervalAt(params, above - steep);
  return Math.floor((steep * sides) / 2) + Math.floor((taken - steep) * params.stable);
}

/** By how much all requests together may fall short of paying ⌊stable⌋ each, because parts are truncated separately. */
const TRUNCATION_LOSS: Duration = 5;

export const guavaWarmingUp: System<GuavaWarmingUpParams, GuavaState> = {
  ...systemOf('guava-warming-up', {
    warmup: ['Warm-up', 'How long a cold limiter takes to reach its rate.'],
    coldFactor: ['Cold factor', 'How many times slower a cold limiter is.'],
    ...TIMEOUT_TEXTS,
  }),
  ...guavaCommon,
  summary: 'An idle limiter goes cold, and a cold one starts slowly: for caches that must fill first.',
  rule:
    'A request waits until nextFree, and its cost postpones nextFree: the next caller pays. Permits stored while ' +
    'idle cost more time than fresh ones, and the more are stored, the more they cost. A limiter that has been idle ' +
    'for a warm-up takes a warm-up to reach its rate.',
  pacing: 'smooth',

  prepare({ policy: { n, T }, options }) {
    const warmup = microsFromSeconds(options['warmup'] as number);
    const factor = options['coldFactor'] as number;
    const stable = stableInterval(n, T);
    const cold = factor * stable;
    const threshold = warmup / (2 * stable);
    const maxPermits = threshold + (2 * warmup) / (stable + cold);
    return {
      stable,
      maxPermits,
      coolDownInterval: warmup / maxPermits,
      timeout: timeoutOf(options),
      threshold,
      cold,
      slope: ((factor - 1) * stable) / (maxPermits - threshold),
    };
  },

  init: ({ maxPermits }) => ({ stored: maxPermits, nextFree: 0, wait: 0, storedBefore: maxPermits, freshPermits: 0 }),

  decide: (state, params, now, cost) => reserve(state, params, now, cost, priceOfStored),

  explain: (state, params, now, cost) => explainReservation(guavaWarmingUp, state, params, now, cost, CODE),

  readouts: (state, params, now) => [
    ...guavaCommon.readouts(state, params, now),
    [
      'interval',
      `${formatNumber(secondsFromMicros(intervalAt(params, permitsAboveThreshold(state, params, now))), 6)} s`,
    ],
  ],

  picture: (state, params, now) => ({
    kind: 'trapezoid',
    stored: storedAt(state, params, now),
    maxStored: params.maxPermits,
    threshold: params.threshold,
    stable: secondsFromMicros(params.stable),
    cold: secondsFromMicros(params.cold),
    freeIn: secondsFromMicros(timeToNextFree(state, now)),
    from: state.storedBefore,
    to: state.stored,
    fresh: state.freshPermits,
  }),

  /**
   * A permit costs at least stable, stored or fresh, so permits are ⌊stable⌋ apart. Only one that crosses the threshold
   * or empties the store is truncated in parts and may cost 1 µs less, or 2 where both parts fall just short of whole.
   * Crossing again requires idling, which takes longer than that gain, so the total gain is that of the first descent.
   * Where ⌊stable⌋ itself is no larger than that, no bound is claimed.
   */
  bound({ stable }, length) {
    if (length <= 0) return 0;
    const minInterval = Math.floor(stable);
    return minInterval < TRUNCATION_LOSS ? Infinity : 1 + Math.floor((length - 1 + TRUNCATION_LOSS) / minInterval);
  },

  story: {
    ...GUAVA_STORY,
    product: 'Google Guava, RateLimiter.create(rate, warmup)',
    traps: ['A limiter that was idle is slower than its rate, not faster, until it has warmed up.'],
  },
};

/** Stored permits above the threshold. */
function permitsAboveThreshold(state: GuavaState, params: GuavaWarmingUpParams, now: number): number {
  return Math.max(0, storedAt(state, params, now) - params.threshold);
}

const CODE = [
  'if nextFree − timeout > now: deny',
  'if now > nextFree',
  '  stored = min(max, stored + (now − nextFree) · max/warmup)',
  '  nextFree = now',
  'wait = nextFree − now',
  'spend = min(cost, stored), stored = stored − spend',
  'nextFree = nextFree + ⌊steep area⌋ + ⌊level area⌋ + ⌊fresh · stable⌋',
  'allow after wait',
];
