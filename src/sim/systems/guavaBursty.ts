/**
 * Guava's SmoothBursty, the RateLimiter that `create(permitsPerSecond)` returns. Fu mentions it; the rule is that of
 * google/guava, SmoothRateLimiter.java, in its order of operations.
 *
 * The limiter remembers not the last request but the instant from which the next may proceed, `nextFree`. A request
 * waits until then, whatever it costs, and its cost postpones `nextFree` for the next one. Time that passes after
 * `nextFree` is stored as permits, at most `maxBurstSeconds` worth of them, and stored permits are free. At 5 a second,
 * a limiter that has been idle admits a request of 15 permits at once; five were stored, and the next caller waits 2 s
 * for the others.
 *
 * Everything follows from one closed form: stored at `now` = min(maxPermits, stored + max(0, now − nextFree) / stable).
 *
 * Guava computes in doubles, and so does this: stored permits are a double, `nextFree` is truncated to whole
 * microseconds. This has three consequences. Above a million permits a second the interval is truncated to 0, and
 * nothing is limited. A sum that should be whole may fall just short of it, and truncation then gives a microsecond
 * away. And a `nextFree` more than 285 years ahead, past 2^53, is exact to sixteen digits instead of to the microsecond
 * (Guava's integers end at 292,000 years); no run is long enough for a decision to depend on it.
 */
import { microsFromSeconds, NEVER, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { cloneState, type Explanation, type Readout, type Limiter, type Options } from '../limiters/limiter.ts';
import type { SystemStory } from '../limiters/story.ts';
import { ALLOW, DELAY, DENY, type Verdict } from '../verdict.ts';
import { systemOf, type System } from './system.ts';

/** What Guava's two limiters have in common. */
export type GuavaParams = {
  /** The interval between permits at the rate, microseconds, a double. */
  readonly stable: number;
  /** The maximum number of stored permits, a double. */
  readonly maxPermits: number;
  /** Microseconds of idling for each stored permit, a double. */
  readonly coolDownInterval: number;
  /** The longest wait that is accepted; `NEVER`, which accepts any, for `acquire`. */
  readonly timeout: Duration;
};

export type GuavaState = {
  /** Permits stored at `nextFree`. */
  stored: number;
  /** The instant from which a request proceeds at once. */
  nextFree: Instant;
  /** How long the last admitted request waits. */
  wait: Duration;
  /** For that request: the permits stored when it arrived, and the part of its cost that was not taken from them. */
  storedBefore: number;
  freshPermits: number;
};

/** The price of the stored permits that a request takes, in whole microseconds. */
type StoredPermitPrice<P> = (params: P, stored: number, taken: number) => Duration;

/** The relative error of sums in doubles is below this. */
const ROUNDING = 1e-12;

/** The closed form: permits stored at `now`. Nothing is stored while the clock stands still or steps back. */
export function storedAt(state: GuavaState, params: GuavaParams, now: Instant): number {
  if (now <= state.nextFree) return state.stored;
  return Math.min(params.maxPermits, state.stored + (now - state.nextFree) / params.coolDownInterval);
}

/** How far ahead `nextFree` is. */
export function timeToNextFree(state: GuavaState, now: Instant): Duration {
  return Math.max(0, state.nextFree - now);
}

/** The decision of both limiters: the request waits first, and is then charged to the next one. */
export function reserve<P extends GuavaParams>(
  state: GuavaState,
  params: P,
  now: Instant,
  cost: number,
  priceOfStored: StoredPermitPrice<P>,
): Verdict {
  if (state.nextFree - params.timeout > now) return DENY;
  const stored = storedAt(state, params, now);
  const free = Math.max(now, state.nextFree);
  const taken = Math.min(cost, stored);
  const fresh = cost - taken;
  const price = priceOfStored(params, stored, taken) + Math.floor(fresh * params.stable);
  state.nextFree = free + price;
  state.stored = stored - taken;
  state.wait = free - now;
  state.storedBefore = stored;
  state.freshPermits = fresh;
  return free > now ? DELAY : ALLOW;
}

/** The interval between permits at n per T, microseconds: computed from the rate per second, as Guava does. */
export function stableInterval(n: number, T: Duration): number {
  return SECOND / (n / secondsFromMicros(T));
}

/** The wait that the options accept. */
export function timeoutOf(options: Options): Duration {
  return options['mode'] === 'tryAcquire' ? microsFromSeconds(options['timeout'] as number) : NEVER;
}

/** Microseconds as a number of seconds, with up to six decimals. */
const formatMicros = (micros: number) => formatNumber(secondsFromMicros(micros), 6);

/** Why `decide` answers as it does. The first line of `code` belongs to `tryAcquire` only. */
export function explainReservation<P extends GuavaParams>(
  limiter: Limiter<P, GuavaState>,
  state: GuavaState,
  params: P,
  now: Instant,
  cost: number,
  code: readonly string[],
): Explanation {
  const waitsForever = params.timeout === NEVER;
  const after = cloneState(state);
  const verdict = limiter.decide(after, params, now, cost);
  const ahead = timeToNextFree(state, now);
  const [clock, free] = [formatMicros(now), formatMicros(state.nextFree)];
  const shared = {
    verdict,
    ...(!waitsForever
      ? {
          condition: 'nextFree ≤ now + timeout',
          evaluatedCondition: `${free} ≤ ${clock} + ${formatMicros(params.timeout)}`,
        }
      : ahead > 0
        ? { condition: 'nextFree > now', evaluatedCondition: `${free} > ${clock}` }
        : { condition: 'nextFree ≤ now', evaluatedCondition: `${free} ≤ ${clock}` }),
    code: waitsForever ? code.slice(1) : code,
  };
  if (verdict === DENY) {
    return {
      ...shared,
      sentence:
        `nextFree is ${formatSeconds(ahead)} away, and the timeout is ${formatSeconds(params.timeout)}: the request is refused at ` +
        `once. The wait is short enough in ${formatSeconds(limiter.retryAfter(state, params, now, cost))}.`,
      holds: false,
      executedLines: [0],
    };
  }
  const { storedBefore, freshPermits } = after;
  const taken = storedBefore - after.stored;
  const takenTexts = [
    ...(taken > 0 ? [`${formatNumber(taken)} of ${pluralize(storedBefore, 'stored permit')}`] : []),
    ...(freshPermits > 0 ? [pluralize(freshPermits, 'fresh permit')] : []),
  ];
  // Lines of the code for tryAcquire: the store is updated only if nextFree has passed.
  const executed = now > state.nextFree ? [1, 2, 3, 4, 5, 6, 7] : [1, 4, 5, 6, 7];
  return {
    ...shared,
    sentence:
      (ahead > 0
        ? `The request waits ${formatSeconds(ahead)}, until nextFree. `
        : 'nextFree has come, so the request does not wait. ') +
      `It takes ${takenTexts.join(' and ')} and postpones nextFree by ` +
      `${formatSeconds(after.nextFree - Math.max(now, state.nextFree))}: the next caller pays.`,
    holds: true,
    executedLines: waitsForever ? executed.map((line) => line - 1) : executed,
  };
}

/** Texts of the options that both limiters have. */
export const TIMEOUT_TEXTS = {
  mode: ['Mode', 'Whether a request waits as long as necessary, or is refused if the wait exceeds the timeout.'],
  timeout: ['Timeout', 'The longest wait that tryAcquire accepts.'],
} as const;

/** What is known of both. */
export const GUAVA_STORY = {
  keywords: ['Java', 'Kotlin', 'JVM', 'Google'],
  release: 'commit 4280533e',
  source: 'google/guava, SmoothRateLimiter.java',
  evidence: 'source read',
  runs: 'per process',
  sharedIdeal: true,
} as const satisfies Partial<SystemStory>;

/** Everything that Guava's two limiters share. */
export const guavaCommon = {
  sources: ['fu', 'guava'],
  storedPerKey: 'stored permits, nextFree',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['nextFree has come', 'it waits until nextFree', 'nextFree is further away than the timeout', ''],
  gauge: {
    unit: ['stored', 'stored'],
    denySide: 'floor',
    // Where nothing is ever stored, an axis of one permit shows an empty store.
    full: ({ maxPermits }: GuavaParams) => (maxPermits > 0 ? maxPermits : 1),
    low: () => 0,
  },
  secondaryGauge: {
    name: 'seconds to nextFree',
    unit: ['s to nextFree', 's to nextFree'],
    full: () => null,
    level: (state: GuavaState, _: GuavaParams, now: Instant) => secondsFromMicros(timeToNextFree(state, now)),
  },

  maxCost: () => Infinity,

  level: storedAt,

  nextBreakpoint(state: GuavaState, params: GuavaParams, now: Instant): Instant {
    if (now < state.nextFree) return state.nextFree;
    const full = state.nextFree + Math.ceil((params.maxPermits - state.stored) * params.coolDownInterval);
    return full > now ? full : NEVER;
  },

  retryAfter: (state: GuavaState, { timeout }: GuavaParams, now: Instant) =>
    Math.max(0, state.nextFree - timeout - now),

  readouts: (state: GuavaState, params: GuavaParams, now: Instant): readonly Readout[] => [
    ['stored permits', formatNumber(storedAt(state, params, now), 6)],
    ['nextFree', formatSeconds(state.nextFree)],
  ],
} satisfies Partial<Limiter<GuavaParams, GuavaState>>;

const noPrice: StoredPermitPrice<GuavaParams> = () => 0;

export const guavaBursty: System<GuavaParams, GuavaState> = {
  ...systemOf('guava-bursty', {
    maxBurstSeconds: ['Longest burst', 'How many seconds of unused permits are stored.'],
    ...TIMEOUT_TEXTS,
  }),
  ...guavaCommon,
  summary: 'A request waits for the cost of the one before it; idle time is saved up.',
  rule:
    'A request waits until nextFree, and its cost, less the stored permits it uses, postpones nextFree at the rate: ' +
    'the next caller pays. Idle time is stored as permits, up to maxBurstSeconds of it. An idle limiter admits a ' +
    'request of any size at once.',
  pacing: 'bursty',

  prepare({ policy: { n, T }, options }) {
    const stable = stableInterval(n, T);
    const most = (options['maxBurstSeconds'] as number) * (n / secondsFromMicros(T));
    return { stable, maxPermits: most, coolDownInterval: stable, timeout: timeoutOf(options) };
  },

  init: () => ({ stored: 0, nextFree: 0, wait: 0, storedBefore: 0, freshPermits: 0 }),

  decide: (state, params, now, cost) => reserve(state, params, now, cost, noPrice),

  explain: (state, params, now, cost) => explainReservation(guavaBursty, state, params, now, cost, CODE),

  picture: (state, params, now) => ({
    kind: 'ration',
    stored: storedAt(state, params, now),
    maxStored: params.maxPermits,
    freeIn: secondsFromMicros(timeToNextFree(state, now)),
    stable: secondsFromMicros(params.stable),
    takenFromStored: state.storedBefore - state.stored,
    fresh: state.freshPermits,
  }),

  /**
   * A full store passes at once, and one more permit, which the next request pays for, less what was stored beyond
   * whole permits. From then on permits are ⌊stable⌋ apart, or one microsecond less where stable is whole, because
   * truncating a fraction of it may lose one. Idling gains nothing: the time it stores is time it has taken.
   */
  bound({ stable, maxPermits }, length) {
    if (length <= 0) return 0;
    const roundingSlack = maxPermits > 0 ? (maxPermits + 1) * stable * ROUNDING : 0;
    const minInterval = Math.floor(stable - roundingSlack);
    if (minInterval < 1) return Infinity;
    const whole = Math.floor(maxPermits);
    const remaining = length - 1 - Math.max(0, Math.floor((whole + 1 - maxPermits) * stable - roundingSlack));
    return remaining < 0 ? whole + 1 : whole + 2 + Math.floor(remaining / minInterval);
  },

  story: {
    ...GUAVA_STORY,
    product: 'Google Guava, RateLimiter.create(rate)',
    traps: ['A request never waits for its own cost: the next one does.'],
  },
};

const CODE = [
  'if nextFree − timeout > now: deny',
  'if now > nextFree',
  '  stored = min(max, stored + (now − nextFree)/stable)',
  '  nextFree = now',
  'wait = nextFree − now',
  'spend = min(cost, stored), stored = stored − spend',
  'nextFree = nextFree + ⌊(cost − spend) · stable⌋',
  'allow after wait',
];
