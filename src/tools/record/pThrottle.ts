/**
 * npm's `p-throttle`. It refuses nothing but a weight above its limit, and starts the rest sooner or later: what is recorded
 * is when each function was started. Its clock is `Date.now`, and its waits are timers of Node. A function's weight is
 * asked in windows only: with `strict` it makes another algorithm of it, which our rule does not have.
 */
import { join } from 'node:path';
import pThrottle from 'p-throttle';
import { MILLISECOND } from '../../sim/time.ts';
import { root } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import { packageVersion } from './packageVersion.ts';
import { probe, type ProbePlan } from './probeTraffic.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedRequest, Recording } from './recording.ts';

interface RunConfig {
  readonly limit: number;
  /** Milliseconds. */
  readonly interval: number;
  readonly strict: boolean;
  readonly probePlan: Pick<ProbePlan, 'keys' | 'maxCost' | 'stream'>;
}

const RUNS: Readonly<Record<string, RunConfig>> = {
  windows: { limit: 5, interval: 1000, strict: false, probePlan: { keys: 2, maxCost: 1, stream: 141 } },
  weights: { limit: 7, interval: 10_000, strict: false, probePlan: { keys: 1, maxCost: 8, stream: 142 } },
  strict: { limit: 4, interval: 1000, strict: true, probePlan: { keys: 2, maxCost: 1, stream: 143 } },
  'strict-uneven': { limit: 3, interval: 100, strict: true, probePlan: { keys: 1, maxCost: 1, stream: 144 } },
};

function recordRun({ limit, interval, strict, probePlan }: RunConfig): Promise<Recording> {
  const policy = { n: limit, T: interval * MILLISECOND, capacity: limit };
  const unit = MILLISECOND;
  const weighed = probePlan.maxCost > 1;
  return withFakeClock(async (clock) => {
    const origin = Date.now();
    /** When each request was started, in milliseconds of the clock. */
    const started: (number | undefined)[] = [];
    const noteStart = (index: number, _cost: number) => {
      started[index] = Date.now();
      return Promise.resolve();
    };
    const settings = { limit, interval, strict };
    const functions = Array.from({ length: probePlan.keys }, () =>
      pThrottle({ ...settings, ...(weighed ? { weight: (_index: number, cost: number) => cost } : {}) })(noteStart),
    );
    const refused = new Set<number>();
    const noteRefusal = (index: number, error: unknown) => {
      if (!(error instanceof TypeError && error.message.startsWith('Expected `weight`'))) throw error;
      refused.add(index);
    };
    let asked = 0;
    const rows = await probe({ ...probePlan, policy, unit, aimsAtEdges: true }, async ({ at, key, cost }) => {
      clock.advanceTo(at);
      const index = asked++;
      functions[key]?.(index, cost).catch((error: unknown) => noteRefusal(index, error));
      await Promise.resolve();
      await Promise.resolve();
      // Those that wait are told apart when all have been started.
      return { outcome: refused.has(index) ? 'D' : 'A', retryIn: started[index] === undefined ? policy.T : 0 };
    });
    clock.advanceTo((rows.at(-1)?.at ?? 0) + rows.length * policy.T);
    return {
      system: packageVersion(join(root, 'node_modules'), 'p-throttle'),
      setting: `pThrottle(${JSON.stringify(settings)})${weighed ? ', weight: (cost) => cost' : ''}`,
      clock: 'Date.now and timers are replaced, in whole ms',
      like: [{ limiter: 'p-throttle', options: { strict: `${strict}` } }],
      policy,
      unit,
      rows: rows.map((row, index): RecordedRequest => {
        if (row.outcome === 'D') return row;
        const wait = (started[index]! - origin) * MILLISECOND - row.at;
        return wait > 0 ? { ...row, outcome: 'W', wait } : row;
      }),
    };
  });
}

export const pThrottleRecorder: Recorder = {
  name: 'p-throttle',

  async record() {
    const recordings = new Map<string, Recording>();
    for (const [name, run] of Object.entries(RUNS)) recordings.set(name, await recordRun(run));
    return recordings;
  },
};
