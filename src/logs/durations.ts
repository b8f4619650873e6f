/** Lengths of time as logs write them, and in which unit. */
import { counted, durationText, type Finding } from './finding.ts';
import { DURATION_UNITS, type DurationUnit } from './logTable.ts';
import { numberIn } from './values.ts';

/** The longest that is kept, microseconds. */
export const MAX_DURATION = 0xffff_ffff;
/** Whole numbers that in ms are longer than this are in another unit; and those of which half are longer than a minute. */
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Fractions of which half are longer than this in s are in ms. */
const LONG_S = 15;

/** `12 ms`, `0.012s` */
const WITH_UNIT = /^(.*\d) ?(s|ms|[uµμ]s|ns)$/;

/**
 * Microseconds, 0 for a missing one; NaN for what is no length of time.
 * @param perUnit microseconds in the column's unit; a unit in the text itself comes first
 */
export function microsIn(text: string | undefined, perUnit: number): number {
  if (text === undefined || text === '' || text === '-') return 0;
  const [, number, unit] = WITH_UNIT.exec(text) ?? [];
  return number === undefined ? numberIn(text) * perUnit : numberIn(number) * DURATION_UNITS[unitNamed(unit!)];
}

/**
 * The unit of a column that does not name it: the one that its values have; else those who write fractions write seconds,
 * unless most requests would take long, the others milliseconds. Null for whole numbers that would be minutes or hours.
 */
export function unitOf(values: readonly string[]): DurationUnit | null {
  const unit = values.map((value) => WITH_UNIT.exec(value)?.[2]).find((found) => found !== undefined);
  if (unit !== undefined) return unitNamed(unit);
  const numbers = values.map(numberIn).filter((number) => !Number.isNaN(number));
  const areMostly = (above: number): boolean => 2 * numbers.filter((number) => number > above).length > numbers.length;
  if (values.some((value) => value.includes('.'))) return areMostly(LONG_S) ? 'ms' : 's';
  return areMostly(MINUTE_MS) || numbers.some((number) => number > HOUR_MS) ? null : 'ms';
}

/** Micro has three ways to be written. */
function unitNamed(text: string): DurationUnit {
  return text.replace(/[uμ]/, 'µ') as DurationUnit;
}

/** How many durations of a log are not kept as they are. */
export interface MendedDurations {
  /** Longer than can be kept. */
  readonly cut: number;
  /** No lengths of time. */
  readonly unread: number;
}

/** @param column with the durations, by which arrivals are told; null if none is */
export function durationFindings(column: string | null, { cut, unread }: MendedDurations): Finding[] {
  if (column === null) return [];
  const findings: Finding[] = [];
  if (unread > 0)
    findings.push({
      kind: 'duration',
      sentence: `${column} is not a length of time in ${counted(unread, 'request')}, which ${unread === 1 ? 'counts as coming when it is' : 'count as coming when they are'} stamped.`,
    });
  if (cut > 0)
    findings.push({
      kind: 'duration',
      sentence: `${column} is longer than ${durationText(MAX_DURATION)} in ${counted(cut, 'request')} and counts as that long. If its unit is another one, choose that.`,
    });
  return findings;
}
