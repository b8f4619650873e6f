/**
 * Guava's SmoothWarmingUp, the RateLimiter that `create(permitsPerSecond, warmup)` gives. Fu names it;
 * the rule is that of google/guava, SmoothRateLimiter.java, in its order of operations (but for the slope, which
 * Guava takes from cold − stable: a last bit may differ).
 *
 * It is SmoothBursty with one thing changed: stored permits are not free but dear. They stand for caches gone cold, and it
 * starts with as many as it ever stores. Between two permits lies an interval f(p) that depends on how many are stored:
 *
 *     cold = coldFactor · stable  |             ╱   what warming up takes: the trapezoid
 *                                 |          ╱ │    between threshold and most
 *     stable                      |────────╱   │
 *                                 |        │   │
 *                                 └────────┴───┴──▶ p, stored permits
 *                                 0   threshold  most
 *
 * A request that takes k of them pays the area over the k that it takes. Under saturated demand the area from `most` down
 * to `threshold` lasts `warmup`, that from there to 0 half of it, and everything after that goes at the rate. Idling stores
 * permits so fast that a limiter is cold again after `warmup`.
 *
 * At 5 a second, with a warm-up of 4 s and a factor of 3: stable is 0.2 s, cold 0.6 s, the threshold 10 permits, and 20 are
 * the most. Cold, five permits take 2.5 s, five more 1.5 s, ten more 2 s.
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
  TIMEOUT_KNOBS,
  type GuavaParams,
  type GuavaState,
} from './guavaBursty.ts';
import type { Limiter } from './limiter.ts';

export type GuavaWarmingUpParams = GuavaParams & {
  /** Stored permits up to which one costs no more than a fresh one. */
  readonly threshold: number;
  /** The interval at `most` stored permits, microseconds. */
  readonly cold: number;
  /** By how many microseconds the interval grows with each permit above the threshold. */
  readonly slope: number;
};

/** f(p), the interval at so many stored permits above the threshold, microseconds. */
function intervalAt({ stable, slope }: GuavaWarmingUpParams, above: number): number {
  return stable + above * slope;
}

/** The area over the permits taken: the part under the slope and the part under the level, each cut to whole microseconds. */
function priceOfStored(params: GuavaWarmingUpParams, stored: number, taken: number): Duration {
  const above = stored - params.threshold;
  if (above <= 0) return Math.floor(taken * params.stable);
  const steep = Math.min(above, taken);
  const sides = intervalAt(params, above) + intervalAt(params, above - steep);
  return Math.floor((steep * sides) / 2) + Math.floor((taken - steep) * params.stable);
}

/** What requests may pay less than ⌊stable⌋, all together, because they are cut in parts. */
const TRUNCATION_LOSS: Duration = 5;

export const guavaWarmingUp: Limiter<GuavaWarmingUpParams, GuavaState> = {
  ...guavaCommon,
  id: 'guava-warming-up',
  name: 'Guava warming up',
  summary: 'Idle time makes it cold, and a cold one starts slowly: for caches that must fill first.',
  rule:
    'A request waits until nextFree, and its cost puts nextFree off: the next caller pays. Permits stored while idle cost ' +
    'more time than fresh ones, the more so the more are stored, so that after an idle warm-up it takes a warm-up to get ' +
    'to the rate.',
  knobs: [
    {
      kind: 'number',
      id: 'warmup',
      label: 'Warm-up',
      min: 0.001,
      max: 86_400,
      integer: false,
      unit: 's',
      default: 10,
      help: 'How long a cold limiter takes to reach its rate.',
    },
    {
      kind: 'number',
      id: 'coldFactor',
      label: 'Cold factor',
      min: 1,
      max: 100,
      integer: false,
      unit: '',
      default: 3,
      help: 'How many times slower a cold limiter is.',
    },
    ...TIMEOUT_KNOBS,
  ],
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
   * A permit costs stable at least, stored or fresh, and ⌊stable⌋ lies between two. Only one that crosses the threshold
   * or empties the store is cut in parts and may cost 1 µs less, or 2 where both parts fall just short of whole. It takes
   * idling to come there again, which takes longer than that; so all it ever gains is what a first descent does. Where
   * ⌊stable⌋ is as small as that itself, nothing is claimed.
   */
  bound({ stable }, length) {
    if (length <= 0) return 0;
    const minInterval = Math.floor(stable);
    return minInterval < TRUNCATION_LOSS ? Infinity : 1 + Math.floor((length - 1 + TRUNCATION_LOSS) / minInterval);
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
