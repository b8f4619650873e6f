/**
 * For tests only: every limiter a second time, naively, straight from its rule in one sentence. Rules of whole numbers are
 * in BigInt; those that their source has in doubles (Guava, exponential) are in doubles, in their source's order. No ticks,
 * no lowest terms, no rings, no closed forms; the wait after a denial is found by bisection, on the rule itself.
 *
 * Fractions are avoided by one fixed multiple: tokens and water times T, scores and arrival times times n.
 */
import {
  floorMs,
  max,
  referenceFactory,
  min,
  untilForever,
  quotient,
  SECOND,
  type ReferenceFactory,
} from './helpers.reference.ts';
import { windows } from './windows.reference.ts';
import { buckets } from './buckets.reference.ts';
import { queues } from './queues.reference.ts';
import { libraries } from './libraries.reference.ts';

export { searchWait } from './helpers.reference.ts';

export const referenceLimiters: Readonly<Record<string, ReferenceFactory>> = {
  /** index = ⌊now/T⌋. count + cost ≤ n → allow. */
  'fixed-window': referenceFactory<ReadonlyMap<bigint, bigint>>((_, { n, T }) => ({
    initial: new Map(),
    maxCost: n,
    decide(counts, now, cost) {
      const index = now / T;
      const count = counts.get(index) ?? 0n;
      if (count + cost > n) return { admitted: false, next: counts };
      return { admitted: true, next: new Map([[index, count + cost]]) };
    },
    level: (counts, now) => Number(counts.get(now / T) ?? 0n),
    searchSpans: untilForever,
  })),

  /**
   * Drop entries ≤ now − T (closed: < now − T). size + cost ≤ n → record, allow. Published: floor_ms clock, and a denied
   * request is recorded too.
   */
  'sliding-log': referenceFactory<readonly bigint[]>(({ edition, options }, { n, T }) => {
    const clock = edition === 'published' ? floorMs : (now: bigint) => now;
    const kept = (log: readonly bigint[], now: bigint) =>
      log.filter((entry) => !(options['boundary'] === 'closed' ? entry < clock(now) - T : entry <= clock(now) - T));
    return {
      initial: [],
      maxCost: n,
      decide(log, now, cost) {
        const left = kept(log, now);
        const admitted = BigInt(left.length) + cost <= n;
        if (!admitted && edition === 'corrected') return { admitted, next: left };
        return { admitted, next: [...left, ...Array.from({ length: Number(cost) }, () => clock(now))] };
      },
      level: (log, now) => kept(log, now).length,
      searchSpans: untilForever,
    };
  }),

  /** tokens = min(capacity, tokens + elapsed·n/T), starts full (or empty). tokens ≥ cost → spend, allow. */
  'token-bucket': referenceFactory<{ tokens: bigint; time: bigint }>(({ options }, { n, T, capacity }) => {
    const filled = (state: { tokens: bigint; time: bigint }, now: bigint) =>
      min(capacity * T, state.tokens + (now - state.time) * n);
    return {
      initial: { tokens: options['start'] === 'empty' ? 0n : capacity * T, time: 0n },
      maxCost: capacity,
      decide(state, now, cost) {
        const tokens = filled(state, now);
        const admitted = tokens >= cost * T;
        return { admitted, next: { tokens: admitted ? tokens - cost * T : tokens, time: now } };
      },
      level: (state, now) => quotient(filled(state, now), T),
      searchSpans: untilForever,
    };
  }),

  /**
   * water = max(0, water − elapsed·n/T); water + cost ≤ capacity → pour, allow. Published: floor_ms;
   * water = max(0, water − ⌊elapsed·capacity/T⌋); water + cost ≤ capacity → time = now, pour, allow.
   */
  'leaky-meter': referenceFactory<{ water: bigint; time: bigint; decided: bigint }>(
    ({ edition }, { n, T, capacity }) => {
      type Meter = { water: bigint; time: bigint; decided: bigint };
      if (edition === 'published') {
        const drained = ({ water, time }: Meter, now: bigint) =>
          max(0n, water - ((floorMs(now) - time) * capacity) / T);
        return {
          initial: { water: 0n, time: 0n, decided: -1n },
          maxCost: capacity,
          decide(state, now, cost) {
            const water = drained(state, now);
            if (water + cost <= capacity) {
              return { admitted: true, next: { water: water + cost, time: floorMs(now), decided: now } };
            }
            return { admitted: false, next: { water, time: state.time, decided: now } };
          },
          // Right after a decision, what it left in `water`; at any other instant, what a decision would find.
          level: (state, now) => Number(now === state.decided ? state.water : drained(state, now)),
          searchSpans: untilForever,
        };
      }
      const drained = ({ water, time }: Meter, now: bigint) => max(0n, water - (now - time) * n);
      return {
        initial: { water: 0n, time: 0n, decided: -1n },
        maxCost: capacity,
        decide(state, now, cost) {
          const water = drained(state, now);
          const admitted = water + cost * T <= capacity * T;
          return { admitted, next: { water: admitted ? water + cost * T : water, time: now, decided: now } };
        },
        level: (state, now) => quotient(drained(state, now), T),
        searchSpans: untilForever,
      };
    },
  ),

  /** new = max(now, TAT) + cost·T/n. now ≥ new − capacity·T/n → TAT = new, allow. */
  gcra: referenceFactory<bigint>((_, { n, T, capacity }) => ({
    initial: 0n,
    maxCost: capacity,
    decide(tat, now, cost) {
      const next = max(now * n, tat) + cost * T;
      return now * n >= next - capacity * T ? { admitted: true, next } : { admitted: false, next: tat };
    },
    level: (tat, now) => quotient(max(0n, tat - now * n), n * SECOND),
    searchSpans: untilForever,
  })),

  /**
   * trial = (S unset ? now : S) + cost·T/n. trial < now → S = now + cost·T/n, allow. trial > now + T → deny. Else
   * S = trial, allow. Published: floor_s clock, cut by `~~` to a 32-bit signed integer; `!S` takes 0 for unset.
   */
  'cooldown-score': referenceFactory<bigint | null>(({ edition, epoch }, { n, T }) => {
    const published = edition === 'published';
    const epochMicros = BigInt(Math.round(epoch * 1_000_000));
    // BigInt division cuts towards 0, and time before 1970 is negative: a floor goes through 4·2^32 seconds more.
    const unix = (now: bigint) => (epochMicros + now + (SECOND << 34n)) / SECOND - (1n << 34n);
    const clock = (now: bigint) => (published ? BigInt.asIntN(32, unix(now)) * SECOND : now);
    return {
      initial: null,
      maxCost: n,
      decide(score, time, cost) {
        const now = clock(time) * n;
        const unset = score === null || (published && score === 0n);
        const trial = (unset ? now : score) + cost * T;
        if (trial < now) return { admitted: true, next: now + cost * T };
        if (trial > now + T * n) return { admitted: false, next: score };
        return { admitted: true, next: trial };
      },
      level(score, time) {
        const low = -quotient(T, n * SECOND);
        if (score === null || (published && score === 0n)) return low;
        return Math.max(low, quotient(score - clock(time) * n, n * SECOND));
      },
      searchSpans(now) {
        if (!published) return untilForever(now);
        // One span up to the clock's next turn, and one from there to the turn after it.
        const past = unix(now) + (1n << 31n);
        const turn = (((past >> 32n) + 1n) << 32n) - (1n << 31n);
        const first = turn * SECOND - epochMicros;
        const second = first + (SECOND << 32n);
        return [
          [now, first],
          [first, second],
        ];
      },
    };
  }),

  ...windows,
  ...buckets,
  ...queues,
  ...libraries,
};
