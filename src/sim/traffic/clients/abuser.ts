/**
 * `abuser`: a steady a · n/T of the lane's own limit, whatever the answers: the k-th request, k from 0, at from + k·T/(a·n),
 * rounded up to a whole microsecond, so that what a bucket has gained by then is never a moment short. Source: finch.
 *
 * A bucket of capacity q gains one permit while a · 1 are asked for, so it is admitted ⌊(q·a − 1)/(a − 1)⌋ times before the
 * first refusal: the k-th request, k from 0, finds q − k + k/a, which is below 1 from k = (q − 1)·a/(a − 1) on. As a fluid,
 * without whole requests, the same bucket lasts for q·a/(a − 1).
 */
import { NEVER, type Duration, type Instant } from '../../time.ts';
import { intervalOf, decimalRatio, type Interval } from '../evenSpacing.ts';
import type { JobPacer, PacerContext, RetryOf, RetryStrategy } from './client.ts';

type Abuser = RetryOf<'abuser'>;

export const abuser: RetryStrategy<Abuser> = {
  name: 'abuser',
  needsRetryAfter: false,
  usesRandomness: () => false,
  createDelay: () => () => NEVER,
};

export function abuserPacer({ a }: Abuser, { range, n, T }: PacerContext): JobPacer {
  const [numerator, denominator] = decimalRatio(a);
  const interval = intervalOf(BigInt(T) * denominator, BigInt(n) * numerator);
  const sent = new Map<number, number>();
  const next = (client: number): Instant => {
    const k = sent.get(client) ?? 0;
    sent.set(client, k + 1);
    return ceilInstant(range.from, k, interval);
  };
  return { firstJob: next, afterTry: next, afterJob: (): Duration => NEVER };
}

/** from + k · interval, rounded up. */
function ceilInstant(from: Instant, k: number, { whole, numerator, denominator }: Interval): Instant {
  return from + k * whole + Math.ceil((k * numerator) / denominator);
}

/** Requests of an abuser that a bucket of capacity q admits before it refuses the first; ∞ up to a = 1. */
export function admittedBeforeDenial(q: number, a: number): number {
  // In whole numbers: doubles put (2 · 1.1 − 1)/(1.1 − 1) below 12.
  const [numerator, denominator] = decimalRatio(a);
  return numerator <= denominator
    ? Infinity
    : Number((BigInt(q) * numerator - denominator) / (numerator - denominator));
}

/** The same of a fluid. */
export function fluidAdmittedBeforeDenial(q: number, a: number): number {
  return a <= 1 ? Infinity : (q * a) / (a - 1);
}
