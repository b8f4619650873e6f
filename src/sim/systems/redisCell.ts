/**
 * redis-cell, CL.THROTTLE: `throttled` rewritten for Redis. Its interval is a quotient of doubles, cut; within what a
 * lane can hold that is the same. The key's expiry is cut to whole milliseconds, so that up to one of debt may be
 * forgiven; that is not modelled.
 */
import type { TokenBucketParams, TokenBucketState } from '../limiters/tokenBucket.ts';
import { SECOND } from '../time.ts';
import { arrivalTimeByInterval, prepareInterval } from './intervalBucket.ts';
import { requireWhole, systemOf, type System } from './system.ts';

export const redisCell: System<TokenBucketParams, TokenBucketState> = {
  ...arrivalTimeByInterval,
  ...systemOf('redis-cell'),
  traits: { monotone: null, boundsAnyCost: true },
  summary: 'GCRA as a Redis command: one instant per key, shared by all processes.',
  rule:
    'Each request advances the theoretical arrival time by one period, T/n rounded down to whole nanoseconds. It is admitted ' +
    'while that time is at most max_burst + 1 periods ahead of now.',
  prepare(config) {
    requireWhole(config.policy.T, SECOND, 'period');
    return prepareInterval(config);
  },
  story: {
    keywords: ['Redis', 'Rust', 'CL.THROTTLE'],
    product: 'redis-cell, a module for Redis',
    release: 'commit 4d423387',
    source: 'brandur/redis-cell, src/cell/mod.rs',
    evidence: 'source read',
    equals: 'gcra',
    runs: 'in Redis',
    traps: ['Older revisions compared whole seconds, and let a request in up to a second early.'],
  },
};
