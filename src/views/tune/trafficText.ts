/** What the traffic card says of a log: its name, how much it holds, when, and what its stamps can tell. */
import { formatDuration } from '../../sim/index.ts';
import { isIdentifiable, leastIdentifiable } from '../../tune/identifiable.ts';
import { pluralize } from '../format/numbers.ts';
import type { Recording } from '../traffic/recordingText.ts';

/** `access.log, 61,204 requests`. */
export function recordingText({ name, count }: Recording): string {
  return `${name === '' ? 'A log' : name}, ${pluralize(count, 'request')}`;
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
    ? `${general} The lane’s burst refills in ${formatDuration(times.deciding)}: whom it refuses is not identifiable.`
    : `${general} T is ${formatDuration(times.T)}: what the limit lets through within it is not identifiable.`;
}
