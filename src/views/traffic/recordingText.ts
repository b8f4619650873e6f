/** What a recording is, in words: its log, its place in the run, and how its stamps are read. */
import { formatDuration, isCoarse, pluralize, type EntryOfKind } from '../../sim/index.ts';
import { formatSeconds } from '../format/time.ts';
import { READING_LABELS } from '../text/readingLabels.ts';

export type Recording = EntryOfKind<'recording'>;

/** `access.log: 2,000 requests from 2026-01-05 10:00:00 to 10:59:59 UTC.` */
export function recordingText({ name, count, start, length }: Recording): string {
  const [from, to] = [start, start + Math.floor(length)].map(dateText) as [string, string];
  const sameDay = from.slice(0, 10) === to.slice(0, 10);
  return `${name === '' ? 'A log' : name}: ${pluralize(count, 'request')} from ${from} to ${sameDay ? to.slice(11) : to} UTC.`;
}

/** How the requests of one stamp are placed, and that the other ways give other figures. */
export function readingText({ reading, resolution }: Recording): string {
  const unit = formatDuration(resolution);
  const how = {
    even: 'requests with the same timestamp are spread evenly over it',
    start: 'requests with the same timestamp come all at once, at its start',
    random: 'requests with the same timestamp come at random times within it, from the scenario’s seed',
  }[reading];
  const stamps = `The log’s timestamps have a resolution of ${unit}: ${how}.`;
  if (isCoarse({ resolution }))
    return `${stamps} The truth may be any of the three readings, and figures differ between them.`;
  // As of a limiter's own record, by a clock of whole milliseconds.
  const asTheyStand = reading === 'start' ? '' : `; “${READING_LABELS.start}” takes each timestamp as it stands`;
  return `${stamps} The readings differ only where an answer depends on less than ${unit}${asTheyStand}.`;
}

/** That the log is of another time than the run says where it stands; null where the two agree. */
export function recordingPlaceText({ start, from }: Recording, epoch: number): string | null {
  if (start - epoch === from) return null;
  return (
    `The log begins at ${dateText(start)} UTC. Here it begins at ${formatSeconds(from)}, ` +
    `where the clock of this run reads ${dateText(epoch + from)} UTC.`
  );
}

/** `2026-01-05 10:00:00` */
function dateText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}
