/** Sentinel's count: requests a second, as a double. */
import { UnsupportedPolicyError } from '../limiters/limiter.ts';
import { formatNumber } from '../numberFormat.ts';
import { secondsFromMicros, type Duration } from '../time.ts';

export function countOf(n: number, T: Duration): number {
  return n / secondsFromMicros(T);
}

/** @throws {UnsupportedPolicyError} unless the count will do */
export function requireCount(count: number, will: boolean, what: string): void {
  if (will) return;
  throw new UnsupportedPolicyError(
    `count is n/T = ${formatNumber(count, 6)} a second, and ${what} admits nothing or cannot be run; nearest: ` +
      `n = T in seconds, a count of 1`,
  );
}
