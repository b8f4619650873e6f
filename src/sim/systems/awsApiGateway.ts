/** Throttling of Amazon API Gateway: a token bucket, as far as its guide says. */
import { tokenBucket, type TokenBucketParams, type TokenBucketState } from '../limiters/tokenBucket.ts';
import { costsOne } from './derived.ts';
import { systemOf, type System } from './system.ts';

export const awsApiGateway: System<TokenBucketParams, TokenBucketState> = {
  ...costsOne(tokenBucket),
  ...systemOf('aws-api-gateway'),
  summary: 'A token bucket with a steady rate and a burst, as documented: targets, not ceilings.',
  rule:
    'The bucket gains rateLimit tokens a second, up to burstLimit, and each request takes one. The vendor applies both ' +
    'on a best-effort basis; the lane shows the ideal.',
  story: {
    keywords: ['AWS', 'throttling'],
    product: 'Amazon API Gateway',
    release: 'developer guide',
    source: 'Throttle requests to your REST APIs',
    evidence: 'as documented',
    equals: 'token-bucket',
    runs: 'managed',
    traps: ['Both limits are targets, not guaranteed ceilings.'],
  },
};
