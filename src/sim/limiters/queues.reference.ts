/** For tests only: see `reference.ts`. */
import { exp, expm1 } from '../math.ts';
import {
  FAR_FUTURE,
  floorMs,
  max,
  referenceFactory,
  untilForever,
  quotient,
  SECOND,
  type ReferenceFactory,
} from './helpers.reference.ts';

/** A request in the line: when it leaves, times n, with all of its permits. */
interface QueuedRequest {
  readonly leaves: bigint;
  readonly cost: bigint;
}

export const queues: Readonly<Record<string, ReferenceFactory>> = {
  /**
   * departure = max(now, last departure + T/n), the first at once; waiting = departures > now. departure > now and
   * waiting + cost > capacity → deny. The line as a list of requests; one leaves with all its permits.
   */
  'leaky-queue': referenceFactory<readonly QueuedRequest[]>((_, { n, T, capacity }) => {
    const waiting = (line: readonly QueuedRequest[], now: bigint) =>
      line.filter(({ leaves }) => leaves > now * n).reduce((places, { cost }) => places + cost, 0n);
    return {
      initial: [],
      maxCost: capacity,
      decide(queue, now, cost) {
        const last = queue.at(-1);
        const leaves = last === undefined ? now * n : max(now * n, last.leaves + last.cost * T);
        if (leaves > now * n && waiting(queue, now) + cost > capacity) return { admitted: false, next: queue };
        const wait = (leaves - now * n + n - 1n) / n;
        // The last is kept for the end of the line, whether it has left or not.
        return { admitted: true, wait, next: [...queue.filter((one) => one.leaves > now * n), { leaves, cost }] };
      },
      level: (line, now) => Number(waiting(line, now)),
      searchSpans: untilForever,
    };
  }),

  /** now ≥ next → next = now + cost·T/n, times n. Published: floor_ms, the interval ⌊T in ms / n⌋ ms. */
  'leaky-interval': referenceFactory<bigint>(({ edition }, { n, T }) => {
    const clock = edition === 'published' ? floorMs : (now: bigint) => now;
    const interval = edition === 'published' ? (T / 1000n / n) * 1000n * n : T;
    return {
      initial: 0n,
      maxCost: FAR_FUTURE,
      decide(next, now, cost) {
        if (clock(now) * n < next) return { admitted: false, next };
        return { admitted: true, next: clock(now) * n + cost * interval };
      },
      level: (next, now) => quotient(max(0n, next - now * n), n * SECOND),
      searchSpans: untilForever,
    };
  }),

  /**
   * First request: r = cost. Later, i = elapsed/T: r = cost + rate where that is 0, else −expm1(−i)·cost/i + e^−i·rate,
   * at least cost. r < n → allow, rate = r, time = now. Else deny; strict: rate and time move on. The rule itself is
   * one of doubles, and so this is too.
   */
  exponential: referenceFactory<{ rate: number; time: bigint } | null>(({ options, policy }, { n }) => ({
    initial: null,
    maxCost: n,
    decide(state, now, cost) {
      let r = Number(cost);
      if (state !== null) {
        const i = Number(now - state.time) / policy.T;
        if (i === 0) r += state.rate;
        else r = Math.max(r, (-expm1(-i) * r) / i + exp(-i) * state.rate);
      }
      const admitted = r < policy.n;
      return { admitted, next: admitted || options['update'] === 'strict' ? { rate: r, time: now } : state };
    },
    level: (state, now) => (state === null ? 0 : exp(-(Number(now - state.time) / policy.T)) * state.rate),
    searchSpans: untilForever,
  })),

  /**
   * First request: excess 0, passes. Later: e = max(0, excess − ⌊r·ms/1000⌋ + 1000·cost); e > 1000·burst → deny,
   * nothing changes. Else excess = e; time = now if ms ≠ 0; wait = e ≤ 1000·delay ? 0 : ⌊(e − 1000·delay)·1000/r⌋ ms. r
   * in thousandths of a request a second.
   */
  'nginx-limit-req': referenceFactory<{ excess: bigint; time: bigint } | null>(({ options }, { n, T }) => {
    const r = (1000n * n * SECOND) / T;
    const burst = BigInt(options['burst'] as number);
    const delay = options['delay'] === 'none' ? null : BigInt(options['delay'] as number);
    const elapsed = (time: bigint, now: bigint) => now / 1000n - time;
    return {
      initial: null,
      maxCost: FAR_FUTURE,
      decide(state, now, cost) {
        if (state === null) return { admitted: true, next: { excess: 0n, time: now / 1000n } };
        const ms = elapsed(state.time, now);
        const e = max(0n, state.excess - (r * ms) / 1000n + 1000n * cost);
        if (e > 1000n * burst) return { admitted: false, next: state };
        const next = { excess: e, time: ms === 0n ? state.time : now / 1000n };
        if (delay === null || e <= 1000n * delay) return { admitted: true, next };
        return { admitted: true, wait: (((e - 1000n * delay) * 1000n) / r) * 1000n, next };
      },
      level: (state, now) =>
        state === null ? 0 : Number(max(0n, state.excess - (r * elapsed(state.time, now)) / 1000n)) / 1000,
      searchSpans: untilForever,
    };
  }),
};
