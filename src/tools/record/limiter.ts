/**
 * npm's `limiter`: its `TokenBucket`, and its `RateLimiter`, a bucket with a count for each interval beside it. Both count
 * in doubles and read `performance.now`, in milliseconds; a false one is put in its place. Where `tokensPerInterval /
 * interval` is a power of two and instants are multiples of 1/8 ms, all their doubles are exact. Elsewhere rounding decides
 * an exact tie, one way or the other, so there the traffic does not look for any.
 */
import { join } from 'node:path';
import { RateLimiter, TokenBucket, type TokenBucketOpts } from 'limiter';
import { MILLISECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { underFalseClock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import type { Like, Recording } from './recording.ts';
import { ask, type Answer, type Course } from './traffic.ts';
import { packageIn } from './versions.ts';

const SYSTEM = packageIn(join(root, 'node_modules'), 'limiter');
const CLOCK = 'performance.now is replaced, in ms; the object is made';

type Bucket = Omit<TokenBucketOpts, 'parentBucket'> & { readonly interval: number };

const policyOf = ({ bucketSize, tokensPerInterval, interval }: Bucket) => ({
  n: tokensPerInterval,
  T: interval * MILLISECOND,
  capacity: bucketSize,
});

/** The milliseconds after which a bucket holds so many tokens. */
const until = ({ content, interval, tokensPerInterval }: TokenBucket, tokens: number) =>
  Math.max(0, ((tokens - content) * interval) / tokensPerInterval);

interface BucketRun {
  readonly options: Bucket;
  /** Whether all doubles on the way are exact. Where not, ties are left to chance and what is left is not recorded. */
  readonly exact: boolean;
  readonly start: 'full' | 'empty';
  readonly course: Omit<Course, 'policy' | 'aims'>;
  readonly like: readonly [Like, ...Like[]];
}

function bucketRun({ options, exact, start, course, like }: BucketRun): Promise<Recording> {
  const policy = policyOf(options);
  return underFalseClock(async (clock) => {
    const buckets = Array.from({ length: course.keys }, () => new TokenBucket(options));
    if (start === 'full') for (const bucket of buckets) bucket.content = bucket.bucketSize;
    const rows = await ask({ ...course, policy, aims: exact }, ({ at, key, cost }): Answer => {
      clock.set(at);
      const bucket = buckets[key] as TokenBucket;
      const admitted = bucket.tryRemoveTokens(cost);
      bucket.drip(); // a cost above its size is refused before it looks at the clock
      const left = exact ? { remaining: bucket.content } : {};
      if (admitted) return { ...left, outcome: 'A' };
      if (cost > bucket.bucketSize) return { ...left, outcome: 'D', wait: null };
      const wait = bucket.getWaitTime(cost) * MILLISECOND;
      return { ...left, outcome: 'D', wait, edge: until(bucket, cost) * MILLISECOND };
    });
    const filled = start === 'full' ? ', content = bucketSize' : '';
    return {
      system: SYSTEM,
      setting: `new TokenBucket(${JSON.stringify(options)})${filled}; tryRemoveTokens(cost), getWaitTime(cost)`,
      clock: `${CLOCK} at 0`,
      like,
      policy,
      unit: course.unit,
      ...(exact ? {} : { tiesLeftToChance: true }),
      rows,
    };
  });
}

/** One is made for each key when it first comes, and its interval begins. No cost is above its tokens. */
function rateLimiterRun(
  options: { readonly tokensPerInterval: number; readonly interval: number },
  course: Omit<Course, 'policy' | 'aims'>,
): Promise<Recording> {
  const policy = policyOf({ ...options, bucketSize: options.tokensPerInterval });
  return underFalseClock(async (clock) => {
    const limiters: RateLimiter[] = [];
    const rows = await ask({ ...course, policy, aims: true }, ({ at, key, cost }): Answer => {
      clock.set(at);
      const made = (limiters[key] ??= new RateLimiter(options));
      const { tokenBucket } = made;
      const admitted = made.tryRemoveTokens(cost);
      tokenBucket.drip();
      const allowance = options.tokensPerInterval - made.tokensThisInterval;
      const remaining = Math.min(tokenBucket.content, allowance);
      if (admitted) return { outcome: 'A', remaining };
      const closed = cost > allowance ? made.curIntervalStart + options.interval - performance.now() : 0;
      const edge = Math.max(closed, until(tokenBucket, cost)) * MILLISECOND;
      return { outcome: 'D', remaining, wait: made.getWaitTime(cost) * MILLISECOND, edge };
    });
    return {
      system: SYSTEM,
      setting: `new RateLimiter(${JSON.stringify(options)}); tryRemoveTokens(cost), getWaitTime(cost)`,
      clock: `${CLOCK} at the key's first request`,
      like: [{ limiter: 'quota-and-linear' }],
      policy,
      unit: course.unit,
      rows,
    };
  });
}

const BUCKETS = [{ limiter: 'token-bucket' }, { limiter: 'gcra' }, { limiter: 'leaky-meter' }] as const;

export const limiter: Recorder = {
  name: 'limiter',

  async record() {
    return new Map([
      [
        'bucket',
        await bucketRun({
          options: { bucketSize: 5, tokensPerInterval: 125, interval: 1000 },
          exact: true,
          start: 'full',
          course: { unit: 125, keys: 2, mostCost: 6, stream: 1 },
          like: BUCKETS,
        }),
      ],
      [
        'bucket-from-empty',
        await bucketRun({
          options: { bucketSize: 3, tokensPerInterval: 1, interval: 1024 },
          exact: true,
          start: 'empty',
          course: { unit: 125, keys: 1, mostCost: 4, stream: 2 },
          like: [{ limiter: 'token-bucket', options: { start: 'empty' } }],
        }),
      ],
      [
        'bucket-inexact',
        await bucketRun({
          options: { bucketSize: 10, tokensPerInterval: 10, interval: 60_000 },
          exact: false,
          start: 'full',
          course: { unit: 1, keys: 1, mostCost: 11, stream: 3 },
          like: BUCKETS,
        }),
      ],
      [
        'rate-limiter',
        await rateLimiterRun({ tokensPerInterval: 8, interval: 1024 }, { unit: 125, keys: 2, mostCost: 8, stream: 4 }),
      ],
    ]);
  },
};
