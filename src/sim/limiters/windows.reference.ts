/** For tests only: see `reference.ts`. */
import { floorMs, maker, onward, ratio, type Maker } from './kit.reference.ts';

export const windows: Readonly<Record<string, Maker>> = {
  /** now − start > T → start = now, count = 0. count + cost ≤ n → allow. */
  'simple-window': maker<{ start: bigint; count: bigint }>((_, { n, T }) => ({
    start: { start: 0n, count: 0n },
    most: n,
    ask(window, now, cost) {
      const { start, count } = now - window.start > T ? { start: now, count: 0n } : window;
      return count + cost <= n
        ? { admitted: true, next: { start, count: count + cost } }
        : { admitted: false, next: { start, count } };
    },
    level: ({ start, count }, now) => (now - start > T ? 0 : Number(count)),
    spans: onward,
  })),

  /** Opens at the first request; start + T ≤ now → start = now, tokens = n. tokens ≥ cost → spend, allow. */
  'quota-reset': maker<{ start: bigint; tokens: bigint } | null>((_, { n, T }) => ({
    start: null,
    most: n,
    ask(window, now, cost) {
      const { start, tokens } = window === null || window.start + T <= now ? { start: now, tokens: n } : window;
      return tokens >= cost
        ? { admitted: true, next: { start, tokens: tokens - cost } }
        : { admitted: false, next: { start, tokens } };
    },
    level: (window, now) => Number(window === null || window.start + T <= now ? n : window.tokens),
    spans: onward,
  })),

  /**
   * w = gone fraction of the aligned window. prev·(1 − w) + current + cost ≤ n → count, allow. Published: floor_ms clock,
   * counts every request, compares the sum with this request, cut to a whole number, with n; with no previous window the
   * current count alone.
   */
  'sliding-counter': maker<ReadonlyMap<bigint, bigint>>(({ edition }, { n, T }) => {
    const clock = edition === 'published' ? floorMs : (now: bigint) => now;
    const seen = (counts: ReadonlyMap<bigint, bigint>, now: bigint) => {
      const index = clock(now) / T;
      return {
        index,
        previous: counts.get(index - 1n),
        current: counts.get(index) ?? 0n,
        left: T - (clock(now) % T),
      };
    };
    return {
      start: new Map(),
      most: n,
      ask(counts, now, cost) {
        const { index, previous, current, left } = seen(counts, now);
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
        const { previous = 0n, current, left } = seen(counts, now);
        return ratio(previous * left + current * T, T);
      },
      spans: onward,
    };
  }),

  /** index = ⌊now·slices/T⌋. Sum of this and the slices − 1 before it, + cost ≤ n → count in this one, allow. */
  'sub-window': maker<ReadonlyMap<bigint, bigint>>(({ options }, { n, T }) => {
    const slices = BigInt(Number(options['slices']));
    const last = (counts: ReadonlyMap<bigint, bigint>, now: bigint) => {
      const index = (now * slices) / T;
      return [...counts].filter(([slice]) => slice > index - slices && slice <= index);
    };
    const sum = (counts: readonly (readonly [slice: bigint, count: bigint])[]) =>
      counts.reduce((total, [, count]) => total + count, 0n);
    return {
      start: new Map(),
      most: n,
      ask(counts, now, cost) {
        const kept = last(counts, now);
        if (sum(kept) + cost > n) return { admitted: false, next: counts };
        const next = new Map(kept);
        const index = (now * slices) / T;
        return { admitted: true, next: next.set(index, (next.get(index) ?? 0n) + cost) };
      },
      level: (counts, now) => Number(sum(last(counts, now))),
      spans: onward,
    };
  }),
};
