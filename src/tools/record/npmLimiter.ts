/**
 * npm's `limiter`: its `TokenBucket`, and its `RateLimiter`, a bucket with a count for each interval beside it. Both count
 * in doubles and read `performance.now`, in milliseconds; a fake one replaces it. Where `tokensPerInterval /
 * interval` is a power of two and instants are multiples of 1/8 ms, all their doubles are exact. Elsewhere rounding decides
 * an exact tie, one way or the other, so there the traffic does not look for any.
 */
import { join } from 'node:path';
import { RateLimiter, TokenBucket, type TokenBucketOpts } from 'limiter';
import { MILLISECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import type { Recorder } from './recorder.ts';
import type { LimiterMatch, Recording } from './recording.ts';
import { probe, type ProbeAnswer, type ProbePlan } from './probeTraffic.ts';
import { packageVersion } from './packageVersion.ts';

const SYSTEM = packageVersion(join(root, 'node_modules'), 'limiter');
const CLOCK = 'performance.now is replaced, in ms; the object is made';

type BucketOptions = Omit<TokenBucketOpts, 'parentBucket'> & { readonly interval: number };

const policyOf = ({ bucketSize, tokensPerInterval, interval }: BucketOptions) => ({
  n: tokensPerInterval,
  T: interval * MILLISECOND,
  capacity: bucketSize,
});

/** The milliseconds after which a bucket holds so many tokens. */
const millisecondsUntil = ({ content, interval, tokensPerInterval }: TokenBucket, tokens: number) =>
  Math.max(0, ((tokens - content) * interval) / tokensPerInterval);

interface BucketRecording {
  readonly options: BucketOptions;
  /** Whether all doubles on the way are exact. Where not, ties are left to chance and what is left is not recorded. */
  readonly exact: boolean;
  readonly fill: 'full' | 'empty';
  readonly probePlan: Omit<ProbePlan, 'policy' | 'aimsAtEdges'>;
  readonly like: readonly [LimiterMatch, ...LimiterMatch[]];
}

function recordBucket({ options, exact, fill, probePlan, like }: BucketRecording): Promise<Recording> {
  const policy = policyOf(options);
  return withFakeClock(async (clock) => {
    const buckets = Array.from({ length: probePlan.keys }, () => new TokenBucket(options));
    if (fill === 'full') for (const bucket of buckets) bucket.content = bucket.bucketSize;
    const rows = await probe({ ...probePlan, policy, aimsAtEdges: exact }, ({ at, key, cost }): ProbeAnswer => {
      clock.advanceTo(at);
      const bucket = buckets[key] as TokenBucket;
      const admitted = bucket.tryRemoveTokens(cost);
      bucket.drip(); // a cost above its size is refused before it looks at the clock
      const left = exact ? { remaining: bucket.content } : {};
      if (admitted) return { ...left, outcome: 'A' };
      if (cost > bucket.bucketSize) return { ...left, outcome: 'D', wait: null };
      const wait = bucket.getWaitTime(cost) * MILLISECOND;
      return { ...left, outcome: 'D', wait, retryIn: millisecondsUntil(bucket, cost) * MILLISECOND };
    });
    const filled = fill === 'full' ? ', content = bucketSize' : '';
    return {
      system: SYSTEM,
      setting: `new TokenBucket(${JSON.stringify(options)})${filled}; tryRemoveTokens(cost), getWaitTime(cost)`,
      clock: `${CLOCK} at 0`,
      like,
      policy,
      unit: probePlan.unit,
      ...(exact ? {} : { tiesLeftToChance: true }),
      rows,
    };
  });
}

/** One is made for each key when it first comes, and its interval begins. No cost is above its tokens. */
function recordRateLimiter(
  options: { readonly tokensPerInterval: number; readonly interval: number },
  course: Omit<ProbePlan, 'policy' | 'aimsAtEdges'>,
): Promise<Recording> {
  const policy = policyOf({ ...options, bucketSize: options.tokensPerInterval });
  return withFakeClock(async (clock) => {
    const limiters: RateLimiter[] = [];
    const rows = await probe({ ...course, policy, aimsAtEdges: true }, ({ at, key, cost }): ProbeAnswer => {
      clock.advanceTo(at);
      const rateLimiter = (limiters[key] ??= new RateLimiter(options));
      const { tokenBucket } = rateLimiter;
      const admitted = rateLimiter.tryRemoveTokens(cost);
      tokenBucket.drip();
      const allowance = options.tokensPerInterval - rateLimiter.tokensThisInterval;
      const remaining = Math.min(tokenBucket.content, allowance);
      if (admitted) return { outcome: 'A', remaining };
      const windowWait = cost > allowance ? rateLimiter.curIntervalStart + options.interval - performance.now() : 0;
      const edge = Math.max(windowWait, millisecondsUntil(tokenBucket, cost)) * MILLISECOND;
      return { outcome: 'D', remaining, wait: rateLimiter.getWaitTime(cost) * MILLISECOND, retryIn: edge };
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

const BUCKET_MATCHES = [{ limiter: 'token-bucket' }, { limiter: 'gcra' }, { limiter: 'leaky-meter' }] as const;

export const npmLimiter: Recorder = {
  name: 'limiter',

  async record() {
    return new Map([
      [
        'bucket',
        await recordBucket({
          options: { bucketSize: 5, tokensPerInterval: 125, interval: 1000 },
          exact: true,
          fill: 'full',
          probePlan: { unit: 125, keys: 2, maxCost: 6, stream: 1 },
          like: BUCKET_MATCHES,
        }),
      ],
      [
        'bucket-from-empty',
        await recordBucket({
          options: { bucketSize: 3, tokensPerInterval: 1, interval: 1024 },
          exact: true,
          fill: 'empty',
          probePlan: { unit: 125, keys: 1, maxCost: 4, stream: 2 },
          like: [{ limiter: 'token-bucket', options: { start: 'empty' } }],
        }),
      ],
      [
        'bucket-inexact',
        await recordBucket({
          options: { bucketSize: 10, tokensPerInterval: 10, interval: 60_000 },
          exact: false,
          fill: 'full',
          probePlan: { unit: 1, keys: 1, maxCost: 11, stream: 3 },
          like: BUCKET_MATCHES,
        }),
      ],
      [
        'rate-limiter',
        await recordRateLimiter(
          { tokensPerInterval: 8, interval: 1024 },
          { unit: 125, keys: 2, maxCost: 8, stream: 4 },
        ),
      ],
    ]);
  },
};
