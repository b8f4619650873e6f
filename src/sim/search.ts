/** Binary search. */
import type { Instant } from './time.ts';

/** The first position from `start` to `end` at which it holds, given that it then goes on to hold; `end` if at none. */
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

/** The first position at which `at`, which never falls, is not before `instant`. */
export function firstAtOrAfter(at: ArrayLike<Instant>, instant: Instant, length = at.length): number {
  return firstWhere(length, (position) => (at[position] as Instant) >= instant);
}
