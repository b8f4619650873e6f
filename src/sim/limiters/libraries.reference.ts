/** For tests only: see `reference.ts`. Guava computes in doubles, and so does this; its clock is whole all the same. */
import { referenceFactory, max, untilForever, FAR_FUTURE, type ReferenceFactory } from './helpers.reference.ts';
import type { LimiterConfig } from './limiter.ts';

/** Guava's limiters as its source has them: a store of permits, and the instant from which the next request goes. */
interface GuavaReferenceState {
  readonly stored: number;
  readonly nextFree: bigint;
}

/** What the two differ in. */
interface GuavaVariant {
  readonly start: number;
  readonly maxPermits: number;
  readonly coolDownInterval: number;
  /** Microseconds for taking so many out of a store of so many. */
  readonly storedPermitsToWaitTime: (stored: number, take: number) => bigint;
}

const truncate = (micros: number) => BigInt(Math.floor(micros));

function guava(
  variant: (config: LimiterConfig, permitsPerSecond: number, stableInterval: number) => GuavaVariant,
): ReferenceFactory {
  return referenceFactory<GuavaReferenceState>((config) => {
    const { policy, options } = config;
    const permitsPerSecond = policy.n / (policy.T / 1e6);
    const stableInterval = 1e6 / permitsPerSecond;
    const { start, maxPermits, coolDownInterval, storedPermitsToWaitTime } = variant(
      config,
      permitsPerSecond,
      stableInterval,
    );
    const timeout = BigInt(Math.round((options['timeout'] as number) * 1e6));
    const resync = ({ stored, nextFree }: GuavaReferenceState, now: bigint): GuavaReferenceState => {
      if (now <= nextFree) return { stored, nextFree };
      const newPermits = Number(now - nextFree) / coolDownInterval;
      return { stored: Math.min(maxPermits, stored + newPermits), nextFree: now };
    };
    return {
      initial: { stored: start, nextFree: 0n },
      maxCost: FAR_FUTURE,
      decide(state, now, cost) {
        if (options['mode'] === 'tryAcquire' && state.nextFree - timeout > now) return { admitted: false, next: state };
        const { stored, nextFree } = resync(state, now);
        const spend = Math.min(Number(cost), stored);
        const fresh = Number(cost) - spend;
        const owed = storedPermitsToWaitTime(stored, spend) + truncate(fresh * stableInterval);
        const next = { stored: stored - spend, nextFree: nextFree + owed };
        return { admitted: true, wait: max(0n, nextFree - now), next };
      },
      level: (state, now) => resync(state, now).stored,
      searchSpans: untilForever,
    };
  });
}

export const libraries: Readonly<Record<string, ReferenceFactory>> = {
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
          micros += truncate((takeAbove * (f(p) + f(p - takeAbove))) / 2);
          left -= takeAbove;
        }
        return micros + truncate(stableInterval * left);
      },
    };
  }),
};
