/**
 * Virtual time: whole microseconds since 0, as doubles. A scenario writes seconds; they are converted to microseconds
 * once, on input, so that everything after that compares and adds exactly.
 */

/** A point in virtual time, whole microseconds since 0; `NEVER` if it does not come. */
export type Instant = number;

/** A length of virtual time, whole microseconds; `NEVER` if it does not end. */
export type Duration = number;

export const MILLISECOND: Duration = 1_000;
export const SECOND: Duration = 1_000_000;
export const DAY: Duration = 86_400 * SECOND;

/** Later than every instant. JSON has no infinity, so it is written as `null`. */
export const NEVER = Infinity;

/** Seconds, as a scenario writes them, to the nearest microsecond. */
export function microsFromSeconds(seconds: number): Instant {
  return Math.round(seconds * SECOND);
}

/** Microseconds as seconds, exact to the microsecond. */
export function secondsFromMicros(micros: Instant): number {
  return micros / SECOND;
}

/** Seconds, moved by whole microseconds. */
export function shiftSeconds(seconds: number, by: Duration): number {
  return secondsFromMicros(microsFromSeconds(seconds) + by);
}

/** The first whole microsecond that is not before; what is above one by less than a thousandth is that one. */
export function microsUpFrom(micros: number): Duration {
  return Math.ceil(micros - 0.001) + 0;
}

/** What a clock that ticks every `unit` microseconds reads at `now`: the last tick, never later than `now`. */
export function floorTo(now: Instant, unit: Duration): Instant {
  return Math.floor(now / unit) * unit;
}

/** The first tick of a clock that ticks every `unit` microseconds which comes after `now`. */
export function tickAfter(now: Instant, unit: Duration): Instant {
  return (Math.floor(now / unit) + 1) * unit;
}

/** The smallest of 1, 2 and 5 ×10ᵏ microseconds that is at least `min`: what axes, bins and drags step by. */
export function niceStep(min: Duration): Duration {
  let power = 1;
  while (power * 10 <= min) power *= 10;
  return power * ([1, 2, 5].find((digit) => digit * power >= min) ?? 10);
}
