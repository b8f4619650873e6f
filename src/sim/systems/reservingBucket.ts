/**
 * The bucket of golang.org/x/time/rate, in doubles and in its order: a request takes its tokens before they are there,
 * and its wait is the time until the debt is paid. Whether a wait is accepted is the caller's rule.
 *
 * Everything follows from one closed form: tokens at `now` = min(burst, tokens + elapsed seconds · limit). A clock that
 * steps back stands still.
 */
import type { KeyState } from '../limiters/limiter.ts';
import { SECOND, type Duration, type Instant } from '../time.ts';

export type ReservingParams = {
  /** Tokens a second, a double. */
  readonly limit: number;
  readonly burst: number;
};

export interface ReservingState extends KeyState {
  /** Tokens at `last`, a double; below 0 by what is owed. */
  tokens: number;
  last: Instant;
  /** The wait of the last admitted request, microseconds. */
  wait: Duration;
}

/** Relative rounding of sums in doubles, with room to spare. */
const ROUNDING = 1e-9;

/** The seconds of a duration as Go computes them: whole seconds, and the rest as nanoseconds. */
function goSeconds(elapsed: Duration): number {
  const whole = Math.floor(elapsed / SECOND);
  return whole + ((elapsed - whole * SECOND) * 1_000) / 1e9;
}

/** The closed form. */
export function tokensAt(state: ReservingState, { limit, burst }: ReservingParams, now: Instant): number {
  return Math.min(burst, state.tokens + goSeconds(Math.max(0, now - state.last)) * limit);
}

/** The wait of a request that leaves so many tokens, whole nanoseconds. */
export function nanosUntilPaid(tokens: number, { limit }: ReservingParams): number {
  return tokens < 0 ? Math.trunc((-tokens / limit) * 1e9) : 0;
}

/** The first instant after `now` at which the bucket holds `target` tokens, as near as doubles say. */
export function instantOf(state: ReservingState, params: ReservingParams, now: Instant, target: number): Instant {
  const missing = target - tokensAt(state, params, now);
  return now + Math.max(1, Math.ceil((missing / params.limit) * SECOND));
}

/** The most that take effect within a length, of a bucket that lends: a full burst, and what comes in. */
export function reservingBound({ limit, burst }: ReservingParams, length: Duration): number {
  // A wait in whole nanoseconds may be one too short, and is rounded to a microsecond.
  const gain = ((length - 1 + 0.002) / SECOND) * limit;
  return Math.floor((burst + gain) * (1 + ROUNDING) + ROUNDING);
}
