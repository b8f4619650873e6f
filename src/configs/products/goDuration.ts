/** A time as Go writes it. */
import type { Duration } from '../../sim/index.ts';
import { durationText } from '../text/durations.ts';

const NAMES: Readonly<Record<string, string>> = { s: 'Second', ms: 'Millisecond', us: 'Microsecond' };

/** `10*time.Second`. */
export function goDuration(time: Duration): string {
  return durationText(time, ['s', 'ms', 'us'], '*time.').replace(/[a-z]+$/, (unit) => NAMES[unit] ?? unit);
}
