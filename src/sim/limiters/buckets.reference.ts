/** For tests only: see `reference.ts`. */
import { floorMs, referenceFactory, min, untilForever, quotient, type ReferenceFactory } from './helpers.reference.ts';

export const buckets: Readonly<Record<string, ReferenceFactory>> = {
  /**
   * One token at every multiple of T/n, or n at every multiple of T. Capped at capacity, starts full; a tick at the
   * same instant comes before the request.
   */
  'token-bucket-ticked': referenceFactory<{ tokens: bigint; ticks: bigint }>(({ options }, { n, T, capacity }) => {
    const ticksUpTo = (now: bigint) => (options['refill'] === 'one' ? (now * n) / T : now / T);
    const tokensPerTick = options['refill'] === 'one' ? 1n : n;
    const tokensAt = ({ tokens, ticks }: { tokens: bigint; ticks: bigint }, now: bigint) => {
      // Tick by tick, until more would not fit.
      let filled = tokens;
      for (let tick = ticks; tick < ticksUpTo(now) && filled < capacity; tick++)
        filled = min(capacity, filled + tokensPerTick);
      return filled;
    };
    return {
      initial: { tokens: capacity, ticks: 0n },
      maxCost: capacity,
      decide(state, now, cost) {
        const tokens = tokensAt(state, now);
        const admitted = tokens >= cost;
        return { admitted, next: { tokens: admitted ? tokens - cost : tokens, ticks: ticksUpTo(now) } };
      },
      level: (state, now) => Number(tokensAt(state, now)),
      searchSpans: untilForever,
    };
  }),

  /**
   * floor_ms; add = ⌊elapsed·n/T⌋; add > 0 → tokens = min(n, tokens + add), time = now. tokens < cost → deny. Starts
   * full.
   */
  'token-bucket-lazy': referenceFactory<{ tokens: bigint; time: bigint }>((_, { n, T }) => {
    const refilled = (state: { tokens: bigint; time: bigint }, now: bigint) => {
      const add = ((floorMs(now) - state.time) * n) / T;
      return add > 0n ? { tokens: min(n, state.tokens + add), time: floorMs(now) } : state;
    };
    return {
      initial: { tokens: n, time: 0n },
      maxCost: n,
      decide(state, now, cost) {
        const { tokens, time } = refilled(state, now);
        return tokens < cost
          ? { admitted: false, next: { tokens, time } }
          : { admitted: true, next: { tokens: tokens - cost, time } };
      },
      level: (state, now) => Number(refilled(state, now).tokens),
      searchSpans: untilForever,
    };
  }),

  /**
   * floor_ms; left = min(capacity, left + ⌊elapsed·capacity/T⌋); left − cost > 0 → time = now, left −= cost, allow.
   * Starts full.
   */
  'token-bucket-throttler': referenceFactory<{ left: bigint; time: bigint; decided: bigint }>((_, { T, capacity }) => {
    const tokensAt = ({ left, time }: { left: bigint; time: bigint }, now: bigint) =>
      min(capacity, left + ((floorMs(now) - time) * capacity) / T);
    return {
      initial: { left: capacity, time: 0n, decided: -1n },
      maxCost: capacity,
      decide(state, now, cost) {
        const left = tokensAt(state, now);
        if (left - cost > 0n) return { admitted: true, next: { left: left - cost, time: floorMs(now), decided: now } };
        return { admitted: false, next: { left, time: state.time, decided: now } };
      },
      // Right after a decision, what it left; at any other instant, what a decision would find.
      level: (state, now) => Number(now === state.decided ? state.left : tokensAt(state, now)),
      searchSpans: untilForever,
    };
  }),

  /** The clauses of the article in their order. Source: finch. Tokens times T. */
  hybrid: referenceFactory<{ tokens: bigint; time: bigint; mode: 'bursty' | 'smooth' } | null>((_, { n, T }) => ({
    initial: null,
    maxCost: n,
    decide(client, now, cost) {
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
      if (client.mode === 'smooth') return quotient(min(n * T, client.tokens + (now - client.time) * n), T);
      return client.time + T <= now ? Number(n) : quotient(client.tokens, T);
    },
    searchSpans: untilForever,
  })),

  /** Both sentences; charged to both only when both admit. An expired window restarts in any case. */
  'quota-and-linear': referenceFactory<{ start: bigint | null; quota: bigint; tokens: bigint; time: bigint }>(
    (_, { n, T, capacity }) => {
      type QuotaAndTokens = { start: bigint | null; quota: bigint; tokens: bigint; time: bigint };
      const stateAt = ({ start, quota, tokens, time }: QuotaAndTokens, now: bigint): QuotaAndTokens => ({
        ...(start === null || start + T <= now ? { start: now, quota: n } : { start, quota }),
        tokens: min(capacity * T, tokens + (now - time) * n),
        time: now,
      });
      return {
        initial: { start: null, quota: n, tokens: capacity * T, time: 0n },
        maxCost: min(n, capacity),
        decide(state, now, cost) {
          const both = stateAt(state, now);
          const { quota, tokens } = both;
          if (quota < cost || tokens < cost * T) return { admitted: false, next: both };
          return { admitted: true, next: { ...both, quota: quota - cost, tokens: tokens - cost * T } };
        },
        level(state, now) {
          const { quota, tokens } = stateAt(state, now);
          return quotient(min(quota * T, tokens), T);
        },
        searchSpans: untilForever,
      };
    },
  ),
};
