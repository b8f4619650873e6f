/** Binary search. */
import type { Instant } from './time.ts';

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
