/**
 * Quota and linear, side by side. Finch mentions it as similar to his hybrid.
 *
 * A quota of n that is restored T after its window opened, and a token bucket. A request is admitted when both would
 * admit it, and is then charged to both; otherwise to neither. The quota limits a window to n; the bucket keeps a
 * client that has used it up from spending the next one all at once.
 *
 * The quota's window opens at the first request, and again at the first one after it has ended, admitted or not.
 *
 * Everything follows from two closed forms: the bucket's own (tokenBucket.ts), and quota at `now` = what is left until
 * the window ends, then n.
 */
import { NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { formatAmount, formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { cloneState, explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { quotaReset } from './quotaReset.ts';
import { tokenBucket, ticksAt, type TokenBucketParams, type TokenBucketState } from './tokenBucket.ts';

export type QuotaAndLinearParams = TokenBucketParams & {
  readonly n: number;
  readonly T: Duration;
};

/** The bucket's state plus the quota's. */
export type QuotaAndLinearState = TokenBucketState & {
  /** Whole permits left in the window. */
  quota: number;
  /** When the window opened; −∞ before the first. */
  start: Instant;
};

/** Whether a request at `now` opens a window. */
function opensWindow(state: QuotaAndLinearState, params: QuotaAndLinearParams, now: Instant): boolean {
  return state.start + params.T <= now;
}

function quotaAt(state: QuotaAndLinearState, params: QuotaAndLinearParams, now: Instant): number {
  return opensWindow(state, params, now) ? params.n : state.quota;
}

/** The wait until the quota has room for `cost`, if no other request comes. */
function waitForQuota(state: QuotaAndLinearState, params: QuotaAndLinearParams, now: Instant, cost: number): Duration {
  return quotaAt(state, params, now) >= cost ? 0 : state.start + params.T - now;
}

const CODE = [
  'if cost > n or cost > capacity: deny',
  'if first, or start + T ≤ now: quota = n, start = now',
  'tokens = min(capacity, tokens + elapsed · n/T)',
  'if quota ≥ cost and tokens ≥ cost',
  '  quota = quota − cost, tokens = tokens − cost',
  '  allow',
  'else deny',
];

export const quotaAndLinear: Limiter<QuotaAndLinearParams, QuotaAndLinearState> = {
  id: 'quota-and-linear',
  name: 'Quota and linear',
  family: 'Buckets',
  summary: 'A quota for each window and a token bucket: both must admit.',
  rule:
    'A window of T opens at the first request and allows n; in addition a token bucket gains n per T, evenly. A ' +
    'request is admitted when both have its cost, and is charged to both; otherwise to neither. After a window has ' +
    'ended, the next request opens a new one, admitted or not.',
  sources: ['finch'],
  storedPerKey: 'quota, start; tokens, time',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: [
    'quota and bucket had room',
    '',
    'the quota is used up, or the bucket has too few tokens',
    'the cost is above n or the capacity',
  ],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n', 'capacity'] }, boundsAnyCost: true },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: QuotaAndLinearParams) => Math.min(params.n, params.capacity),
    boundBy: (params: QuotaAndLinearParams) => (params.n <= params.capacity ? 'n' : 'capacity'),
    low: () => 0,
  },
  secondaryGauge: {
    name: 'the fuller of the two',
    unit: ['token', 'tokens'],
    full: (params) => Math.max(params.n, params.capacity),
    level: (state, params, now) => Math.max(quotaAt(state, params, now), tokenBucket.level(state, params, now)),
  },

  prepare(config) {
    const { n, T } = config.policy;
    // The spread comes last here and in `init`: an object that begins with a spread gets its own hidden class, and the
    // bucket's functions, which would then see several, take three times as long.
    return { n, T, ...tokenBucket.prepare(config) };
  },

  maxCost: (params) => Math.min(params.n, params.capacity),

  init: (params) => ({ quota: params.n, start: -NEVER, ...tokenBucket.init(params) }),

  decide(state, params, now, cost) {
    if (cost > params.n || cost > params.capacity) return DENY_TOO_LARGE;
    if (opensWindow(state, params, now)) {
      state.quota = params.n;
      state.start = now;
    }
    // The bucket charges itself when it admits, so the quota is checked first.
    if (state.quota < cost || tokenBucket.decide(state, params, now, cost) !== ALLOW) return DENY;
    state.quota -= cost;
    return ALLOW;
  },

  level: (state, params, now) => Math.min(quotaAt(state, params, now), tokenBucket.level(state, params, now)),

  nextBreakpoint(state, params, now) {
    const window = opensWindow(state, params, now) ? NEVER : state.start + params.T;
    // Where the bucket rises past the quota, the two swap places.
    const crossesIn = tokenBucket.retryAfter(state, params, now, quotaAt(state, params, now));
    const crossesAt = crossesIn > 0 ? now + crossesIn : NEVER;
    return Math.min(window, crossesAt, tokenBucket.nextBreakpoint(state, params, now));
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.n || cost > params.capacity) return NEVER;
    return Math.max(waitForQuota(state, params, now, cost), tokenBucket.retryAfter(state, params, now, cost));
  },

  explain(state, params, now, cost) {
    const { n, capacity, ticksPerToken } = params;
    if (cost > n) return explainTooLarge(cost, 'n', n, CODE);
    if (cost > capacity) return explainTooLarge(cost, 'capacity', capacity, CODE);
    const opens = opensWindow(state, params, now);
    const quota = quotaAt(state, params, now);
    const tokens = ticksAt(state, params, now);
    const price = cost * ticksPerToken;
    const holds = quota >= cost && tokens >= price;
    const after = cloneState(state);
    quotaAndLinear.decide(after, params, now, cost);
    const [held, asked] = formatComparison(tokens / ticksPerToken, cost, tokens - price);
    const insufficientParts = quota >= cost ? 'the bucket has' : tokens >= price ? 'the quota has' : 'both have';
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        (opens
          ? `A window opens with a quota of ${formatNumber(quota)}`
          : `The window’s quota is down to ${formatNumber(quota)}`) +
        `, the bucket holds ${formatAmount(held, 'token', 'tokens')}, and the request costs ${asked}: ` +
        (holds
          ? 'both admit it.'
          : `${insufficientParts} too little. It would be admitted after ${formatSeconds(quotaAndLinear.retryAfter(after, params, now, cost))}.`),
      condition: 'quota ≥ cost and tokens ≥ cost',
      evaluatedCondition: `${formatNumber(quota)} ≥ ${asked} and ${held} ≥ ${asked}`,
      holds,
      code: CODE,
      executedLines: [...(opens ? [1] : []), 2, 3, ...(holds ? [4, 5] : [6])],
    };
  },

  readouts: (state, params, now) => [
    ['quota', formatNumber(quotaAt(state, params, now))],
    ['start', state.start === -NEVER ? 'none' : formatSeconds(state.start)],
    ...tokenBucket.readouts(state, params, now),
  ],

  picture(state, params, now) {
    const quota = quotaAt(state, params, now);
    return {
      kind: 'pair',
      quota,
      n: params.n,
      tokens: tokenBucket.level(state, params, now),
      capacity: params.capacity,
      endsIn: quota < params.n ? secondsFromMicros(state.start + params.T - now) : null,
    };
  },

  /**
   * What passes must pass both, so both bounds hold. The bound of quota-reset assumes that the request that opens a
   * window is admitted. Here the bucket could refuse it. But with a capacity of n or less the bucket's bound is the
   * lower one; and with more it never refuses: a window spends no more than is refilled while it lasts, so the bucket
   * holds at least capacity − n whenever a window opens.
   */
  bound: (params, length) => Math.min(tokenBucket.bound(params, length), quotaReset.bound(params, length)),
};
