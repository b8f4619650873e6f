/** For tests only: see `reference.ts`. */
import { floorMs, referenceFactory, untilForever, quotient, type ReferenceFactory } from './helpers.reference.ts';

export const windows: Readonly<Record<string, ReferenceFactory>> = {
  /** now − start > T → start = now, count = 0. count + cost ≤ n → allow. */
  'simple-window': referenceFactory<{ start: bigint; count: bigint }>((_, { n, T }) => ({
    initial: { start: 0n, count: 0n },
    maxCost: n,
    decide(window, now, cost) {
      const { start, count } = now - window.start > T ? { start: now, count: 0n } : window;
      return count + cost <= n
        ? { admitted: true, next: { start, count: count + cost } }
        : { admitted: false, next: { start, count } };
    },
    level: ({ start, count }, now) => (now - start > T ? 0 : Number(count)),
    searchSpans: untilForever,
  })),

  /** Opens at the first request; start + T ≤ now → start = now, tokens = n. tokens ≥ cost → spend, allow. */
  'quota-reset': referenceFactory<{ start: bigint; tokens: bigint } | null>((_, { n, T }) => ({
    initial: null,
    maxCost: n,
    decide(window, now, cost) {
      const { start, tokens } = window === null || window.start + T <= now ? { start: now, tokens: n } : window;
      return tokens >= cost
        ? { admitted: true, next: { start, tokens: tokens - cost } }
        : { admitted: false, next: { start, tokens } };
    },
    level: (window, now) => Number(window === null || window.start + T <= now ? n : window.tokens),
    searchSpans: untilForever,
  })),

  /**
   * w = gone fraction of the aligned window. prev·(1 − w) + current + cost ≤ n → count, allow. Published: floor_ms clock,
   * counts every request, compares the sum with this request, cut to a whole number, with n; with no previous window the
   * current count alone.
   */
  'sliding-counter': referenceFactory<ReadonlyMap<bigint, bigint>>(({ edition }, { n, T }) => {
    const clock = edition === 'published' ? floorMs : (now: bigint) => now;
    const countsAt = (counts: ReadonlyMap<bigint, bigint>, now: bigint) => {
      const index = clock(now) / T;
      return {
        index,
        previous: counts.get(index - 1n),
        current: counts.get(index) ?? 0n,
        left: T - (clock(now) % T),
      };
    };
    return {
      initial: new Map(),
      maxCost: n,
      decide(counts, now, cost) {
        const { index, previous, current, left } = countsAt(counts, now);
        const counted = new Map([[index, current + cost]]);
        if (previous !== undefined) counted.set(index - 1n, previous);
        if (edition === 'published') {
          const count = previous === undefined ? current + cost : (previous * left + (current + cost) * T) / T;
          return { admitted: count <= n, next: counted };
        }
        const admitted = (previous ?? 0n) * left + (current + cost) * T <= n * T;
        return { admitted, next: admitted ? counted : counts };
      },
      level(counts, now) {
        const { previous = 0n, current, left } = countsAt(counts, now);
        return quotient(previous * left + current * T, T);
      },
      searchSpans: untilForever,
    };
  }),

  /** index = ⌊now·slices/T⌋. Sum of this and the slices − 1 before it, + cost ≤ n → count in this one, allow. */
  'sub-window': referenceFactory<ReadonlyMap<bigint, bigint>>(({ options }, { n, T }) => {
    const slices = BigInt(Number(options['slices']));
    const slicesAt = (counts: ReadonlyMap<bigint, bigint>, now: bigint) => {
      const index = (now * slices) / T;
      return [...counts].filter(([slice]) => slice > index - slices && slice <= index);
    };
    const sum = (counts: readonly (readonly [slice: bigint, count: bigint])[]) =>
      counts.reduce((total, [, count]) => total + count, 0n);
    return {
      initial: new Map(),
      maxCost: n,
      decide(counts, now, cost) {
        const kept = slicesAt(counts, now);
        if (sum(kept) + cost > n) return { admitted: false, next: counts };
        const next = new Map(kept);
        const index = (now * slices) / T;
        return { admitted: true, next: next.set(index, (next.get(index) ?? 0n) + cost) };
      },
      level: (counts, now) => Number(sum(slicesAt(counts, now))),
      searchSpans: untilForever,
    };
  }),
};
