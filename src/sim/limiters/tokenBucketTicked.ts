/**
 * Token bucket that is refilled at ticks.
 *
 * Tokens are not added evenly but at ticks: one at every multiple of T/n (`refill: one`, the table in *Rate limiting
 * strategies*) or n at every multiple of T (`all`, Li's refill thread). Ticks are independent of requests; what the
 * bucket has no room for is lost. A tick at the instant of a request comes before it.
 *
 * n at a time is as coarse as a fixed window: a full bucket just before a tick, and n just after it, pass within a
 * moment.
 *
 * Everything follows from one closed form: tokens at `now` = min(capacity, stored tokens + those of the ticks since).
 */
import { divCeil, divFloor, mulDivCeil } from '../math.ts';
import { exactProduct, rateInTicks, type Rate } from '../ticks.ts';
import { NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type TokenBucketTickedParams = {
  /** Tick k comes at k · `ticksPerPermit` / `ticksPerUnit` microseconds. */
  readonly tickRate: Rate;
  /** Tokens added by each tick. */
  readonly tokensPerTick: number;
  readonly capacity: number;
};

export type TokenBucketTickedState = {
  /** Tokens after tick `tick`, less what was taken since: always whole. */
  tokens: number;
  tick: number;
};

/** The index of the last tick at or before `now`. Time that steps back does not undo a tick. */
function tickAt(state: TokenBucketTickedState, { tickRate }: TokenBucketTickedParams, now: Instant): number {
  return Math.max(state.tick, divFloor(now * tickRate.ticksPerUnit, tickRate.ticksPerPermit));
}

/** The first whole microsecond at or after tick `tick`. */
function tickInstant(tick: number, { tickRate }: TokenBucketTickedParams): Instant {
  return divCeil(tick * tickRate.ticksPerPermit, tickRate.ticksPerUnit);
}

/** The closed form. */
function tokensAfter(state: TokenBucketTickedState, params: TokenBucketTickedParams, tick: number): number {
  return Math.min(params.capacity, state.tokens + (tick - state.tick) * params.tokensPerTick);
}

function tokensAt(state: TokenBucketTickedState, params: TokenBucketTickedParams, now: Instant): number {
  return tokensAfter(state, params, tickAt(state, params, now));
}

function nextTick(state: TokenBucketTickedState, params: TokenBucketTickedParams, now: Instant): Instant {
  return tickInstant(tickAt(state, params, now) + 1, params);
}

/** The wait until the bucket holds `cost`, if no other request comes. */
function waitFor(state: TokenBucketTickedState, params: TokenBucketTickedParams, now: Instant, cost: number): Duration {
  const tick = tickAt(state, params, now);
  const missing = cost - tokensAfter(state, params, tick);
  return missing <= 0 ? 0 : tickInstant(tick + divCeil(missing, params.tokensPerTick), params) - now;
}

export const tokenBucketTicked: Limiter<TokenBucketTickedParams, TokenBucketTickedState> = {
  id: 'token-bucket-ticked',
  name: 'Ticked bucket',
  family: 'Buckets',
  summary: 'A clock adds tokens to a bucket, one or all n at a time; a request takes one or is refused.',
  rule:
    'The bucket starts full. A clock adds one token at every multiple of T/n, or n at every multiple of T, up to ' +
    'the capacity. A request is admitted when the bucket holds its cost, and takes it; a tick at the same instant ' +
    'comes first.',
  sources: ['strategies', 'li'],
  storedPerKey: 'tokens, tick number',
  knobs: [
    {
      kind: 'choice',
      id: 'refill',
      label: 'Refill',
      choices: ['one', 'all'],
      default: 'one',
      help: 'One token at every multiple of T/n, or n at every multiple of T.',
    },
  ],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above the capacity'],
  pacing: 'bursty',
  // Its ticks are elsewhere with another n.
  traits: { monotone: { clients: ['capacity'] }, boundsAnyCost: true },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: TokenBucketTickedParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, options, horizon }) {
    const one = options['refill'] !== 'all';
    const ticks = one ? rateInTicks(n, T) : { ticksPerUnit: 1, ticksPerPermit: T };
    const brings = one ? 1 : n;
    // A retry-after time looks ahead by at most the time that fills the bucket.
    const ahead = exactProduct(divCeil(capacity, brings), ticks.ticksPerPermit, 'A full bucket in ticks');
    exactProduct(horizon + divCeil(ahead, ticks.ticksPerUnit), ticks.ticksPerUnit, 'The latest refill in ticks');
    return { tickRate: ticks, tokensPerTick: brings, capacity };
  },

  maxCost: (params) => params.capacity,

  init: (params) => ({ tokens: params.capacity, tick: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const tick = tickAt(state, params, now);
    const tokens = tokensAfter(state, params, tick);
    const holds = tokens >= cost;
    state.tokens = holds ? tokens - cost : tokens;
    state.tick = tick;
    return holds ? ALLOW : DENY;
  },

  level: (state, params, now) => tokensAt(state, params, now),

  nextBreakpoint: (state, params, now) =>
    tokensAt(state, params, now) < params.capacity ? nextTick(state, params, now) : NEVER,

  retryAfter(state, params, now, cost) {
    return cost > params.capacity ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    const code = codeOf(params);
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, code);
    const tokens = tokensAt(state, params, now);
    const holds = tokens >= cost;
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The bucket holds ${pluralize(tokens, 'token')}, and the request ` +
        (holds
          ? `takes ${formatNumber(cost)}.`
          : `needs ${formatNumber(cost)}. A tick adds what is missing in ${formatSeconds(waitFor(state, params, now, cost))}.`),
      condition: 'tokens ≥ cost',
      evaluatedCondition: `${formatNumber(tokens)} ≥ ${formatNumber(cost)}`,
      holds,
      code,
      executedLines: holds ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },

  readouts: (state, params, now) => [
    ['tokens', formatNumber(tokensAt(state, params, now))],
    ['next tick', `at ${formatSeconds(nextTick(state, params, now))}`],
  ],

  picture(state, params, now) {
    const tokens = tokensAt(state, params, now);
    const { capacity } = params;
    const refill = tokens < capacity ? secondsFromMicros(nextTick(state, params, now) - now) : null;
    return { kind: 'tokens', tokens, capacity, refillIn: refill };
  },

  /**
   * A full bucket, and what the ticks after the first instant add: instants at most length − 1 apart have at most
   * ⌈(length − 1) · n/T⌉ ticks between them. A tick adds no more than there is room for.
   */
  bound({ capacity, tokensPerTick, tickRate }, length) {
    if (length <= 0) return 0;
    return (
      capacity +
      Math.min(tokensPerTick, capacity) * mulDivCeil(length - 1, tickRate.ticksPerUnit, tickRate.ticksPerPermit)
    );
  },
};

function codeOf({ tokensPerTick }: TokenBucketTickedParams): readonly string[] {
  return [
    'if cost > capacity: deny',
    `tokens = min(capacity, tokens + ${tokensPerTick === 1 ? '' : 'n · '}ticks since)`,
    'if tokens ≥ cost',
    '  tokens = tokens − cost',
    '  allow',
    'else deny',
  ];
}
