/** Sentinel's count, requests a second as a double, and what all its behaviours share. */
import { UnsupportedPolicyError, type Limiter } from '../limiters/limiter.ts';
import { formatNumber } from '../numberFormat.ts';
import { secondsFromMicros, type Duration } from '../time.ts';
import { SYSTEM } from './system.ts';

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

/** What the behaviours are before the system gives them a name. */
export const UNNAMED = {
  ...SYSTEM,
  id: 'sentinel',
  name: 'Sentinel',
  summary: '',
  rule: '',
  knobs: [],
  usesCapacity: false,
} as const satisfies Partial<Limiter>;
