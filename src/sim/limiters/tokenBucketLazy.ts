/**
 * Token bucket that is refilled on each request, as published.
 *
 * It holds up to n whole tokens and reads a clock of whole milliseconds. A request first adds what has accrued since
 * the last refill, truncated to whole tokens, and if that is at least one, sets the time of the last refill to now. So
 * every refill discards the partial token: under frequent requests it grants as little as half of n per T.
 *
 * Everything follows from one closed form: tokens at `now` = min(n, tokens + ⌊(clock(now) − time) · n/T⌋).
 */
import { divCeil, divFloor, mulDivFloor } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { formatComparison, formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { cloneState, explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type TokenBucketLazyParams = {
  readonly n: number;
  readonly T: Duration;
  readonly rate: Rate;
};

export type TokenBucketLazyState = {
  /** Whole tokens. */
  tokens: number;
  /** The last refill, on a clock of whole milliseconds. */
  time: Instant;
};

/** Whole tokens that a request at `now` would add; at most n. None if time steps back. */
function tokensAddedAt(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant): number {
  const elapsed = floorTo(now, MILLISECOND) - state.time;
  if (elapsed <= 0) return 0;
  // Compared before multiplying: after a long silence the product would exceed 2^53.
  if (elapsed >= params.T) return params.n;
  return divFloor(elapsed * params.rate.ticksPerUnit, params.rate.ticksPerPermit);
}

/** The closed form. */
function tokensAt(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant): number {
  return Math.min(params.n, state.tokens + tokensAddedAt(state, params, now));
}

/** When that many tokens can be added, by the limiter's clock. */
function refillInstant(state: TokenBucketLazyState, { rate }: TokenBucketLazyParams, tokens: number): Instant {
  return tickAfter(state.time + unitsFromTicks(tokens * rate.ticksPerPermit, rate) - 1, MILLISECOND);
}

/** The wait until the bucket holds `cost`, if no other request comes. */
function waitFor(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant, cost: number): Duration {
  const missing = cost - state.tokens;
  return missing <= 0 ? 0 : Math.max(0, refillInstant(state, params, missing) - now);
}

const CODE = [
  'if cost > n: deny',
  'add = ⌊elapsed · n/T⌋',
  'if add > 0: tokens = min(n, tokens + add), time = now',
  'if tokens ≥ cost',
  '  tokens = tokens − cost',
  '  allow',
  'else deny',
];

export const tokenBucketLazy: Limiter<TokenBucketLazyParams, TokenBucketLazyState> = {
  id: 'token-bucket-lazy',
  name: 'Lazy bucket',
  family: 'Buckets',
  summary: 'Each request first adds the whole tokens accrued since the last refill, then takes its own.',
  rule:
    'The bucket holds up to n whole tokens. A request adds ⌊elapsed · n/T⌋ and, if that is at least one, sets the ' +
    'time of the last refill to now: the partial token is lost. It is admitted when the bucket holds its cost, and ' +
    'takes it.',
  sources: ['li'],
  storedPerKey: 'whole tokens, time',
  knobs: [],
  usesCapacity: false,
  editions: ['published'],
  errata: [
    {
      name: 'lost fraction',
      sentence:
        'Every refill is truncated to whole tokens and resets the time, so the partial token is lost: if requests ' +
        'come slightly more often than tokens, the bucket grants half its rate.',
      breaks: [],
      correctedBy: 'token-bucket',
      preset: 'token-bucket-lazy-lost-fraction',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above n'],
  pacing: 'bursty',
  // It loses fractions, more of them at some rates.
  traits: { monotone: null },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: TokenBucketLazyParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare({ policy: { n, T } }) {
    const rate = rateInTicks(n, T);
    exactProduct(n, rate.ticksPerPermit, 'A full bucket in ticks');
    return { n, T, rate };
  },

  maxCost: (params) => params.n,

  init: (params) => ({ tokens: params.n, time: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const add = tokensAddedAt(state, params, now);
    if (add > 0) {
      state.tokens = Math.min(params.n, state.tokens + add);
      state.time = floorTo(now, MILLISECOND);
    }
    if (state.tokens < cost) return DENY;
    state.tokens -= cost;
    return ALLOW;
  },

  level: (state, params, now) => tokensAt(state, params, now),

  nextBreakpoint(state, params, now) {
    if (tokensAt(state, params, now) === params.n) return NEVER;
    return refillInstant(state, params, tokensAddedAt(state, params, now) + 1);
  },

  retryAfter(state, params, now, cost) {
    return cost > params.n ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const add = tokensAddedAt(state, params, now);
    const tokens = tokensAt(state, params, now);
    const holds = tokens >= cost;
    const after = cloneState(state);
    tokenBucketLazy.decide(after, params, now, cost);
    const refill = add > 0 ? [2] : [];
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The bucket holds ${pluralize(tokens, 'token')}, and the request ` +
        (holds
          ? `takes ${formatNumber(cost)}.`
          : `needs ${formatNumber(cost)}. The missing ones can be added in ${formatSeconds(waitFor(after, params, now, cost))}.`) +
        lostFractionText(state, params, now),
      condition: 'tokens ≥ cost',
      evaluatedCondition: `${formatNumber(tokens)} ≥ ${formatNumber(cost)}`,
      holds,
      code: CODE,
      executedLines: [1, ...refill, 3, ...(holds ? [4, 5] : [6])],
    };
  },

  readouts: (state, params, now) => [
    ['tokens', formatNumber(tokensAt(state, params, now))],
    ['time', formatSeconds(state.time)],
  ],

  picture(state, params, now) {
    return { kind: 'tokens', tokens: tokensAt(state, params, now), capacity: params.n };
  },

  /**
   * The first request finds at most n tokens and a partial one, which is at most the largest number of whole
   * milliseconds below T/n. Clock readings at instants at most length − 1 apart differ by at most ⌈(length − 1) / 1 ms⌉
   * ms, and the total is largest if nothing is lost.
   */
  bound({ n, rate }, length) {
    if (length <= 0) return 0;
    const apart = Math.ceil((length - 1) / MILLISECOND) * MILLISECOND;
    const begun = floorTo(divCeil(rate.ticksPerPermit, rate.ticksPerUnit) - 1, MILLISECOND);
    return n + mulDivFloor(apart + begun, rate.ticksPerUnit, rate.ticksPerPermit);
  },
};

/** What the refill of a request at `now` discards, as a sentence; empty if nothing. */
function lostFractionText(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant): string {
  const add = tokensAddedAt(state, params, now);
  const elapsed = floorTo(now, MILLISECOND) - state.time;
  const rest = elapsed * params.rate.ticksPerUnit - add * params.rate.ticksPerPermit;
  if (add === 0 || rest === 0 || state.tokens + add >= params.n) return '';
  const [part] = formatComparison(rest / params.rate.ticksPerPermit, 1, -1);
  return ` This refill discards ${part} of a token.`;
}
