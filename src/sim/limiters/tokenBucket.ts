/**
 * Token bucket.
 *
 * A bucket holds up to `capacity` tokens and gains n every T, evenly. A request takes as many tokens as it costs, or is
 * refused and takes none. After a silence the bucket is full, so a whole capacity passes at once, and then n every T:
 * up to capacity + n − 1 within one T.
 *
 * Everything follows from one closed form: tokens at `now` = min(capacity, tokens at `time` + (now − time)·n/T).
 */
import { divCeil, mulDivFloor } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { formatAmount, formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type TokenBucketParams = {
  readonly rate: Rate;
  /** Ticks in one token. */
  readonly ticksPerToken: number;
  /** Whole tokens, and the same in ticks. */
  readonly capacity: number;
  readonly capacityTicks: number;
  /** How long an empty bucket takes to fill. */
  readonly fillTime: Duration;
  /** Tokens at time 0, in ticks. */
  readonly initialTicks: number;
};

export type TokenBucketState = {
  /** Ticks in the bucket at `time`. */
  ticks: number;
  time: Instant;
};

/** The closed form: ticks in the bucket at `now`. Nothing is added while the clock stands still or steps back. */
export function ticksAt(state: TokenBucketState, params: TokenBucketParams, now: Instant): number {
  const elapsed = now - state.time;
  if (elapsed <= 0) return state.ticks;
  // Compared before multiplying: after a long silence the product would exceed 2^53. Below, it is less than `full`.
  if (elapsed >= params.fillTime) return params.capacityTicks;
  return Math.min(params.capacityTicks, state.ticks + elapsed * params.rate.ticksPerUnit);
}

/** The wait until the bucket holds `cost`, if no other request comes. */
function waitUntilAvailable(state: TokenBucketState, params: TokenBucketParams, now: Instant, cost: number): Duration {
  return unitsFromTicks(cost * params.ticksPerToken - ticksAt(state, params, now), params.rate);
}

const CODE = [
  'if cost > capacity: deny',
  'tokens = min(capacity, tokens + elapsed · n/T)',
  'if tokens ≥ cost',
  '  tokens = tokens − cost',
  '  allow',
  'else deny',
];

export const tokenBucket: Limiter<TokenBucketParams, TokenBucketState> = {
  id: 'token-bucket',
  name: 'Token bucket',
  family: 'Buckets',
  summary: 'Tokens drip into a bucket; a request takes one or is refused.',
  rule:
    'The bucket gains n tokens per T, evenly, and holds at most its capacity. A request is admitted when the bucket holds ' +
    'its cost, and takes it.',
  sources: ['strategies', 'fu', 'finch'],
  storedPerKey: 'tokens, time',
  knobs: [
    {
      kind: 'choice',
      id: 'start',
      label: 'Start',
      choices: ['full', 'empty'],
      default: 'full',
      help: 'What the bucket holds at time 0.',
    },
  ],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above the capacity'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n', 'capacity'] }, boundsAnyCost: true, isPlainBucket: true },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: TokenBucketParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, options }) {
    const rate = rateInTicks(n, T);
    const full = exactProduct(capacity, rate.ticksPerPermit, 'A full bucket in ticks');
    return {
      rate,
      ticksPerToken: rate.ticksPerPermit,
      capacity,
      capacityTicks: full,
      fillTime: divCeil(full, rate.ticksPerUnit),
      initialTicks: options['start'] === 'empty' ? 0 : full,
    };
  },

  maxCost: (params) => params.capacity,

  init: (params) => ({ ticks: params.initialTicks, time: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const tokens = ticksAt(state, params, now);
    if (now > state.time) state.time = now;
    const price = cost * params.ticksPerToken;
    if (tokens < price) {
      state.ticks = tokens;
      return DENY;
    }
    state.ticks = tokens - price;
    return ALLOW;
  },

  level: (state, params, now) => ticksAt(state, params, now) / params.ticksPerToken,

  nextBreakpoint(state, params, now) {
    const missing = params.capacityTicks - ticksAt(state, params, now);
    return missing > 0 ? now + unitsFromTicks(missing, params.rate) : NEVER;
  },

  retryAfter(state, params, now, cost) {
    return cost > params.capacity ? NEVER : waitUntilAvailable(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const tokens = ticksAt(state, params, now);
    const spare = tokens - cost * params.ticksPerToken;
    const holds = spare >= 0;
    const [held, asked] = formatComparison(tokens / params.ticksPerToken, cost, spare);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The bucket holds ${formatAmount(held, 'token', 'tokens')}, and the request ` +
        (holds
          ? `takes ${asked}.`
          : `needs ${asked}. The missing part is refilled in ${formatSeconds(waitUntilAvailable(state, params, now, cost))}.`),
      condition: 'tokens ≥ cost',
      evaluatedCondition: `${held} ≥ ${asked}`,
      holds,
      code: CODE,
      executedLines: holds ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },

  readouts: (state, params, now) => [
    ['tokens', formatNumber(ticksAt(state, params, now) / params.ticksPerToken, 6)],
    ['time', formatSeconds(state.time)],
  ],

  picture: (state, params, now) => ({
    kind: 'tokens',
    tokens: ticksAt(state, params, now) / params.ticksPerToken,
    capacity: params.capacity,
  }),

  bound: ({ capacity, rate }, length) =>
    length <= 0 ? 0 : capacity + mulDivFloor(length - 1, rate.ticksPerUnit, rate.ticksPerPermit),
};
