/**
 * Token bucket, the throttler, as published.
 *
 * It is Fu's leaky bucket with the signs reversed: it holds whole tokens, gains `capacity` (not n) every T, reads a
 * clock of whole milliseconds, and starts full here, since the source shows no initial state. A request is admitted if
 * more than its cost is left. Only an admission updates the time: a denial stores the refilled bucket, and the next
 * request adds the same time once more.
 *
 * Everything follows from one closed form: left at `now` = min(capacity, left + ⌊(clock(now) − time) · capacity/T⌋).
 */
import { divFloor, mulDivFloor } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { cloneState, explainTooLarge, timeUsedAgainText, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type TokenBucketThrottlerParams = {
  readonly capacity: number;
  readonly T: Duration;
  /** `capacity` per T, as in the source. */
  readonly rate: Rate;
};

export type TokenBucketThrottlerState = {
  /** Whole tokens. */
  left: number;
  /** The last admission, on a clock of whole milliseconds. */
  time: Instant;
  /**
   * When a denial last stored `left` without the time; −1 before the first. Used only to show the level at that
   * instant.
   */
  deniedAt: Instant;
};

/** Whole tokens that a request at `now` would add; at most `capacity`. None if time steps back. */
function tokensAddedAt(state: TokenBucketThrottlerState, params: TokenBucketThrottlerParams, now: Instant): number {
  const elapsed = floorTo(now, MILLISECOND) - state.time;
  if (elapsed <= 0) return 0;
  // Compared before multiplying: after a long silence the product would exceed 2^53.
  if (elapsed >= params.T) return params.capacity;
  return divFloor(elapsed * params.rate.ticksPerUnit, params.rate.ticksPerPermit);
}

/** The closed form: what a request at `now` finds. */
function tokensLeftAt(state: TokenBucketThrottlerState, params: TokenBucketThrottlerParams, now: Instant): number {
  return Math.min(params.capacity, state.left + tokensAddedAt(state, params, now));
}

/** When a request adds that many tokens, by the limiter's clock. */
function refillInstant(
  state: TokenBucketThrottlerState,
  { rate }: TokenBucketThrottlerParams,
  tokens: number,
): Instant {
  return tickAfter(state.time + unitsFromTicks(tokens * rate.ticksPerPermit, rate) - 1, MILLISECOND);
}

/** What a decision at `now` left, or at any other instant what a decision would find. */
function displayedTokensAt(state: TokenBucketThrottlerState, params: TokenBucketThrottlerParams, now: Instant): number {
  return now === state.deniedAt ? state.left : tokensLeftAt(state, params, now);
}

/**
 * The wait until more than `cost` is left, if no other request comes: what a denial stored, plus the same time once
 * more.
 */
function waitFor(
  state: TokenBucketThrottlerState,
  params: TokenBucketThrottlerParams,
  now: Instant,
  cost: number,
): Duration {
  if (cost >= params.capacity) return NEVER;
  const missing = cost + 1 - state.left;
  return missing <= 0 ? 0 : Math.max(0, refillInstant(state, params, missing) - now);
}

/** Where the defect acts: the last denial stored what `time` had added, and this request adds it once more. */
function refilledAgainText(state: TokenBucketThrottlerState, params: TokenBucketThrottlerParams, now: Instant): string {
  const { deniedAt, time, left } = state;
  return tokensAddedAt(state, params, deniedAt) < 1 || tokensLeftAt(state, params, now) === left
    ? ''
    : timeUsedAgainText(deniedAt, time, 'refills');
}

const CODE = [
  'if cost > capacity: deny',
  'left = min(capacity, left + ⌊elapsed · capacity/T⌋)',
  'if left − cost > 0',
  '  time = now',
  '  left = left − cost',
  '  allow',
  'else deny',
];

export const tokenBucketThrottler: Limiter<TokenBucketThrottlerParams, TokenBucketThrottlerState> = {
  id: 'token-bucket-throttler',
  name: 'Throttler bucket',
  family: 'Buckets',
  summary: 'A leaky bucket with the signs reversed: whole tokens are added, and the last one is never granted.',
  rule:
    'The bucket gains ⌊elapsed · capacity/T⌋ tokens and holds at most its capacity. A request is admitted when more ' +
    'than its cost is left, and takes it; only then is the time updated. n is not used.',
  sources: ['fu'],
  storedPerKey: 'left, time',
  knobs: [],
  usesCapacity: true,
  editions: ['published'],
  errata: [
    {
      name: 'double refill',
      sentence:
        'A denial stores the refilled bucket but not the time, so the same time refills it again at the next ' +
        'request: retrying often fills the bucket.',
      breaks: ['bound'],
      correctedBy: 'token-bucket',
      preset: 'token-bucket-throttler-double-refill',
    },
    {
      name: 'last token never given',
      sentence:
        'Something must be left after a request, so a bucket of ten grants nine at once, and one of capacity 1 ' +
        'never admits anything.',
      breaks: [],
      correctedBy: 'token-bucket',
      preset: 'token-bucket-throttler-last-token',
    },
    {
      name: 'whole tokens only',
      sentence:
        'A refill is truncated to whole tokens and each admission resets the time, so the partial token is lost: a ' +
        'client that stays within the rate but sends unevenly is refused.',
      breaks: [],
      correctedBy: 'token-bucket',
      preset: 'token-bucket-throttler-whole-tokens',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['more than its cost was left', '', 'no more than its cost was left', 'the cost is above the capacity'],
  pacing: 'bursty',
  // It loses fractions, more of them at some rates.
  traits: { monotone: null, neverGivesTheLast: true },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: TokenBucketThrottlerParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },

  prepare({ policy: { T, capacity } }) {
    const rate = rateInTicks(capacity, T);
    exactProduct(capacity, rate.ticksPerPermit, 'A full bucket in ticks');
    return { capacity, T, rate };
  },

  maxCost: (params) => params.capacity,

  init: (params) => ({ left: params.capacity, time: 0, deniedAt: -1 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    state.left = tokensLeftAt(state, params, now);
    if (state.left <= cost) {
      state.deniedAt = now;
      return DENY;
    }
    state.time = Math.max(state.time, floorTo(now, MILLISECOND));
    state.left -= cost;
    return ALLOW;
  },

  level: (state, params, now) => displayedTokensAt(state, params, now),

  nextBreakpoint(state, params, now) {
    const left = tokensLeftAt(state, params, now);
    if (displayedTokensAt(state, params, now) !== left) return now + 1;
    return left === params.capacity ? NEVER : refillInstant(state, params, tokensAddedAt(state, params, now) + 1);
  },

  retryAfter(state, params, now, cost) {
    return waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const left = tokensLeftAt(state, params, now);
    const holds = left > cost;
    const after = cloneState(state);
    tokenBucketThrottler.decide(after, params, now, cost);
    const wait = waitFor(after, params, now, cost);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        refilledAgainText(state, params, now) +
        `The bucket holds ${pluralize(left, 'token')}, and the request ` +
        (holds
          ? `takes ${formatNumber(cost)}; at least one is left.`
          : `asks for ${formatNumber(cost)}: one more must be available, since the last is never granted. ` +
            (wait === NEVER
              ? 'The bucket never holds that many.'
              : wait === 0
                ? 'The same time refills it again at the next request, which is admitted.'
                : `The same request would be admitted after ${formatSeconds(wait)}.`)),
      condition: 'left > cost',
      evaluatedCondition: `${formatNumber(left)} > ${formatNumber(cost)}`,
      holds,
      code: CODE,
      executedLines: holds ? [1, 2, 3, 4, 5] : [1, 2, 6],
    };
  },

  readouts: (state, params, now) => [
    ['left', formatNumber(displayedTokensAt(state, params, now))],
    ['time', formatSeconds(state.time)],
  ],

  picture: (state, params, now) => ({
    kind: 'tokens',
    tokens: displayedTokensAt(state, params, now),
    capacity: params.capacity,
    keepsLast: true,
  }),

  /** The bound of a bucket that gains `capacity` per T. Denied requests with a cost above 1 can exceed it. */
  bound({ capacity, rate }, length) {
    if (length <= 0) return 0;
    const apart = Math.ceil((length - 1) / MILLISECOND) * MILLISECOND;
    return capacity + mulDivFloor(apart, rate.ticksPerUnit, rate.ticksPerPermit);
  },
};
