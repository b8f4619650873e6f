/** The window count: permits admitted in the trailing T, (t − T, t], as a curve over a range. */
import type { Duration, Instant } from '../time.ts';
import { CurveBuilder } from './downsample.ts';
import type { Curve } from './chartData.ts';
import { costAt, keyIndexOf } from '../arrivals.ts';
import { isDenied } from '../verdict.ts';
import type { Admissions, LaneTrace } from './trace.ts';
import { unitWindowCountCurve } from './unitWindowCount.ts';
import { firstAtOrAfter, firstWhere } from '../search.ts';

export function windowCountAt({ at, cost }: Admissions, T: Duration, instant: Instant): number {
  // Times are whole microseconds, so "after t − T" is "from t − T + 1 on".
  const from = firstAtOrAfter(at, instant - T + 1);
  const to = firstAtOrAfter(at, instant + 1);
  if (cost === null) return to - from;
  let permits = 0;
  for (let i = from; i < to; i++) permits += cost[i] as number;
  return permits;
}

/**
 * `windowCountAt` of one key of a lane, from the requests around that instant alone.
 * @param longestWait of an admitted request
 * @param last the last request that counts: of several at that instant, those after it are yet to come
 */
export function windowCountIn(
  { arrivals, verdicts, waits }: LaneTrace,
  key: number,
  longestWait: Duration,
  T: Duration,
  instant: Instant,
  last: number,
): number {
  const rows = arrivals.key === null ? null : keyIndexOf(arrivals);
  const first = rows?.start[key] ?? 0;
  const end = rows?.start[key + 1] ?? arrivals.count;
  const rowAt = (position: number): number => rows?.order[position] ?? position;
  const earliest = instant - T + 1 - longestWait;
  const start = firstWhere(end, (position) => (arrivals.at[rowAt(position)] as number) >= earliest, first);
  let permits = 0;
  for (let position = start; position < end; position++) {
    const row = rowAt(position);
    const at = arrivals.at[row] as number;
    if (at > instant || row > last) break;
    const released = at + (waits?.[row] ?? 0);
    if (!isDenied(verdicts[row] as number) && released > instant - T && released <= instant)
      permits += costAt(arrivals, row);
  }
  return permits;
}

export function windowCountCurve(
  admissions: Admissions,
  T: Duration,
  from: Instant,
  to: Instant,
  columns: number,
): Curve {
  if (admissions.cost === null) return unitWindowCountCurve(admissions.at, T, from, to, columns);
  const curve = new CurveBuilder(from, to, columns);
  let permits = windowCountAt(admissions, T, from);
  curve.push(from, permits);
  windowCountSteps(admissions, T, from, to, (instant, before, after) => {
    curve.pushJump(instant, before, after);
    permits = after;
  });
  curve.push(to, permits);
  return curve.finish();
}

/** Calls back for each instant of (from, to] at which the count changes. */
export function windowCountSteps(
  admissions: Admissions,
  T: Duration,
  from: Instant,
  to: Instant,
  onStep: (instant: Instant, before: number, after: number) => void,
): void {
  const { at, cost } = admissions;
  let permits = windowCountAt(admissions, T, from);
  let entering = firstAtOrAfter(at, from + 1);
  let leaving = firstAtOrAfter(at, from - T + 1);
  // The next admission, and the next to leave the window.
  let entry = entering < at.length ? (at[entering] as number) : Infinity;
  let exit = leaving < at.length ? (at[leaving] as number) + T : Infinity;
  for (;;) {
    const instant = exit < entry ? exit : entry;
    if (instant > to) return;
    const before = permits;
    // All changes at one instant are a single step: intermediate counts never existed.
    while (exit === instant && leaving < at.length) {
      permits -= cost === null ? 1 : (cost[leaving] as number);
      leaving++;
      exit = leaving < at.length ? (at[leaving] as number) + T : Infinity;
    }
    while (entry === instant && entering < at.length) {
      permits += cost === null ? 1 : (cost[entering] as number);
      entering++;
      entry = entering < at.length ? (at[entering] as number) : Infinity;
    }
    if (permits !== before) onStep(instant, before, permits);
  }
}
