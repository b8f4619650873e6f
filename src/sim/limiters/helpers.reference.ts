/** For tests only: what the naive references are made of, and the search for the wait after a denial. */
import type { LimiterConfig } from './limiter.ts';

export interface ReferenceDecision<S> {
  readonly admitted: boolean;
  /** Microseconds that a shaper makes it wait; none where it never does. */
  readonly wait?: bigint;
  readonly next: S;
}

/** A limiter as a pure function of an immutable state. */
export interface Reference<S> {
  readonly initial: S;
  decide(state: S, now: bigint, cost: bigint): ReferenceDecision<S>;
  /** The highest possible cost; `FAR_FUTURE` where any cost is admitted. */
  readonly maxCost: bigint;
  level(state: S, now: bigint): number;
  /**
   * Spans [from, to) after `now`, in order, in each of which a request that waits is refused up to some instant and
   * admitted from there on.
   */
  searchSpans(now: bigint): readonly (readonly [from: bigint, to: bigint])[];
}

export const SECOND = 1_000_000n;
export const FAR_FUTURE = 1n << 52n;

export const max = (a: bigint, b: bigint) => (a > b ? a : b);
export const min = (a: bigint, b: bigint) => (a < b ? a : b);
export const floorMs = (now: bigint) => (now / 1000n) * 1000n;
export const quotient = (a: bigint, b: bigint) => {
  const whole = a / b;
  return Number(whole) + Number(a - whole * b) / Number(b);
};
export const untilForever = (now: bigint) => [[now, FAR_FUTURE]] as const;

export type ReferenceFactory = (config: LimiterConfig) => Reference<unknown>;
export const referenceFactory =
  <S>(
    make: (config: LimiterConfig, policy: { n: bigint; T: bigint; capacity: bigint }) => Reference<S>,
  ): ReferenceFactory =>
  (config) => {
    const { n, T, capacity } = config.policy;
    return make(config, { n: BigInt(n), T: BigInt(T), capacity: BigInt(capacity) });
  };

/** The shortest wait after which the request would be admitted, or null, by bisection on the rule itself. */
export function searchWait<S>(reference: Reference<S>, state: S, now: bigint, cost: bigint): bigint | null {
  if (cost > reference.maxCost) return null;
  for (const [from, to] of reference.searchSpans(now)) {
    if (!reference.decide(state, to - 1n, cost).admitted) continue;
    let low = from - 1n;
    let high = to - 1n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (reference.decide(state, middle, cost).admitted) high = middle;
      else low = middle;
    }
    return high - now;
  }
  return null;
}
