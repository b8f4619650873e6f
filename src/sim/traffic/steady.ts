/** `steady`: a request at from + k/rate for k = 0, 1, … while that is before `to`. */
import { countWithin, fillEvenly, intervalForRate } from './evenSpacing.ts';
import { rangeOf, type RangedEntry, type TrafficGenerator } from './trafficGenerator.ts';
import type { Duration, Instant } from '../time.ts';

export interface Steady extends RangedEntry {
  readonly kind: 'steady';
  /** Requests a second. */
  readonly rate: number;
}

export const steady: TrafficGenerator<Steady> = {
  kind: 'steady',
  count: (entry, horizon) => countWithin(rangeOf(entry, horizon).length, entry.rate),
  generate(entry, horizon) {
    const { from, length } = rangeOf(entry, horizon);
    return steadyInstants(from, length, entry.rate);
  },
};

/** Instants from + k/rate before from + length. `rate` per second. */
export function steadyInstants(from: Instant, length: Duration, rate: number): Float64Array {
  const count = countWithin(length, rate);
  const at = new Float64Array(count);
  if (count > 0) fillEvenly(at, count, from, intervalForRate(rate));
  return at;
}
