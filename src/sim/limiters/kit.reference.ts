/** For tests only: what the naive references are made of, and the search for the wait after a denial. */
import type { Setting } from './limiter.ts';

export interface Answer<S> {
  readonly admitted: boolean;
  /** Microseconds that a shaper makes it wait; none where it never does. */
  readonly wait?: bigint;
  readonly next: S;
}

/** A limiter as a pure function of an immutable state. */
export interface Reference<S> {
  readonly start: S;
  ask(state: S, now: bigint, cost: bigint): Answer<S>;
  /** What a cost may be at most; `FAR` where anything goes. */
  readonly most: bigint;
  level(state: S, now: bigint): number;
  /**
   * Spans [from, to) after `now`, in order, in each of which a request that waits is refused up to some instant and
   * admitted from there on.
   */
  spans(now: bigint): readonly (readonly [from: bigint, to: bigint])[];
}

export const SECOND = 1_000_000n;
export const FAR = 1n << 52n;

export const max = (a: bigint, b: bigint) => (a > b ? a : b);
export const min = (a: bigint, b: bigint) => (a < b ? a : b);
export const floorMs = (now: bigint) => (now / 1000n) * 1000n;
export const ratio = (a: bigint, b: bigint) => {
  const whole = a / b;
  return Number(whole) + Number(a - whole * b) / Number(b);
};
export const onward = (now: bigint) => [[now, FAR]] as const;

export type Maker = (setting: Setting) => Reference<unknown>;
export const maker =
  <S>(make: (setting: Setting, policy: { n: bigint; T: bigint; capacity: bigint }) => Reference<S>): Maker =>
  (setting) => {
    const { n, T, capacity } = setting.policy;
    return make(setting, { n: BigInt(n), T: BigInt(T), capacity: BigInt(capacity) });
  };

/** The shortest wait after which the request would be admitted, or null, by halving on the rule itself. */
export function waitOf<S>(reference: Reference<S>, state: S, now: bigint, cost: bigint): bigint | null {
  if (cost > reference.most) return null;
  for (const [from, to] of reference.spans(now)) {
    if (!reference.ask(state, to - 1n, cost).admitted) continue;
    let low = from - 1n;
    let high = to - 1n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (reference.ask(state, middle, cost).admitted) high = middle;
      else low = middle;
    }
    return high - now;
  }
  return null;
}
