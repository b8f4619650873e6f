/**
 * Token bucket that is refilled when someone asks, as published. Source document 004.
 *
 * It holds whole tokens, up to n, and looks at a clock of whole milliseconds. A request first adds what has come since
 * the last refill, cut to whole tokens, and if that is anything moves the time of the last refill to now. So every
 * refill throws the begun token away: asked often, it gives as little as half of n per T.
 *
 * Everything follows from one closed form: tokens at `now` = min(n, tokens + ⌊(clock(now) − time) · n/T⌋).
 */
import { divCeil, divFloor, mulDivFloor } from '../math.ts';
import { exactProduct, rateOf, unitsFromTicks, type Rate } from '../ticks.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { compared, counted, number, seconds } from '../words.ts';
import { ALLOW, cloneState, DENY, DENY_TOO_LARGE, explainTooLarge, type Limiter } from './limiter.ts';

export type TokenBucketLazyParams = {
  readonly n: number;
  readonly T: Duration;
  readonly rate: Rate;
};

export type TokenBucketLazyState = {
  /** Whole tokens. */
  tokens: number;
  /** The last refill, by a clock of whole milliseconds. */
  time: Instant;
};

/** Whole tokens that a request at `now` would add; n stands for any more. Time that steps back adds none. */
function addedAt(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant): number {
  const elapsed = floorTo(now, MILLISECOND) - state.time;
  if (elapsed <= 0) return 0;
  // Compared before multiplying: the product of a long silence would pass 2^53.
  if (elapsed >= params.T) return params.n;
  return divFloor(elapsed * params.rate.perUnit, params.rate.perPermit);
}

/** The closed form. */
function tokensAt(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant): number {
  return Math.min(params.n, state.tokens + addedAt(state, params, now));
}

/** When so many tokens can be added, by its clock. */
function addableAt(state: TokenBucketLazyState, { rate }: TokenBucketLazyParams, tokens: number): Instant {
  return tickAfter(state.time + unitsFromTicks(tokens * rate.perPermit, rate) - 1, MILLISECOND);
}

/** The wait until the bucket holds `cost`, if nothing else comes. */
function waitFor(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant, cost: number): Duration {
  const missing = cost - state.tokens;
  return missing <= 0 ? 0 : Math.max(0, addableAt(state, params, missing) - now);
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
  idea: 'Each request first adds the whole tokens that have come since the last refill, then takes its own.',
  rule:
    'The bucket holds up to n whole tokens. A request adds ⌊elapsed · n/T⌋, and if that is any, the last refill was ' +
    'now: the begun token is lost. It is admitted when the bucket holds its cost, and takes it.',
  source: '004',
  kept: 'whole tokens, time',
  knobs: [],
  usesCapacity: false,
  editions: ['published'],
  errata: [
    {
      name: 'lost fraction',
      sentence:
        'Every refill is cut to whole tokens and starts the time anew, so the begun token is lost: asked a little ' +
        'more often than tokens come, the bucket gives half its rate.',
      breaks: [],
      against: 'token-bucket',
      preset: 'token-bucket-lazy-lost-fraction',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above n'],
  shape: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    wall: 'floor',
    full: (params: TokenBucketLazyParams) => params.n,
    low: () => 0,
  },

  prepare({ policy: { n, T } }) {
    const rate = rateOf(n, T);
    exactProduct(n, rate.perPermit, 'A full bucket in ticks');
    return { n, T, rate };
  },

  most: (params) => params.n,

  init: (params) => ({ tokens: params.n, time: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const add = addedAt(state, params, now);
    if (add > 0) {
      state.tokens = Math.min(params.n, state.tokens + add);
      state.time = floorTo(now, MILLISECOND);
    }
    if (state.tokens < cost) return DENY;
    state.tokens -= cost;
    return ALLOW;
  },

  level: (state, params, now) => tokensAt(state, params, now),

  nextStep(state, params, now) {
    if (tokensAt(state, params, now) === params.n) return NEVER;
    return addableAt(state, params, addedAt(state, params, now) + 1);
  },

  retryAfter(state, params, now, cost) {
    return cost > params.n ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const add = addedAt(state, params, now);
    const tokens = tokensAt(state, params, now);
    const holds = tokens >= cost;
    const after = cloneState(state);
    tokenBucketLazy.decide(after, params, now, cost);
    const refill = add > 0 ? [2] : [];
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The bucket holds ${counted(tokens, 'token', 'tokens')}, and the request ` +
        (holds
          ? `takes ${number(cost)}.`
          : `needs ${number(cost)}. The missing ones can be added in ${seconds(waitFor(after, params, now, cost))}.`) +
        lost(state, params, now),
      rule: 'tokens ≥ cost',
      numbers: `${number(tokens)} ≥ ${number(cost)}`,
      holds,
      code: CODE,
      lit: [1, ...refill, 3, ...(holds ? [4, 5] : [6])],
    };
  },

  facts: (state, params, now) => [
    ['tokens', number(tokensAt(state, params, now))],
    ['time', seconds(state.time)],
  ],

  picture(state, params, now) {
    return { kind: 'tokens', tokens: tokensAt(state, params, now), capacity: params.n };
  },

  /**
   * The first request finds n tokens at most, and a token may be begun: for the most whole milliseconds that are less
   * than T/n. Instants at most length − 1 apart read a clock at most ⌈(length − 1) / 1 ms⌉ ms apart, and all of this brings
   * most if nothing is lost.
   */
  bound({ n, rate }, length) {
    if (length <= 0) return 0;
    const apart = Math.ceil((length - 1) / MILLISECOND) * MILLISECOND;
    const begun = floorTo(divCeil(rate.perPermit, rate.perUnit) - 1, MILLISECOND);
    return n + mulDivFloor(apart + begun, rate.perUnit, rate.perPermit);
  },
};

/** What the refill of a request at `now` throws away, as a sentence; empty where it throws nothing away. */
function lost(state: TokenBucketLazyState, params: TokenBucketLazyParams, now: Instant): string {
  const add = addedAt(state, params, now);
  const elapsed = floorTo(now, MILLISECOND) - state.time;
  const rest = elapsed * params.rate.perUnit - add * params.rate.perPermit;
  if (add === 0 || rest === 0 || state.tokens + add >= params.n) return '';
  const [part] = compared(rest / params.rate.perPermit, 1, -1);
  return ` This refill throws ${part} of a token away.`;
}
