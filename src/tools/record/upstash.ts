/**
 * npm's `@upstash/ratelimit`, whose counts are in a real Redis. It needs, as Debian packages them,
 *
 *   apt-get install redis-server gcc
 *
 * The package hands its clock, `Date.now`, to its scripts; Redis's own is only asked when a key expires, and `stoppedClock.c`
 * gives it the same. Upstash's Redis knows a flag in the first line of a script that Redis itself refuses: it is left out.
 * Nothing else of the scripts is changed.
 */
import { join } from 'node:path';
import { Ratelimit } from '@upstash/ratelimit';
import { MILLISECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import { packageVersion } from './packageVersion.ts';
import { probe, type ProbeAnswer, type ProbePlan } from './probeTraffic.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { CLOCK_ORIGIN } from './stoppedClock.ts';
import { withStoppedRedis } from './stoppedRedis.ts';

type Client = Awaited<ReturnType<Parameters<Parameters<typeof withStoppedRedis>[0]>[0]['client']>>;

interface RunConfig {
  readonly algorithm: 'slidingWindow' | 'fixedWindow' | 'tokenBucket';
  readonly tokens: number;
  /** Milliseconds. */
  readonly window: number;
  /** Of the token bucket. */
  readonly maxTokens?: number;
  readonly ephemeralCache: boolean;
  readonly probePlan: Pick<ProbePlan, 'keys' | 'maxCost' | 'stream'>;
}

const RUNS: Readonly<Record<string, RunConfig>> = {
  sliding: {
    algorithm: 'slidingWindow',
    tokens: 6,
    window: 1000,
    ephemeralCache: false,
    probePlan: { keys: 2, maxCost: 1, stream: 151 },
  },
  'sliding-costs': {
    algorithm: 'slidingWindow',
    tokens: 10,
    window: 7000,
    ephemeralCache: false,
    probePlan: { keys: 1, maxCost: 11, stream: 152 },
  },
  'sliding-cache': {
    algorithm: 'slidingWindow',
    tokens: 8,
    window: 60_000,
    ephemeralCache: true,
    probePlan: { keys: 2, maxCost: 3, stream: 153 },
  },
  fixed: {
    algorithm: 'fixedWindow',
    tokens: 5,
    window: 3001,
    ephemeralCache: false,
    probePlan: { keys: 1, maxCost: 6, stream: 154 },
  },
  'fixed-cache': {
    algorithm: 'fixedWindow',
    tokens: 10,
    window: 10_000,
    ephemeralCache: true,
    probePlan: { keys: 1, maxCost: 3, stream: 155 },
  },
  bucket: {
    algorithm: 'tokenBucket',
    tokens: 3,
    window: 1000,
    maxTokens: 8,
    ephemeralCache: false,
    probePlan: { keys: 2, maxCost: 9, stream: 156 },
  },
  'bucket-cache': {
    algorithm: 'tokenBucket',
    tokens: 5,
    window: 500,
    maxTokens: 7,
    ephemeralCache: true,
    probePlan: { keys: 1, maxCost: 3, stream: 157 },
  },
};

const FLAG = /^#!lua flags=allow-key-locking\n/;

/** What the package asks of a Redis, of which it wants numbers and texts as they are. */
function asUpstashRedis(client: Client) {
  return {
    evalsha: () => Promise.reject(new Error('NOSCRIPT: it is sent whole each time')),
    eval: (script: string, keys: readonly string[], args: readonly unknown[]) =>
      client.eval(script.replace(FLAG, ''), { keys: [...keys], arguments: args.map(String) }),
  };
}

function limiterOf({ algorithm, tokens, window, maxTokens = 0 }: RunConfig) {
  const span = `${window} ms` as const;
  if (algorithm === 'tokenBucket') return Ratelimit.tokenBucket(tokens, span, maxTokens);
  return Ratelimit[algorithm](tokens, span);
}

function settingOf({ algorithm, tokens, window, maxTokens, ephemeralCache }: RunConfig): string {
  const args = [tokens, `"${window} ms"`, ...(maxTokens === undefined ? [] : [maxTokens])];
  return `new Ratelimit({ redis, limiter: Ratelimit.${algorithm}(${args.join(', ')})${ephemeralCache ? '' : ', ephemeralCache: false'} }); limit(key, { rate })`;
}

function recordRun(run: RunConfig): Promise<Recording> {
  const { algorithm, tokens, window, maxTokens, ephemeralCache, probePlan } = run;
  const policy = { n: tokens, T: window * MILLISECOND, capacity: maxTokens ?? tokens };
  const unit = MILLISECOND;
  return withStoppedRedis(async (server, redisClock) => {
    const client = await server.client();
    try {
      const rows = await withFakeClock(async (clock) => {
        if (Date.now() !== CLOCK_ORIGIN) throw new Error('The clocks of the package and of Redis differ.');
        const limiter = new Ratelimit({
          redis: asUpstashRedis(client) as never,
          limiter: limiterOf(run),
          timeout: 0,
          enableTelemetry: false,
          ...(ephemeralCache ? {} : { ephemeralCache: false }),
        });
        return probe({ ...probePlan, policy, unit, aimsAtEdges: true }, async ({ at, key, cost }) => {
          clock.advanceTo(at);
          redisClock.set(at);
          const { success, reset } = await limiter.limit(`user ${key}`, { rate: cost });
          if (success) return { outcome: 'A' };
          return { outcome: 'D', retryIn: Math.max(0, reset - Date.now()) * MILLISECOND } satisfies ProbeAnswer;
        });
      });
      return {
        system: packageVersion(join(root, 'node_modules'), '@upstash/ratelimit'),
        setting: settingOf(run),
        clock: 'Date.now is replaced, in whole ms, and Redis is given the same',
        epoch: CLOCK_ORIGIN / 1000,
        like: [{ limiter: 'upstash', options: { algorithm, ephemeralCache: `${ephemeralCache}` } }],
        policy,
        unit,
        rows,
      };
    } finally {
      client.destroy();
    }
  });
}

export const upstash: Recorder = {
  name: 'upstash',

  async record() {
    const recordings = new Map<string, Recording>();
    for (const [name, run] of Object.entries(RUNS)) recordings.set(name, await recordRun(run));
    return recordings;
  },
};
