/** What files must have in common to be read as one log, and what is said of them. */
import { durationText, type Finding } from './finding.ts';
import { LogError } from './logError.ts';
import { COMMON_FIELDS, type Mapping } from './logTable.ts';
import type { StampReader } from './stamps.ts';

export interface FileStamps {
  readonly name: string;
  /** Rows of the files before. */
  readonly start: number;
  readonly stamps: StampReader;
}

/**
 * One mapping for files that are read together: what one of them lacks is where another has it. A unit that is only guessed is
 * that of the files before.
 * @param before that of the files before
 * @param own what the file would be read with by itself
 * @param name the file's
 * @throws {LogError} where both have the same thing in different columns
 */
export function mergedMapping(before: Mapping, own: Mapping, name: string): Mapping {
  const merged = (what: string, there: string | null, here: string | null): string | null => {
    if (there !== null && here !== null && there !== here)
      throw new LogError(
        'unreadable',
        `${name} has the ${what} in ${here}, but the files before it have it in ${there}. Open only files with the same columns together.`,
      );
    return there ?? here;
  };
  merged('time', before.time, own.time);
  merged('duration', before.duration, own.duration);
  if (before.duration !== null && own.duration !== null && own.isUnitGuessed !== true)
    merged('duration', before.durationUnit, own.durationUnit);
  // Which of both is the client's address, the first lines tell: for one log, those of the first file do.
  const addresses = (mapping: Mapping) => [mapping.fields.address, mapping.proxy?.column];
  const hasSame = addresses(before).some((column) => column && addresses(own).includes(column));
  const ownFields = hasSame ? { ...own.fields, address: before.fields.address } : own.fields;
  const fields = COMMON_FIELDS.map((field) => [field, merged(field, before.fields[field], ownFields[field])]);
  // A request without a duration came when it is stamped, so files without any can be among those with.
  return {
    ...(before.duration === null ? own : before),
    dateOrder: before.dateOrder ?? own.dateOrder,
    fields: Object.fromEntries(fields) as Mapping['fields'],
  };
}

/** That a file is read with the unit of those before, and not the one that its values suggest. */
export function unitFindings(merged: Mapping, own: Mapping, name: string): Finding[] {
  if (own.duration === null || own.durationUnit === merged.durationUnit) return [];
  return [
    {
      kind: 'merged-unit',
      sentence: `${name} is read with ${own.duration} in ${merged.durationUnit}, as the files before it are; by itself, it would be read in ${own.durationUnit}.`,
    },
  ];
}

/**
 * The resolutions of the files that have requests, microseconds.
 * @param rows of all files
 */
export function resolutionsOf(files: readonly FileStamps[], rows: number): readonly number[] {
  const counts = files.map(({ start }, index) => (files[index + 1]?.start ?? rows) - start);
  const used = files.filter((_, index) => counts[index] !== 0);
  // Whether stamps without a fraction are chance, all files that have none tell together, however short each of them is.
  const whole = files.reduce((sum, { stamps }, index) => (stamps.hasFraction ? sum : sum + counts[index]!), 0);
  return used.map(({ stamps }) => stamps.resolution(whole));
}

/** @param resolutions of the files, microseconds */
export function mergedFindings(resolutions: readonly number[]): Finding[] {
  if (resolutions.length < 2) return [];
  const [finest, coarsest] = [Math.min(...resolutions), Math.max(...resolutions)];
  const differ = ` Their timestamps have resolutions from ${durationText(finest)} to ${durationText(coarsest)}: all are taken to have the coarsest.`;
  return [
    {
      kind: 'merged',
      sentence: `${resolutions.length} files are merged by time.${finest === coarsest ? '' : differ}`,
    },
  ];
}
