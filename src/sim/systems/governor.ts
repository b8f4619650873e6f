/** governor, the rate limiter of Rust: GCRA with the replenish period cut to whole nanoseconds. */
import type { TokenBucketParams, TokenBucketState } from '../limiters/tokenBucket.ts';
import { arrivalTimeByInterval } from './intervalBucket.ts';
import { systemOf, type System } from './system.ts';

export const governor: System<TokenBucketParams, TokenBucketState> = {
  ...arrivalTimeByInterval,
  ...systemOf('governor'),
  traits: { monotone: null, boundsAnyCost: true },
  summary: 'GCRA on nanoseconds: one instant per key, and a burst above it.',
  rule:
    'Each request advances the theoretical arrival time by one replenish period, T/n rounded down to whole nanoseconds. It is ' +
    'admitted while that time is at most a burst of periods ahead of now.',
  story: {
    keywords: ['Rust', 'crate'],
    product: 'governor, a crate for Rust',
    release: '0.10.4',
    source: 'boinkor-net/governor, governor/src/gcra.rs',
    evidence: 'source read',
    equals: 'gcra',
    runs: 'per process',
    traps: ['A period that is not whole nanoseconds is rounded down, so the rate is slightly higher than asked for.'],
  },
};
