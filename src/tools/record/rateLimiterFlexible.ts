/**
 * npm's `rate-limiter-flexible`, in memory. Points are counted in a window that opens at the key's first request. Costs
 * are all 1 here: of larger ones it also charges those that it refuses, so that a smaller one after them is refused too.
 */
import { join } from 'node:path';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { MILLISECOND, SECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import type { Recorder } from './recorder.ts';
import { probe, type ProbeAnswer } from './probeTraffic.ts';
import { packageVersion } from './packageVersion.ts';

const POINTS = 7;
const DURATION = 10;

export const rateLimiterFlexible: Recorder = {
  name: 'rate-limiter-flexible',

  async record() {
    const policy = { n: POINTS, T: DURATION * SECOND, capacity: POINTS };
    const unit = MILLISECOND;
    const rows = await withFakeClock(async (clock) => {
      const limiter = new RateLimiterMemory({ points: POINTS, duration: DURATION });
      return probe({ policy, unit, keys: 2, maxCost: 1, stream: 21, aimsAtEdges: true }, async ({ at, key, cost }) => {
        clock.advanceTo(at);
        try {
          const { remainingPoints } = await limiter.consume(key, cost);
          return { outcome: 'A', remaining: remainingPoints };
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          const wait = refusal.msBeforeNext * MILLISECOND;
          return { outcome: 'D', wait, retryIn: wait, remaining: refusal.remainingPoints } satisfies ProbeAnswer;
        }
      });
    });
    return new Map([
      [
        'memory',
        {
          system: packageVersion(join(root, 'node_modules'), 'rate-limiter-flexible'),
          setting: `new RateLimiterMemory({ points: ${POINTS}, duration: ${DURATION} }); consume(key), msBeforeNext, remainingPoints`,
          clock: 'Date.now and timers are replaced, in whole ms',
          like: [{ limiter: 'quota-reset' }],
          policy,
          unit,
          rows,
        },
      ],
    ]);
  },
};
