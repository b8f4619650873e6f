/**
 * npm's `rolling-rate-limiter`, in memory. `limit` writes every attempt into the log of its id, refused ones too; asked
 * with `wouldLimit` first, and counted only if that admits, it writes down what it admits. Its clock is the native
 * package `microtime`, in whole microseconds.
 *
 * Nothing else here needs a package with native code, so it is no dependency of ours: each time, this very version is
 * installed in a temporary folder, no script of it is run, and a false `microtime` is in place before the true one
 * would be loaded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MILLISECOND } from '../../sim/time.ts';
import { npm, Stop } from '../run.mjs';
import { underFalseClock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import type { Like, Recording } from './recording.ts';
import { ask, type Answer, type Course } from './traffic.ts';
import { packageIn } from './versions.ts';

const PACKAGE = 'rolling-rate-limiter';
const VERSION = '0.4.2';
const CLOCK = 'microtime';

interface Info {
  readonly blocked: boolean;
  readonly millisecondsUntilAllowed: number;
  readonly actionsRemaining: number;
}

interface InMemoryRateLimiter {
  /** Instants in the log, by id. */
  readonly storage: Readonly<Record<number, readonly number[] | undefined>>;
  limitWithInfo(id: number): Promise<Info>;
  wouldLimitWithInfo(id: number): Promise<Info>;
}

interface Library {
  readonly InMemoryRateLimiter: new (options: { interval: number; maxInInterval: number }) => InMemoryRateLimiter;
}

/** The false `microtime`: any time of day, as long as it is no 0. */
const START = 1_893_456_000_000_000;
let now = START;

/** The library from `folder`, with the false clock. */
function load(folder: string): Library {
  const require = createRequire(join(folder, 'index.js'));
  const microtime = require.resolve(CLOCK);
  require.cache[microtime] = { exports: { now: () => now } } as NodeModule;
  return require(PACKAGE) as Library;
}

interface Run {
  readonly maxInInterval: number;
  /** Milliseconds. */
  readonly interval: number;
  readonly course: Pick<Course, 'unit' | 'keys' | 'stream'>;
  /** Whether `wouldLimit` is asked first, and an attempt that it refuses is not counted. */
  readonly asksFirst: boolean;
  readonly like: Like;
}

function run(
  library: Library,
  system: string,
  { maxInInterval, interval, course, asksFirst, like }: Run,
): Promise<Recording> {
  const options = { interval, maxInInterval };
  const policy = { n: maxInInterval, T: interval * MILLISECOND, capacity: maxInInterval };
  return underFalseClock(async (clock) => {
    const limiter = new library.InMemoryRateLimiter(options);
    const rows = await ask({ ...course, policy, mostCost: 1, aims: true }, async ({ at, key }): Promise<Answer> => {
      clock.set(at);
      now = START + at;
      let info = asksFirst ? await limiter.wouldLimitWithInfo(key) : undefined;
      if (!info?.blocked) info = await limiter.limitWithInfo(key);
      const left = { remaining: info.actionsRemaining };
      if (!info.blocked) return { ...left, outcome: 'A' };
      // What `wouldLimit` tells is the wait after an attempt that is counted.
      const wait = asksFirst ? {} : { wait: info.millisecondsUntilAllowed * MILLISECOND };
      const oldest = limiter.storage[key]?.[0] as number;
      return { ...left, ...wait, outcome: 'D', edge: oldest + policy.T - now };
    });
    return {
      system,
      setting:
        `new InMemoryRateLimiter(${JSON.stringify(options)}); ` +
        (asksFirst ? 'limitWithInfo(id) only if not wouldLimit(id)' : 'limitWithInfo(id)'),
      clock: 'microtime.now and timers are replaced, in µs',
      like: [like],
      policy,
      unit: course.unit,
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
        throw new Stop(
          `${PACKAGE} ${VERSION} could not be installed from the npm registry; npm's own message is above.`,
        );
      const system = packageIn(join(folder, 'node_modules'), PACKAGE);
      const library = load(folder);
      return new Map([
        [
          'counting-all',
          await run(library, system, {
            maxInInterval: 6,
            interval: 60_000,
            // The edition that also counts all reads a clock of whole milliseconds.
            course: { unit: MILLISECOND, keys: 2, stream: 31 },
            asksFirst: false,
            like: { limiter: 'sliding-log', edition: 'published' },
          }),
        ],
        [
          'counting-admitted',
          await run(library, system, {
            maxInInterval: 6,
            interval: 1_000,
            course: { unit: 1, keys: 2, stream: 32 },
            asksFirst: true,
            like: { limiter: 'sliding-log' },
          }),
        ],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
