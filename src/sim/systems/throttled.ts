/** throttled for Go: GCRA with its period cut to whole nanoseconds, and a burst that is one less than the capacity. */
import type { TokenBucketParams, TokenBucketState } from '../limiters/tokenBucket.ts';
import { arrivalTimeByInterval } from './intervalBucket.ts';
import { systemOf, type System } from './system.ts';

export const throttled: System<TokenBucketParams, TokenBucketState> = {
  ...arrivalTimeByInterval,
  ...systemOf('throttled'),
  traits: { monotone: null, boundsAnyCost: true },
  summary: 'GCRA on nanoseconds for Go; MaxBurst comes on top of the first request.',
  rule:
    'Each request advances the theoretical arrival time by one period, T/n rounded down to whole nanoseconds. It is admitted ' +
    'while that time is at most MaxBurst + 1 periods ahead of now.',
  story: {
    keywords: ['Go', 'golang'],
    product: 'throttled v2, a package for Go',
    release: 'commit 9e814f27',
    source: 'throttled/throttled, rate.go',
    evidence: 'source read',
    equals: 'gcra',
    runs: 'per process',
    traps: ['MaxBurst 0 admits one at once: the capacity is MaxBurst + 1.'],
  },
};
