/** For tests only: see `reference.ts`. Guava computes in doubles, and so does this; its clock is whole all the same. */
import { maker, max, onward, FAR, type Maker } from './kit.reference.ts';
import type { Setting } from './limiter.ts';

/** Guava's limiters as its source has them: a store of permits, and the instant from which the next request goes. */
interface Smooth {
  readonly stored: number;
  readonly nextFree: bigint;
}

/** What the two differ in. */
interface Kind {
  readonly start: number;
  readonly maxPermits: number;
  readonly coolDownInterval: number;
  /** Microseconds for taking so many out of a store of so many. */
  readonly storedPermitsToWaitTime: (stored: number, take: number) => bigint;
}

const cut = (micros: number) => BigInt(Math.floor(micros));

function guava(kind: (setting: Setting, permitsPerSecond: number, stableInterval: number) => Kind): Maker {
  return maker<Smooth>((setting) => {
    const { policy, options } = setting;
    const permitsPerSecond = policy.n / (policy.T / 1e6);
    const stableInterval = 1e6 / permitsPerSecond;
    const { start, maxPermits, coolDownInterval, storedPermitsToWaitTime } = kind(
      setting,
      permitsPerSecond,
      stableInterval,
    );
    const timeout = BigInt(Math.round((options['timeout'] as number) * 1e6));
    const resync = ({ stored, nextFree }: Smooth, now: bigint): Smooth => {
      if (now <= nextFree) return { stored, nextFree };
      const newPermits = Number(now - nextFree) / coolDownInterval;
      return { stored: Math.min(maxPermits, stored + newPermits), nextFree: now };
    };
    return {
      start: { stored: start, nextFree: 0n },
      most: FAR,
      ask(state, now, cost) {
        if (options['mode'] === 'tryAcquire' && state.nextFree - timeout > now) return { admitted: false, next: state };
        const { stored, nextFree } = resync(state, now);
        const spend = Math.min(Number(cost), stored);
        const fresh = Number(cost) - spend;
        const owed = storedPermitsToWaitTime(stored, spend) + cut(fresh * stableInterval);
        const next = { stored: stored - spend, nextFree: nextFree + owed };
        return { admitted: true, wait: max(0n, nextFree - now), next };
      },
      level: (state, now) => resync(state, now).stored,
      spans: onward,
    };
  });
}

export const libraries: Readonly<Record<string, Maker>> = {
  /**
   * stored = min(max, stored + (now − nextFree)/stable); wait = max(0, nextFree − now), then nextFree += ⌊fresh·stable⌋.
   * Starts with nothing stored.
   */
  'guava-bursty': guava(({ options }, permitsPerSecond, stableInterval) => ({
    start: 0,
    maxPermits: (options['maxBurstSeconds'] as number) * permitsPerSecond,
    coolDownInterval: stableInterval,
    storedPermitsToWaitTime: () => 0n,
  })),

  /**
   * The same, but what is taken from the store costs the area under stable + slope·p above the threshold, and stable each
   * below; stored comes back at max/warmup a second. Starts full.
   */
  'guava-warming-up': guava(({ options }, _, stableInterval) => {
    const coldFactor = options['coldFactor'] as number;
    const warmupPeriod = Math.round((options['warmup'] as number) * 1e6);
    const thresholdPermits = warmupPeriod / (2 * stableInterval);
    const maxPermits = thresholdPermits + (2 * warmupPeriod) / (stableInterval + coldFactor * stableInterval);
    const slope = ((coldFactor - 1) * stableInterval) / (maxPermits - thresholdPermits);
    const f = (p: number) => stableInterval + p * slope;
    return {
      start: maxPermits,
      maxPermits,
      coolDownInterval: warmupPeriod / maxPermits,
      storedPermitsToWaitTime(stored, take) {
        let micros = 0n;
        let left = take;
        const p = stored - thresholdPermits;
        if (p > 0) {
          const takeAbove = Math.min(p, take);
          micros += cut((takeAbove * (f(p) + f(p - takeAbove))) / 2);
          left -= takeAbove;
        }
        return micros + cut(stableInterval * left);
      },
    };
  }),
};
