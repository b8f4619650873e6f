/**
 * The curve of the window count where all costs are 1. At `now` the count is the number of admissions up to `now`, less
 * those up to now − T, so in a pixel column with many of them its extremes are found without counting each step.
 */
import { firstWhere } from '../search.ts';
import type { Duration, Instant } from '../time.ts';
import type { Curve } from './chartData.ts';
import { CurveBuilder, type PlacedVertex } from './downsample.ts';

/** With fewer changes left in a column, each is pushed. */
const MIN_CHANGES = 8;

/** @param at admissions, ascending */
export function unitWindowCountCurve(
  at: Float64Array,
  T: Duration,
  from: Instant,
  to: Instant,
  columns: number,
): Curve {
  const curve = new CurveBuilder(from, to, columns);
  /** The next admission, and the next to leave the window: the count is their difference. */
  let entering = firstEntryAt(at, from + 1, 0);
  let leaving = firstEntryAt(at, from + 1 - T, 0);
  curve.push(from, entering - leaving);
  /** Before this instant, each change is pushed. */
  let singlyUntil = -Infinity;
  for (;;) {
    const instant = Math.min(at[entering] ?? Infinity, (at[leaving] ?? Infinity) + T);
    if (instant > to || instant === Infinity) break;
    const before = entering - leaving;
    // All changes at one instant are a single step: intermediate counts never existed.
    while (leaving < at.length && (at[leaving] as number) + T === instant) leaving++;
    while (entering < at.length && at[entering] === instant) entering++;
    if (entering - leaving !== before) curve.pushJump(instant, before, entering - leaving);
    const until = Math.min(curve.thinnedUntil, to);
    if (until <= instant || instant < singlyUntil) continue;
    const [entered, left] = [firstEntryAt(at, until, entering), firstEntryAt(at, until - T, leaving)];
    if (entered - entering + left - leaving < MIN_CHANGES) {
      singlyUntil = until;
      continue;
    }
    const last = lastStep(at, T, entering, entered, leaving, left);
    if (last !== null)
      curve.pushThinned(
        lowestCount(at, T, leaving, left, curve.min),
        highestCount(at, T, entering, entered, curve.max),
        last,
      );
    entering = entered;
    leaving = left;
  }
  curve.push(to, entering - leaving);
  return curve.finish();
}

function firstEntryAt(at: Float64Array, instant: Instant, start: number): number {
  return firstWhere(at.length, (position) => (at[position] as number) >= instant, start);
}

/**
 * The first of the highest counts above `max` as [first, end) enter. There are more than `max` if the admission that many
 * places earlier is still in the window: one comparison for each, which nearly always has the same result.
 */
function highestCount(at: Float64Array, T: Duration, first: number, end: number, max: number): PlacedVertex | null {
  // As a whole number: added to positions, a fraction would make each of them one.
  let highest = max | 0;
  let found: Instant = 0;
  for (let i = first; i < end; i++) {
    while (i >= highest && (at[i] as number) - (at[i - highest] as number) < T) {
      highest++;
      found = at[i] as number;
    }
  }
  return highest === max ? null : { at: found, value: highest, place: found };
}

/** The first of the lowest counts below `min` as [first, end) leave: fewer, if that many places later none has entered. */
function lowestCount(at: Float64Array, T: Duration, first: number, end: number, min: number): PlacedVertex | null {
  let lowest = min | 0;
  let found: Instant = 0;
  for (let i = first; i < end; i++) {
    const instant = (at[i] as number) + T;
    while (lowest > 0 && (i + lowest >= at.length || (at[i + lowest] as number) > instant)) {
      lowest--;
      found = instant;
    }
  }
  return lowest === min ? null : { at: found, value: lowest, place: found };
}

/** The last instant at which the count changes, as admissions enter and leave; null if as many enter as leave at each. */
function lastStep(
  at: Float64Array,
  T: Duration,
  firstEntering: number,
  entered: number,
  firstLeaving: number,
  left: number,
): PlacedVertex | null {
  let [entries, exits] = [entered, left];
  // Where one enters as another leaves, nothing changes: in an even flow, that is all that happens.
  while (entries > firstEntering && exits > firstLeaving && at[entries - 1] === (at[exits - 1] as number) + T) {
    entries--;
    exits--;
  }
  const entry = entries > firstEntering ? (at[entries - 1] as number) : -Infinity;
  const exit = exits > firstLeaving ? (at[exits - 1] as number) + T : -Infinity;
  const instant = Math.max(entry, exit);
  return instant === -Infinity ? null : { at: instant, value: entries - exits, place: instant };
}
