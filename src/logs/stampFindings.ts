/** What the stamps' zones and order tell about the times. */
import { counted, durationText, type Finding } from './finding.ts';

/** A line's time this much before the line's before it is a clock that was set back, microseconds. */
const CLOCK_BACK = 30 * 60 * 1_000_000;

/** @param zones by their names, '' for stamps that name none */
export function stampFindings(zones: ReadonlySet<string>): Finding[] {
  const named = [...zones].filter((zone) => zone !== '');
  const findings: Finding[] = [];
  if (zones.has(''))
    findings.push({
      kind: 'no-zone',
      sentence:
        named.length === 0
          ? 'The times have no time zone and are read as UTC.'
          : 'Some times name no zone and are taken for UTC.',
    });
  if (named.length > 1)
    findings.push({
      kind: 'mixed-zones',
      sentence: `The times are in ${named.length} zones, ${named.slice(0, 4).join(', ')}: all are converted to UTC.`,
    });
  return findings;
}

/**
 * What the order of the lines tells: clocks that were set back, lines in another order.
 * @param fileStarts the first row of each file: there another order begins
 */
export function orderFindings(stamps: Float64Array, fileStarts: readonly number[]): Finding[] {
  let earlier = 0;
  let jumps = 0;
  let largest = 0;
  const starts = new Set(fileStarts);
  for (let row = 1; row < stamps.length; row++) {
    const back = (stamps[row - 1] as number) - (stamps[row] as number);
    if (back <= 0 || starts.has(row)) continue;
    earlier++;
    if (back < CLOCK_BACK) continue;
    jumps++;
    largest = Math.max(largest, back);
  }
  const findings: Finding[] = [];
  if (jumps > 0)
    findings.push({
      kind: 'clock-back',
      sentence: `The clock goes back ${counted(jumps, 'time')}, by up to ${durationText(largest)}, as it does with daylight saving or where files of several servers were joined. Requests are sorted by their stamps, so those of such hours overlap.`,
    });
  if (earlier > jumps)
    findings.push({
      kind: 'order',
      sentence: `${counted(earlier - jumps, 'line')} ${earlier - jumps === 1 ? 'is' : 'are'} stamped earlier than the line before. Requests are sorted by time.`,
    });
  return findings;
}
