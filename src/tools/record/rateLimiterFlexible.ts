/**
 * npm's `rate-limiter-flexible`, in memory. Points are counted in a window that opens at the key's first request. Costs
 * are all 1 here: of larger ones it also charges those that it refuses, so that a smaller one after them is refused too.
 */
import { join } from 'node:path';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { MILLISECOND, SECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { underFalseClock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import { ask, type Answer } from './traffic.ts';
import { packageIn } from './versions.ts';

const POINTS = 7;
const DURATION = 10;

export const rateLimiterFlexible: Recorder = {
  name: 'rate-limiter-flexible',

  async record() {
    const policy = { n: POINTS, T: DURATION * SECOND, capacity: POINTS };
    const unit = MILLISECOND;
    const rows = await underFalseClock(async (clock) => {
      const limiter = new RateLimiterMemory({ points: POINTS, duration: DURATION });
      return ask({ policy, unit, keys: 2, mostCost: 1, stream: 21, aims: true }, async ({ at, key, cost }) => {
        clock.set(at);
        try {
          const { remainingPoints } = await limiter.consume(key, cost);
          return { outcome: 'A', remaining: remainingPoints };
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          const wait = refusal.msBeforeNext * MILLISECOND;
          return { outcome: 'D', wait, edge: wait, remaining: refusal.remainingPoints } satisfies Answer;
        }
      });
    });
    return new Map([
      [
        'memory',
        {
          system: packageIn(join(root, 'node_modules'), 'rate-limiter-flexible'),
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
