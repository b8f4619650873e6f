/** What the stamps' resolution leaves unknown, and the line for the server's log format that would tell more. */
import { isCoarse, secondsFromMicros } from '../sim/index.ts';
import { durationText, type Finding } from './finding.ts';
import type { FormatId, LogTable } from './logTable.ts';
import { SERVER_LINES } from './serverLines.ts';

const CONFIGURATION: Partial<Readonly<Record<FormatId, NonNullable<Finding['configuration']>>>> = {
  combined: SERVER_LINES,
  k6: [{ server: 'k6', line: 'K6_CSV_TIME_FORMAT=unix_micro' }],
};

/** Null where the stamps are fine. */
export function resolutionFinding({ resolution, format }: LogTable): Finding | null {
  if (!isCoarse({ resolution: secondsFromMicros(resolution) })) return null;
  const configuration = CONFIGURATION[format];
  return {
    kind: 'resolution',
    sentence: `The timestamps have a resolution of ${durationText(resolution)}, so how requests are spaced within it is unknown: figures are ranges over three readings (all at once, evenly spread, at random), and bursts and windows below ${durationText(10 * resolution)} are not identifiable.${configuration === undefined ? '' : ' A finer log format would tell more.'}`,
    ...(configuration === undefined ? {} : { configuration }),
  };
}
