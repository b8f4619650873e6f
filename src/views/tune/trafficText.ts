/** What the traffic card says of a log: its name, how much it holds, when, and what its stamps can tell. */
import { MONTHS } from '../text/clockText.ts';
import { formatDuration } from '../../sim/index.ts';
import { isIdentifiable, leastIdentifiable } from '../../tune/identifiable.ts';
import { pluralize } from '../format/numbers.ts';
import type { Recording } from '../traffic/recordingText.ts';

/** `access.log, 61,204 requests`. */
export function recordingText({ name, count }: Recording): string {
  return `${name === '' ? 'A log' : name}, ${pluralize(count, 'request')}`;
}

/** `5 January 2026, 10:00:00 to 10:59:59 UTC`; the end has a date of its own where that is another day. */
export function recordedTimeText({ start, length }: Recording): string {
  const [from, to] = [new Date(start * 1_000), new Date((start + length) * 1_000)];
  const sameDay = dateText(from) === dateText(to);
  return `${dateText(from)}, ${clockText(from)} to ${sameDay ? '' : `${dateText(to)}, `}${clockText(to)} UTC`;
}

/** `5 January 2026` */
function dateText(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function clockText(date: Date): string {
  return date.toISOString().slice(11, 19);
}

/** The tuned lane's window, and the shortest time that its answers depend on (`decidingTime`); seconds. */
export interface LaneTimes {
  readonly T: number;
  readonly deciding: number;
}

/** What coarse stamps mean for the figures. @param times null without a lane */
export function resolutionSentence(resolution: number, times: LaneTimes | null): string {
  const least = formatDuration(leastIdentifiable(resolution));
  const general = `Bursts and windows under ${least} cannot be told from this log, so figures are ranges over its three readings.`;
  if (times === null || isIdentifiable(times.deciding, resolution)) return general;
  return isIdentifiable(times.T, resolution)
    ? `${general} The lane's burst refills in ${formatDuration(times.deciding)}: whom it refuses is not identifiable.`
    : `${general} T is ${formatDuration(times.T)}: what the limit lets through within it is not identifiable.`;
}
