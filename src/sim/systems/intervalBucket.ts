/**
 * A bucket whose rate is an interval between permits in whole nanoseconds: T/n is cut to it, so that a rate that does
 * not divide is a little higher than was asked. Products that keep a theoretical arrival time (GCRA) and one that keeps
 * tokens of time decide alike; both are a token bucket with this interval, and differ in what they show.
 */
import type { LimiterConfig } from '../limiters/limiter.ts';
import { explainTooLarge, UnsupportedPolicyError, type Limiter } from '../limiters/limiter.ts';
import { ticksAt, tokenBucket, type TokenBucketParams, type TokenBucketState } from '../limiters/tokenBucket.ts';
import { divCeil, divFloor, gcd } from '../math.ts';
import { formatLength, formatNumber, formatSeconds } from '../numberFormat.ts';
import { exactProduct, unitsFromTicks } from '../ticks.ts';
import { SECOND, secondsFromMicros, type Instant } from '../time.ts';
import { ALLOW, DENY } from '../verdict.ts';
import { comparedDifference } from './system.ts';

const NANOS_PER_MICRO = 1_000;

/** The parameters of a bucket that gains a permit every ⌊T/n⌋ nanoseconds. */
export function prepareInterval({ policy: { n, T, capacity } }: LimiterConfig): TokenBucketParams {
  const interval = divFloor(T * NANOS_PER_MICRO, n);
  if (interval === 0) throw new UnsupportedPolicyError('T/n is less than a nanosecond, the least that it counts');
  const divisor = gcd(NANOS_PER_MICRO, interval);
  const rate = { ticksPerUnit: NANOS_PER_MICRO / divisor, ticksPerPermit: interval / divisor };
  const full = exactProduct(capacity, rate.ticksPerPermit, 'A full bucket in nanoseconds');
  return {
    rate,
    ticksPerToken: rate.ticksPerPermit,
    capacity,
    capacityTicks: full,
    fillTime: divCeil(full, rate.ticksPerUnit),
    initialTicks: full,
  };
}

const ticksPerSecond = ({ rate }: TokenBucketParams) => rate.ticksPerUnit * SECOND;

/** Seconds from `now` to the theoretical arrival time: what is missing in the bucket, as time. */
function secondsAhead(state: TokenBucketState, params: TokenBucketParams, now: Instant): number {
  return (params.capacityTicks - ticksAt(state, params, now)) / ticksPerSecond(params);
}

/** Tokens, at an interval of whole nanoseconds. */
export const tokensByInterval = {
  ...tokenBucket,
  knobs: [],
  prepare: prepareInterval,
} satisfies Limiter<TokenBucketParams, TokenBucketState>;

const CODE = [
  'if cost > capacity: deny',
  'new = max(now, TAT) + cost · ⌊T/n⌋',
  'if new − now ≤ capacity · ⌊T/n⌋',
  '  TAT = new',
  '  allow',
  'else deny',
];

/** The same, seen as the time by which the theoretical arrival time is ahead of now. */
export const arrivalTimeByInterval = {
  ...tokensByInterval,
  storedPerKey: 'one instant, TAT',
  reasons: ['not too early', '', 'too early', 'the cost is above the capacity'],
  gauge: {
    unit: ['second ahead', 'seconds ahead'],
    denySide: 'ceiling',
    full: (params: TokenBucketParams) => params.capacityTicks / ticksPerSecond(params),
    boundBy: () => 'capacity',
    low: () => 0,
  },
  level: secondsAhead,
  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const price = cost * params.ticksPerToken;
    const spare = ticksAt(state, params, now) - price;
    const seconds = (ticks: number) => ticks / ticksPerSecond(params);
    const clock = secondsFromMicros(Math.max(now, state.time));
    const moved = clock + seconds(params.capacityTicks - spare);
    const ahead = secondsAhead(state, params, now);
    const missing = unitsFromTicks(-spare, params.rate);
    return {
      verdict: spare >= 0 ? ALLOW : DENY,
      sentence:
        `The theoretical arrival time ${ahead === 0 ? 'has passed' : `is ${formatLength(ahead)} ahead`}; the request ` +
        `${spare >= 0 ? 'moves' : 'would move'} it by ${formatLength(seconds(price))}, and ` +
        `${formatLength(seconds(params.capacityTicks))} ahead is the limit. ` +
        (spare >= 0 ? 'It fits.' : `That is too early by ${formatSeconds(missing)}.`),
      condition: 'new − now ≤ capacity · ⌊T/n⌋',
      evaluatedCondition: comparedDifference(moved, clock, '≤', seconds(params.capacityTicks), -spare),
      holds: spare >= 0,
      code: CODE,
      executedLines: spare >= 0 ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },
  readouts: (state, params, now) => [
    ['ahead', formatLength(secondsAhead(state, params, now))],
    ['interval', `${formatNumber(params.ticksPerToken / ticksPerSecond(params), 9)} s`],
  ],
  picture: (state, params, now) => ({
    kind: 'mark',
    name: 'TAT',
    ahead: secondsAhead(state, params, now),
    limit: params.capacityTicks / ticksPerSecond(params),
  }),
} satisfies Limiter<TokenBucketParams, TokenBucketState>;
