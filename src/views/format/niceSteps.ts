/** Readable figures: what a hand on the track, and its keys, can hit. */
import type { Duration, Instant } from '../../sim/index.ts';

const STEP_DIGITS = [1, 2, 5, 10];

/** The smallest of 1, 2 and 5 ×10ᵏ microseconds that is at least so long. */
export function niceStep(min: Duration): Duration {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, min))));
  return (STEP_DIGITS.find((digit) => digit * power >= min) ?? 10) * power;
}

/** How far something at `at` is moved for it to land, about `by` further, on a whole step; nowhere by nothing. */
export function snappedShift(at: Instant, by: Duration, step: Duration): Duration {
  return by === 0 ? 0 : Math.round((at + by) / step) * step - at;
}

/** How far it is from there to the next whole step. */
export function shiftToNextStep(at: Instant, step: Duration, direction: 1 | -1): Duration {
  const next = direction > 0 ? Math.floor(at / step) + 1 : Math.ceil(at / step) - 1;
  return next * step - at;
}

/** The same steps as on the axis of the window counts. */
const NICE_DIGITS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next readable figure above or below one that is more than 0. */
export function nextNiceNumber(value: number, direction: 1 | -1): number {
  // Enough that a figure is not taken for its own neighbour for a rounding.
  const beyond = value * (1 + direction * 1e-9);
  const power = 10 ** Math.floor(Math.log10(beyond));
  const found =
    direction > 0
      ? NICE_DIGITS.find((one) => one * power > beyond)
      : NICE_DIGITS.findLast((one) => one * power < beyond);
  return Number(((found ?? 0.8) * power).toPrecision(2));
}

/** The next whole one. */
export function nextNiceCount(value: number, direction: 1 | -1): number {
  const next = nextNiceNumber(value, direction);
  return Math.max(1, direction > 0 ? Math.ceil(next) : Math.floor(next));
}
