/**
 * `abuser`: a steady a · n/T of the lane's own limit, whatever the answers: the k-th request, k from 0, at from + k·T/(a·n),
 * rounded up to a whole microsecond, so that what a bucket has gained by then is never a moment short. Source: 003.
 *
 * A bucket of capacity q gains one permit while a · 1 are asked for, so it is admitted ⌊(q·a − 1)/(a − 1)⌋ times before the
 * first refusal: the k-th request, k from 0, finds q − k + k/a, which is below 1 from k = (q − 1)·a/(a − 1) on. As a fluid,
 * without whole requests, the same bucket lasts for q·a/(a − 1).
 */
import { NEVER, type Duration, type Instant } from '../../time.ts';
import { intervalOf, ratioOf, type Interval } from '../even.ts';
import type { Pace, PaceSetting, RetryOf, Strategy } from './client.ts';

type Abuser = RetryOf<'abuser'>;

export const abuser: Strategy<Abuser> = {
  name: 'abuser',
  hears: false,
  draws: () => false,
  prepare: () => () => NEVER,
};

export function abuserPace({ a }: Abuser, { range, n, T }: PaceSetting): Pace {
  const [above, below] = ratioOf(a);
  const interval = intervalOf(BigInt(T) * below, BigInt(n) * above);
  const sent = new Map<number, number>();
  const next = (client: number): Instant => {
    const k = sent.get(client) ?? 0;
    sent.set(client, k + 1);
    return upTo(range.from, k, interval);
  };
  return { first: next, tried: next, settled: (): Duration => NEVER };
}

/** from + k · interval, rounded up. */
function upTo(from: Instant, k: number, { whole, rest, of }: Interval): Instant {
  return from + k * whole + Math.ceil((k * rest) / of);
}

/** Requests of an abuser that a bucket of capacity q admits before it refuses the first; ∞ up to a = 1. */
export function admittedAtFirst(q: number, a: number): number {
  // In whole numbers: doubles put (2 · 1.1 − 1)/(1.1 − 1) below 12.
  const [above, below] = ratioOf(a);
  return above <= below ? Infinity : Number((BigInt(q) * above - below) / (above - below));
}

/** The same of a fluid. */
export function fluidAdmitted(q: number, a: number): number {
  return a <= 1 ? Infinity : (q * a) / (a - 1);
}
