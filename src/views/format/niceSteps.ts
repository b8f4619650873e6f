/** Round figures for drags and keys on the traffic track to land on. */
import { niceStep, type Duration, type Instant } from '../../sim/index.ts';

export { niceStep };

/** How far to move something at `at` by about `by` so that it lands on a multiple of `step`; 0 for 0. */
export function snappedShift(at: Instant, by: Duration, step: Duration): Duration {
  return by === 0 ? 0 : Math.round((at + by) / step) * step - at;
}

/** The distance from `at` to the next multiple of `step` in that direction. */
export function shiftToNextStep(at: Instant, step: Duration, direction: 1 | -1): Duration {
  const next = direction > 0 ? Math.floor(at / step) + 1 : Math.ceil(at / step) - 1;
  return next * step - at;
}

/** The same steps as on the window-count axis. */
const NICE_DIGITS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number above or below a positive one. */
export function nextNiceNumber(value: number, direction: 1 | -1): number {
  // The tolerance keeps rounding from making a number its own neighbour.
  const beyond = value * (1 + direction * 1e-9);
  const power = 10 ** Math.floor(Math.log10(beyond));
  const found =
    direction > 0
      ? NICE_DIGITS.find((one) => one * power > beyond)
      : NICE_DIGITS.findLast((one) => one * power < beyond);
  return Number(((found ?? 0.8) * power).toPrecision(2));
}

/** The next round whole number, at least 1. */
export function nextNiceCount(value: number, direction: 1 | -1): number {
  const next = nextNiceNumber(value, direction);
  return Math.max(1, direction > 0 ? Math.ceil(next) : Math.floor(next));
}
