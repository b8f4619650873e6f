/**
 * `abuser`: a steady rate of a · n/T, a times the lane's own limit, regardless of the answers: the k-th request, k from 0, is
 * at from + k·T/(a·n), rounded up to a whole microsecond so that a bucket's refill by then is never short. Source: finch.
 *
 * Where nodes decide and an answer takes longer than that, the next request comes with the answer.
 *
 * A bucket of capacity q refills by one permit per a requests, so it admits ⌊(q·a − 1)/(a − 1)⌋ requests before the first
 * denial: the k-th request, k from 0, finds q − k + k/a permits, which is below 1 from k = (q − 1)·a/(a − 1) on. In the fluid
 * approximation, without whole requests, the same bucket lasts for q·a/(a − 1).
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

/** How many requests of an abuser a bucket of capacity q admits before its first denial; ∞ for a ≤ 1. */
export function admittedBeforeDenial(q: number, a: number): number {
  // In integers: in doubles, (2 · 1.1 − 1)/(1.1 − 1) falls below 12.
  const [numerator, denominator] = decimalRatio(a);
  return numerator <= denominator
    ? Infinity
    : Number((BigInt(q) * numerator - denominator) / (numerator - denominator));
}

/** The same in the fluid approximation. */
export function fluidAdmittedBeforeDenial(q: number, a: number): number {
  return a <= 1 ? Infinity : (q * a) / (a - 1);
}
