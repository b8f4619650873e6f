/**
 * RequestRateLimiter of Spring Cloud Gateway: a token bucket in Redis that reads whole seconds. n per T in lowest terms
 * is p in q seconds: replenishRate p, requestedTokens q, burstCapacity capacity · q.
 *
 * Its key lives ⌊2 · burstCapacity / replenishRate⌋ s. Where that is 0 nothing is ever stored, and every request finds a
 * full bucket. Otherwise the expiry never shows: the bucket is full by then.
 */
import { UnsupportedPolicyError, type LimiterConfig } from '../limiters/limiter.ts';
import { tokenBucket, type TokenBucketParams, type TokenBucketState } from '../limiters/tokenBucket.ts';
import { divCeil } from '../math.ts';
import { formatNumber } from '../numberFormat.ts';
import { rateInTicks } from '../ticks.ts';
import { SECOND } from '../time.ts';
import { ALLOW } from '../verdict.ts';
import { onClock } from './derived.ts';
import { systemOf, type System } from './system.ts';

export type SpringGatewayParams = TokenBucketParams & {
  /** The key would live less than a second: nothing is stored. */
  readonly forgets: boolean;
};

const bucket = onClock(tokenBucket, SECOND, 'moves');

function prepare(config: LimiterConfig): SpringGatewayParams {
  const { n, T, capacity } = config.policy;
  // p a second in units of which a request takes q.
  const { ticksPerUnit: p, ticksPerPermit: q } = rateInTicks(n, T, SECOND);
  const burstCapacity = capacity * q;
  // A burstCapacity that is left out is 1, and nobody compares it with the rate.
  if (burstCapacity < p && burstCapacity !== 1) {
    throw new UnsupportedPolicyError(
      `burstCapacity (${formatNumber(burstCapacity)}) must not be below replenishRate (${formatNumber(p)}); ` +
        `nearest: a capacity of ${formatNumber(divCeil(p, q))}`,
    );
  }
  return { ...tokenBucket.prepare(config), forgets: 2 * burstCapacity < p };
}

export const springGateway: System<SpringGatewayParams, TokenBucketState> = {
  ...bucket,
  ...systemOf('spring-gateway'),
  traits: { monotone: null, boundsAnyCost: true },
  summary: 'A token bucket in Redis on a clock of whole seconds: a second’s tokens all come at its start.',
  rule:
    'The bucket gains replenishRate tokens at the start of every second, up to burstCapacity. A request is admitted when ' +
    'the bucket holds what it asks for, and takes it. With a burst below half the rate nothing is stored or limited.',
  prepare,
  // Into a bucket of which nothing is kept.
  decide: (state, params, now, cost) =>
    params.forgets && cost <= params.capacity ? ALLOW : bucket.decide(state, params, now, cost),
  bound: (params, length) => (length <= 0 ? 0 : params.forgets ? Infinity : bucket.bound(params, length)),
  story: {
    keywords: ['Java', 'Kotlin', 'JVM', 'Redis', 'API gateway'],
    product: 'Spring Cloud Gateway, RequestRateLimiter',
    release: '5.0.3, commit 5227205c',
    source: 'spring-cloud/spring-cloud-gateway, request_rate_limiter.lua, RedisRateLimiter.java',
    evidence: 'source read',
    equals: 'token-bucket on a clock of whole seconds',
    runs: 'in Redis',
    traps: [
      'If left out, burstCapacity is 1; with a replenishRate of 3 or more nothing is then stored, and nothing is limited.',
      'A burst just before and another just after a second’s turn both pass.',
      'When Redis does not answer, everything passes.',
    ],
  },
};
