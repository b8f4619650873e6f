/** The catalogue, in the order in which the picker shows it. Real systems are loaded when they are needed. */
import { cooldownScore } from './cooldownScore.ts';
import { fixedWindow } from './fixedWindow.ts';
import { gcra } from './gcra.ts';
import { hybrid } from './hybrid.ts';
import { leakyInterval } from './leakyInterval.ts';
import { leakyMeter } from './leakyMeter.ts';
import { leakyQueue } from './leakyQueue.ts';
import type { Limiter } from './limiter.ts';
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
  // Queues and pacing
  leakyInterval,
  leakyQueue,
];

const byId = new Map(catalogue.map((limiter) => [limiter.id, limiter]));
const added: Limiter[] = [];

/** Adds limiters that are loaded when they are needed; those that are known stay as they are. */
export function addLimiters(limiters: readonly Limiter[]): void {
  for (const limiter of limiters) {
    if (byId.has(limiter.id)) continue;
    byId.set(limiter.id, limiter);
    added.push(limiter);
  }
}

/** The catalogue, and what was added to it. */
export function knownLimiters(): readonly Limiter[] {
  return [...catalogue, ...added];
}

/** The limiter of that id, if there is one. */
export function limiterById(id: string): Limiter | undefined {
  return byId.get(id);
}
