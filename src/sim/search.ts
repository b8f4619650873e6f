/** Binary search. */
import { NEVER, type Duration, type Instant } from './time.ts';

/**
 * The first position in [start, end) at which `holds` is true, given that it stays true from there on; `end` if there
 * is none.
 */
export function firstWhere(end: number, holds: (position: number) => boolean, start = 0): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first position at which `at`, which is non-decreasing, is at or after `instant`. */
export function firstAtOrAfter(at: ArrayLike<Instant>, instant: Instant, length = at.length): number {
  return firstWhere(length, (position) => (at[position] as Instant) >= instant);
}

/**
 * The first whole number in (from, to] at which `holds` is true, given that it stays true from there on; it is false at
 * `from` and true at `to`. Instants are too large for `firstWhere`.
 */
export function firstInstant(from: Instant, to: Instant, holds: (at: Instant) => boolean): Instant {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2);
    if (holds(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * The shortest wait after which `holds` is true, given that it stays true for longer ones; 0 if it is at once. `NEVER` if
 * it is not after the powers of two, in microseconds, up to `longest`.
 */
export function shortestWait(holds: (wait: Duration) => boolean, longest: Duration): Duration {
  if (holds(0)) return 0;
  for (let wait = 1; wait <= longest; wait *= 2)
    if (holds(wait)) return firstInstant(Math.floor(wait / 2), wait, holds);
  return NEVER;
}
