import type { Edition } from '../../sim/limiters/limiter.ts';
import { bucketLoops } from './buckets.ts';
import { libraryLoops } from './libraries.ts';
import { logAndCounterLoops } from './logsAndCounters.ts';
import type { DecisionLoop, DecisionLoops } from './decisionLoop.ts';
import { oneNumberLoops } from './oneNumber.ts';
import { queueLoops } from './queuesAndPacing.ts';
import { systemBucketLoops } from './systemBuckets.ts';
import { systemWindowLoops } from './systemWindows.ts';
import { windowLoops } from './windows.ts';

/** By limiter and edition. One without a loop is listed in the benchmark without a comparison. */
export const decisionLoops: DecisionLoops = {
  ...windowLoops,
  ...logAndCounterLoops,
  ...bucketLoops,
  ...oneNumberLoops,
  ...queueLoops,
  ...libraryLoops,
  ...systemWindowLoops,
  ...systemBucketLoops,
};

export function hasSpecialisedLoop(limiter: string, edition: Edition): boolean {
  return `${limiter} ${edition}` in decisionLoops;
}

/**
 * The loop for a limiter's edition.
 * @throws {Error} when there is none
 */
export function specialisedLoop(limiter: string, edition: Edition): DecisionLoop {
  const loop = decisionLoops[`${limiter} ${edition}`];
  if (loop === undefined) throw new Error(`There is no hand-written loop for ${limiter}, ${edition}.`);
  return loop as DecisionLoop;
}
