/** A clock that stands still until a recorder moves it on, for programs that are binaries: `stoppedClock.c`, preloaded. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { MILLISECOND, type Instant } from '../../sim/time.ts';
import { compile } from './compile.ts';

/** What such a clock shows at instant 0, in milliseconds since 1970. */
export const CLOCK_ORIGIN = Date.UTC(2030, 0, 1);

export interface StoppedClock {
  /** What the program's environment needs, so that it reads this clock at each look. */
  readonly env: Readonly<Record<string, string>>;
  set(instant: Instant): void;
  close(): void;
}

/**
 * A clock that shows instant 0.
 * @param folder where the library and what it is to show are kept
 * @throws {Error} when there is no C compiler on this machine
 */
export function stoppedClock(folder: string): StoppedClock {
  const library = compile('stoppedClock.c', folder, '-shared', '-fPIC');
  const path = join(folder, 'now');
  const file = openSync(path, 'w');
  const clock: StoppedClock = {
    env: { LD_PRELOAD: library, STOPPED_CLOCK: path },
    set(instant) {
      writeSync(file, new BigInt64Array([BigInt(CLOCK_ORIGIN * MILLISECOND + instant)]), 0, 8, 0);
    },
    close: () => closeSync(file),
  };
  clock.set(0);
  return clock;
}
