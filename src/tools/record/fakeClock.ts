import { MILLISECOND, type Instant } from '../../sim/time.ts';

/** Some time of day at instant 0: to some, 0 means "no time". */
const EPOCH = Date.UTC(2030, 0, 1);

export interface FakeClock {
  /** Moves the clock on to an instant of the run, and fires the timers that are due by then, each at its own time. */
  advanceTo(instant: Instant): void;
}

interface Timer {
  due: Instant;
  readonly every: number;
  readonly repeats: boolean;
  readonly fire: () => void;
  unref(): void;
}

/** The sources of time that a library reads. */
const TIMER_FUNCTIONS = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;

/**
 * Runs `work` under a fake clock, for libraries that read the clock themselves: `Date.now` in whole milliseconds,
 * `performance.now` in milliseconds from 0 with the microseconds behind the point, and timers, exact to the microsecond.
 */
export async function withFakeClock<T>(work: (clock: FakeClock) => Promise<T>): Promise<T> {
  let now: Instant = 0;
  const timers = new Set<Timer>();
  const start = (fire: () => void, ms: number, repeats: boolean): Timer => {
    const every = ms * MILLISECOND;
    const timer = { due: now + every, every, repeats, fire, unref() {} };
    timers.add(timer);
    return timer;
  };
  const stop = (timer?: Timer): void => {
    if (timer) timers.delete(timer);
  };
  const real = { now: Date.now, performance: performance.now.bind(performance) };
  const realTimers = TIMER_FUNCTIONS.map((name) => [name, globalThis[name]] as const);
  Date.now = () => EPOCH + Math.floor(now / MILLISECOND);
  performance.now = () => now / MILLISECOND;
  Object.assign(globalThis, {
    setTimeout: (fire: () => void, ms: number) => start(fire, ms, false),
    setInterval: (fire: () => void, ms: number) => start(fire, ms, true),
    clearTimeout: stop,
    clearInterval: stop,
  });
  try {
    return await work({
      advanceTo(instant) {
        for (;;) {
          const [first] = [...timers].sort((a, b) => a.due - b.due);
          if (first === undefined || first.due > instant) break;
          now = first.due;
          if (first.repeats) first.due += first.every;
          else timers.delete(first);
          first.fire();
        }
        now = instant;
      },
    });
  } finally {
    Date.now = real.now;
    performance.now = real.performance;
    Object.assign(globalThis, Object.fromEntries(realTimers));
  }
}
