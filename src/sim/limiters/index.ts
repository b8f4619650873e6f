/** The catalogue, in the order in which the picker shows it. */
import { cooldownScore } from './cooldownScore.ts';
import { exponential } from './exponential.ts';
import { fixedWindow } from './fixedWindow.ts';
import { gcra } from './gcra.ts';
import { guavaBursty } from './guavaBursty.ts';
import { guavaWarmingUp } from './guavaWarmingUp.ts';
import { hybrid } from './hybrid.ts';
import { leakyInterval } from './leakyInterval.ts';
import { leakyMeter } from './leakyMeter.ts';
import { leakyQueue } from './leakyQueue.ts';
import type { Limiter } from './limiter.ts';
import { nginxLimitReq } from './nginxLimitReq.ts';
import { quotaAndLinear } from './quotaAndLinear.ts';
import { quotaReset } from './quotaReset.ts';
import { simpleWindow } from './simpleWindow.ts';
import { slidingCounter } from './slidingCounter.ts';
import { slidingLog } from './slidingLog.ts';
import { subWindow } from './subWindow.ts';
import { tokenBucket } from './tokenBucket.ts';
import { tokenBucketLazy } from './tokenBucketLazy.ts';
import { tokenBucketThrottler } from './tokenBucketThrottler.ts';
import { tokenBucketTicked } from './tokenBucketTicked.ts';

export const catalogue: readonly Limiter[] = [
  // Windows
  fixedWindow,
  simpleWindow,
  quotaReset,
  // Logs and counters
  slidingLog,
  slidingCounter,
  subWindow,
  // Buckets
  tokenBucket,
  leakyMeter,
  tokenBucketTicked,
  tokenBucketLazy,
  tokenBucketThrottler,
  quotaAndLinear,
  hybrid,
  // One number
  gcra,
  cooldownScore,
  exponential,
  // Queues and pacing
  leakyInterval,
  leakyQueue,
  // Libraries
  nginxLimitReq,
  guavaBursty,
  guavaWarmingUp,
];

const byId = new Map(catalogue.map((limiter) => [limiter.id, limiter]));

/** The limiter of that id, if there is one. */
export function limiterById(id: string): Limiter | undefined {
  return byId.get(id);
}
