/** `on-off`: steady for `on` seconds, silent for `off`, and again: restarted at each from + j · (on + off). */
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';
import { countWithin } from './evenSpacing.ts';
import { rangeOf, type RangedEntry, type TrafficGenerator } from './trafficGenerator.ts';
import { steadyInstants } from './steady.ts';

export interface OnOff extends RangedEntry {
  readonly kind: 'on-off';
  /** Requests a second while on. */
  readonly rate: number;
  /** Seconds. */
  readonly on: number;
  readonly off: number;
}

interface Cycles {
  /** How many fit whole into the range, and how long the rest is. */
  readonly whole: number;
  readonly rest: Duration;
  readonly on: Duration;
  readonly period: Duration;
}

export const onOff: TrafficGenerator<OnOff> = {
  kind: 'on-off',
  count: countRequests,
  generate(entry, horizon) {
    const { from, length } = rangeOf(entry, horizon);
    const { on, period } = cyclesOf(entry, horizon);
    const at = new Float64Array(countRequests(entry, horizon));
    const first = steadyInstants(from, Math.min(on, length), entry.rate);
    // Cycles begin on whole microseconds, so the others are the first one moved, exactly.
    for (let i = 0, cycle = 0; i < at.length; cycle++) {
      for (let k = 0; k < first.length && i < at.length; k++) at[i++] = (first[k] as number) + cycle * period;
    }
    return at;
  },
};

function countRequests(entry: OnOff, horizon: Instant): number {
  const { whole, rest, on } = cyclesOf(entry, horizon);
  return whole * countWithin(on, entry.rate) + countWithin(Math.min(on, rest), entry.rate);
}

function cyclesOf(entry: OnOff, horizon: Instant): Cycles {
  const { length } = rangeOf(entry, horizon);
  const on = microsFromSeconds(entry.on);
  const period = on + microsFromSeconds(entry.off);
  const whole = period > 0 ? Math.floor(length / period) : 0;
  return { whole, rest: length - whole * period, on, period };
}
