import type { Edition } from '../../sim/limiters/limiter.ts';
import { buckets } from './buckets.ts';
import { libraries } from './libraries.ts';
import { logsAndCounters } from './logsAndCounters.ts';
import type { Loop, Loops } from './loop.ts';
import { oneNumber } from './oneNumber.ts';
import { queuesAndPacing } from './queuesAndPacing.ts';
import { windows } from './windows.ts';

/** One for every limiter and edition. */
export const loops: Loops = {
  ...windows,
  ...logsAndCounters,
  ...buckets,
  ...oneNumber,
  ...queuesAndPacing,
  ...libraries,
};

/**
 * The loop for a limiter's edition.
 * @throws {Error} when nobody has written one
 */
export function specialisedLoop(limiter: string, edition: Edition): Loop {
  const loop = loops[`${limiter} ${edition}`];
  if (loop === undefined) throw new Error(`Nobody has written a loop for ${limiter}, ${edition}.`);
  return loop as Loop;
}
