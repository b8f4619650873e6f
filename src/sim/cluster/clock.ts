/** A node's clock as a function of true time. */
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** The node's clock reads t + offset + drift·t, plus `by` from `at` on. In seconds. */
export interface ClockSkew {
  readonly node: number;
  readonly offset: number;
  readonly drift: number;
  readonly step?: { readonly at: number; readonly by: number };
}

/** The reading at a true instant, in whole microseconds. It may be negative and may step back. */
export type Clock = (at: Instant) => Instant;

const TRUE_TIME: Clock = (at) => at;

export function skewedClock(skew: ClockSkew | undefined): Clock {
  if (skew === undefined) return TRUE_TIME;
  const offset = microsFromSeconds(skew.offset);
  const { drift, step } = skew;
  const from: Instant = step === undefined ? Infinity : microsFromSeconds(step.at);
  const by: Duration = step === undefined ? 0 : microsFromSeconds(step.by);
  return (at) => at + offset + Math.round(drift * at) + (at >= from ? by : 0);
}
