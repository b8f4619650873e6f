/**
 * npm's `rate-limiter-flexible`, in memory. Points are counted in a window that opens at the key's first request. In one run
 * costs are all 1, in others they are not: of larger ones it also charges those that it refuses, so that a smaller one after
 * them is refused too. Two have what it offers besides, a block and a second window for bursts.
 */
import { join } from 'node:path';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { MILLISECOND, SECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { probe, type ProbeAnswer } from './probeTraffic.ts';
import { packageVersion } from './packageVersion.ts';

const POINTS = 7;
const DURATION = 10;

interface RunConfig {
  readonly blockDuration?: number;
  readonly burst?: { readonly points: number; readonly duration: number };
  readonly keys: number;
  readonly maxCost: number;
  readonly stream: number;
}

const RUNS: Readonly<Record<string, RunConfig>> = {
  costs: { keys: 2, maxCost: 8, stream: 22 },
  'block-short': { blockDuration: 3, keys: 1, maxCost: 3, stream: 23 },
  'block-long': { blockDuration: 25, keys: 2, maxCost: 1, stream: 24 },
  burst: { burst: { points: 4, duration: 20 }, keys: 1, maxCost: 3, stream: 25 },
};

function limiterOf({ blockDuration = 0, burst }: RunConfig): RateLimiterMemory | BurstyRateLimiter {
  const main = new RateLimiterMemory({ points: POINTS, duration: DURATION, blockDuration });
  if (burst === undefined) return main;
  return new BurstyRateLimiter(main, new RateLimiterMemory({ keyPrefix: 'burst', ...burst }));
}

/** As `memory`, but told nothing besides what was decided: waits and points are those of the window that was asked last. */
async function recordRun(run: RunConfig): Promise<Recording> {
  const { blockDuration = 0, burst, keys, maxCost, stream } = run;
  const policy = { n: POINTS, T: DURATION * SECOND, capacity: POINTS };
  const rows = await withFakeClock(async (clock) => {
    const limiter = limiterOf(run);
    const plan = { policy, unit: MILLISECOND, keys, maxCost, stream, aimsAtEdges: true };
    return probe(plan, async ({ at, key, cost }) => {
      clock.advanceTo(at);
      try {
        await limiter.consume(`user ${key}`, cost);
        return { outcome: 'A' };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { outcome: 'D', retryIn: refusal.msBeforeNext * MILLISECOND } satisfies ProbeAnswer;
      }
    });
  });
  const main = `new RateLimiterMemory({ points: ${POINTS}, duration: ${DURATION}, blockDuration: ${blockDuration} })`;
  const bursts = burst && { burstPoints: burst.points, burstDuration: burst.duration };
  return {
    system: packageVersion(join(root, 'node_modules'), 'rate-limiter-flexible'),
    setting: `${burst ? `new BurstyRateLimiter(${main}, new RateLimiterMemory({ keyPrefix: 'burst', points: ${burst.points}, duration: ${burst.duration} }))` : main}; consume(key, cost)`,
    clock: 'Date.now and timers are replaced, in whole ms',
    like: [{ limiter: 'rate-limiter-flexible', options: { blockDuration, ...bursts } }],
    policy,
    unit: MILLISECOND,
    rows,
  };
}

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
    const recordings = new Map<string, Recording>([
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
    for (const [name, run] of Object.entries(RUNS)) recordings.set(name, await recordRun(run));
    return recordings;
  },
};
