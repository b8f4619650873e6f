/** For tests only: see `reference.ts`. */
import { floorMs, maker, min, onward, ratio, type Maker } from './kit.reference.ts';

export const buckets: Readonly<Record<string, Maker>> = {
  /**
   * One token at every multiple of T/n, or n at every multiple of T. Capped at capacity, starts full; a tick at the
   * same instant comes before the request.
   */
  'token-bucket-ticked': maker<{ tokens: bigint; ticks: bigint }>(({ options }, { n, T, capacity }) => {
    const ticksUpTo = (now: bigint) => (options['refill'] === 'one' ? (now * n) / T : now / T);
    const brings = options['refill'] === 'one' ? 1n : n;
    const held = ({ tokens, ticks }: { tokens: bigint; ticks: bigint }, now: bigint) => {
      // Tick by tick, until more would not fit.
      let filled = tokens;
      for (let tick = ticks; tick < ticksUpTo(now) && filled < capacity; tick++)
        filled = min(capacity, filled + brings);
      return filled;
    };
    return {
      start: { tokens: capacity, ticks: 0n },
      most: capacity,
      ask(state, now, cost) {
        const tokens = held(state, now);
        const admitted = tokens >= cost;
        return { admitted, next: { tokens: admitted ? tokens - cost : tokens, ticks: ticksUpTo(now) } };
      },
      level: (state, now) => Number(held(state, now)),
      spans: onward,
    };
  }),

  /**
   * floor_ms; add = ⌊elapsed·n/T⌋; add > 0 → tokens = min(n, tokens + add), time = now. tokens < cost → deny. Starts
   * full.
   */
  'token-bucket-lazy': maker<{ tokens: bigint; time: bigint }>((_, { n, T }) => {
    const refilled = (state: { tokens: bigint; time: bigint }, now: bigint) => {
      const add = ((floorMs(now) - state.time) * n) / T;
      return add > 0n ? { tokens: min(n, state.tokens + add), time: floorMs(now) } : state;
    };
    return {
      start: { tokens: n, time: 0n },
      most: n,
      ask(state, now, cost) {
        const { tokens, time } = refilled(state, now);
        return tokens < cost
          ? { admitted: false, next: { tokens, time } }
          : { admitted: true, next: { tokens: tokens - cost, time } };
      },
      level: (state, now) => Number(refilled(state, now).tokens),
      spans: onward,
    };
  }),

  /**
   * floor_ms; left = min(capacity, left + ⌊elapsed·capacity/T⌋); left − cost > 0 → time = now, left −= cost, allow.
   * Starts full.
   */
  'token-bucket-throttler': maker<{ left: bigint; time: bigint; decided: bigint }>((_, { T, capacity }) => {
    const found = ({ left, time }: { left: bigint; time: bigint }, now: bigint) =>
      min(capacity, left + ((floorMs(now) - time) * capacity) / T);
    return {
      start: { left: capacity, time: 0n, decided: -1n },
      most: capacity,
      ask(state, now, cost) {
        const left = found(state, now);
        if (left - cost > 0n) return { admitted: true, next: { left: left - cost, time: floorMs(now), decided: now } };
        return { admitted: false, next: { left, time: state.time, decided: now } };
      },
      // Right after a decision, what it left; at any other instant, what a decision would find.
      level: (state, now) => Number(now === state.decided ? state.left : found(state, now)),
      spans: onward,
    };
  }),

  /** The clauses of 003 in their order. Tokens times T. */
  hybrid: maker<{ tokens: bigint; time: bigint; mode: 'bursty' | 'smooth' } | null>((_, { n, T }) => ({
    start: null,
    most: n,
    ask(client, now, cost) {
      const reset = { tokens: (n - cost) * T, time: now, mode: 'bursty' } as const;
      if (client === null) return { admitted: true, next: reset };
      const { mode } = client;
      if (mode === 'bursty' && client.time + T <= now) return { admitted: true, next: reset };
      if (mode === 'bursty' && client.tokens === cost * T) {
        const remaining = client.time + T - now;
        return { admitted: true, next: { tokens: -remaining * n + 1n * T, time: now, mode: 'smooth' } };
      }
      let { tokens, time } = client;
      if (mode === 'smooth') {
        tokens += (now - time) * n;
        time = now;
      }
      if (mode === 'smooth' && tokens >= n * T) return { admitted: true, next: reset };
      if (tokens >= cost * T) return { admitted: true, next: { tokens: tokens - cost * T, time, mode } };
      return { admitted: false, next: { tokens, time, mode } };
    },
    level(client, now) {
      if (client === null) return Number(n);
      if (client.mode === 'smooth') return ratio(min(n * T, client.tokens + (now - client.time) * n), T);
      return client.time + T <= now ? Number(n) : ratio(client.tokens, T);
    },
    spans: onward,
  })),

  /** Both sentences; charged to both only when both admit. An expired window restarts in any case. */
  'quota-and-linear': maker<{ start: bigint | null; quota: bigint; tokens: bigint; time: bigint }>(
    (_, { n, T, capacity }) => {
      type Both = { start: bigint | null; quota: bigint; tokens: bigint; time: bigint };
      const seen = ({ start, quota, tokens, time }: Both, now: bigint): Both => ({
        ...(start === null || start + T <= now ? { start: now, quota: n } : { start, quota }),
        tokens: min(capacity * T, tokens + (now - time) * n),
        time: now,
      });
      return {
        start: { start: null, quota: n, tokens: capacity * T, time: 0n },
        most: min(n, capacity),
        ask(state, now, cost) {
          const both = seen(state, now);
          const { quota, tokens } = both;
          if (quota < cost || tokens < cost * T) return { admitted: false, next: both };
          return { admitted: true, next: { ...both, quota: quota - cost, tokens: tokens - cost * T } };
        },
        level(state, now) {
          const { quota, tokens } = seen(state, now);
          return ratio(min(quota * T, tokens), T);
        },
        spans: onward,
      };
    },
  ),
};
