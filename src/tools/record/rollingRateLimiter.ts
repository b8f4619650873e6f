/**
 * npm's `rolling-rate-limiter`, in memory. `limit` writes every attempt into the log of its id, refused ones too; asked
 * with `wouldLimit` first, and counted only if that admits, it writes down what it admits. Its clock is the native
 * package `microtime`, in whole microseconds.
 *
 * Nothing else here needs a package with native code, so it is no dependency of ours: each time, this very version is
 * installed in a temporary folder, no script of it is run, and a fake `microtime` is in place before the real one
 * would be loaded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MILLISECOND } from '../../sim/time.ts';
import { npm, ExpectedError } from '../run.mjs';
import { withFakeClock } from './fakeClock.ts';
import type { Recorder } from './recorder.ts';
import type { LimiterMatch, Recording } from './recording.ts';
import { probe, type ProbeAnswer, type ProbePlan } from './probeTraffic.ts';
import { packageVersion } from './packageVersion.ts';

const PACKAGE = 'rolling-rate-limiter';
const VERSION = '0.4.2';
const CLOCK = 'microtime';

interface LimitInfo {
  readonly blocked: boolean;
  readonly millisecondsUntilAllowed: number;
  readonly actionsRemaining: number;
}

interface InMemoryRateLimiter {
  /** Instants in the log, by id. */
  readonly storage: Readonly<Record<number, readonly number[] | undefined>>;
  limitWithInfo(id: number): Promise<LimitInfo>;
  wouldLimitWithInfo(id: number): Promise<LimitInfo>;
}

interface Library {
  readonly InMemoryRateLimiter: new (options: { interval: number; maxInInterval: number }) => InMemoryRateLimiter;
}

/** The fake `microtime`: any time of day except 0. */
const CLOCK_START = 1_893_456_000_000_000;
let now = CLOCK_START;

/** The library from `folder`, with the fake clock. */
function loadLibrary(folder: string): Library {
  const require = createRequire(join(folder, 'index.js'));
  const microtime = require.resolve(CLOCK);
  require.cache[microtime] = { exports: { now: () => now } } as NodeModule;
  return require(PACKAGE) as Library;
}

interface RunConfig {
  readonly maxInInterval: number;
  /** Milliseconds. */
  readonly interval: number;
  readonly probePlan: Pick<ProbePlan, 'unit' | 'keys' | 'stream'>;
  /** Whether `wouldLimit` is asked first, and an attempt that it refuses is not counted. */
  readonly checksFirst: boolean;
  readonly like: LimiterMatch;
}

function recordRun(
  library: Library,
  system: string,
  { maxInInterval, interval, probePlan, checksFirst, like }: RunConfig,
): Promise<Recording> {
  const options = { interval, maxInInterval };
  const policy = { n: maxInInterval, T: interval * MILLISECOND, capacity: maxInInterval };
  return withFakeClock(async (clock) => {
    const limiter = new library.InMemoryRateLimiter(options);
    const rows = await probe(
      { ...probePlan, policy, maxCost: 1, aimsAtEdges: true },
      async ({ at, key }): Promise<ProbeAnswer> => {
        clock.advanceTo(at);
        now = CLOCK_START + at;
        let info = checksFirst ? await limiter.wouldLimitWithInfo(key) : undefined;
        if (!info?.blocked) info = await limiter.limitWithInfo(key);
        const left = { remaining: info.actionsRemaining };
        if (!info.blocked) return { ...left, outcome: 'A' };
        // What `wouldLimit` tells is the wait after an attempt that is counted.
        const wait = checksFirst ? {} : { wait: info.millisecondsUntilAllowed * MILLISECOND };
        const oldest = limiter.storage[key]?.[0] as number;
        return { ...left, ...wait, outcome: 'D', retryIn: oldest + policy.T - now };
      },
    );
    return {
      system,
      setting:
        `new InMemoryRateLimiter(${JSON.stringify(options)}); ` +
        (checksFirst ? 'limitWithInfo(id) only if not wouldLimit(id)' : 'limitWithInfo(id)'),
      clock: 'microtime.now and timers are replaced, in µs',
      like: [like],
      policy,
      unit: probePlan.unit,
      rows,
    };
  });
}

export const rollingRateLimiter: Recorder = {
  name: 'rolling-rate-limiter',

  async record() {
    const folder = mkdtempSync(join(tmpdir(), 'spillway-record-'));
    try {
      const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-save', `${PACKAGE}@${VERSION}`];
      if ((await npm(install, {}, ['ignore', 'ignore', 'inherit'])) !== 0)
        throw new ExpectedError(
          `${PACKAGE} ${VERSION} could not be installed from the npm registry; npm's own message is above.`,
        );
      const system = packageVersion(join(folder, 'node_modules'), PACKAGE);
      const library = loadLibrary(folder);
      return new Map([
        [
          'counting-all',
          await recordRun(library, system, {
            maxInInterval: 6,
            interval: 60_000,
            // The edition that also counts all reads a clock of whole milliseconds.
            probePlan: { unit: MILLISECOND, keys: 2, stream: 31 },
            checksFirst: false,
            like: { limiter: 'sliding-log', edition: 'published' },
          }),
        ],
        [
          'counting-admitted',
          await recordRun(library, system, {
            maxInInterval: 6,
            interval: 1_000,
            probePlan: { unit: 1, keys: 2, stream: 32 },
            checksFirst: true,
            like: { limiter: 'sliding-log' },
          }),
        ],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
