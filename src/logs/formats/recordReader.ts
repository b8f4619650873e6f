/** Reads records with named columns into the table: what CSV, JSON and the formats with a fixed list of fields share. */
import { isAmbiguousDate, slashOrder } from '../dates.ts';
import { microsIn } from '../durations.ts';
import { columnsToKeep } from '../fieldNames.ts';
import { quoted } from '../finding.ts';
import { COMMON_FIELDS, DURATION_UNITS, type Mapping } from '../logTable.ts';
import { StampReader } from '../stamps.ts';
import type { ColumnBuilder } from '../tableBuilder.ts';
import { CLEANED } from '../values.ts';
import type { ReadContext } from './format.ts';

/** A column's text in a record; undefined if the record lacks it. */
export type Accessor<Row> = (record: Row) => string | undefined;

/** Further columns that are kept though nothing is known of them, in the order of the file. */
const MAX_OTHERS = 9;

export interface RecordReader<Row> {
  readonly mapping: Mapping;
  readonly otherColumns: () => readonly string[];
  readonly read: (record: Row, line: number) => void;
}

/**
 * @param names the columns of the file as far as they are known
 * @param accessorOf how a column is read
 */
export function recordReader<Row>(
  names: readonly string[],
  accessorOf: (name: string) => Accessor<Row>,
  mapping: Mapping,
  { table, stamps, choices, badLine }: ReadContext,
): RecordReader<Row> {
  const mapped = COMMON_FIELDS.flatMap((field) => {
    const name = mapping.fields[field];
    return name === null ? [] : [{ name, clean: CLEANED[field] }];
  });
  const needed = new Map([
    ...columnsToKeep(choices.keep ?? [], names).map((name) => [name, undefined] as const),
    ...mapped.map(({ name, clean }) => [name, clean] as const),
  ]);
  const others = names
    .filter((name) => !needed.has(name) && name !== mapping.time && name !== mapping.duration)
    .slice(0, MAX_OTHERS);
  const kept = [...needed.keys(), ...others];
  const columns: readonly ColumnBuilder[] = kept.map((name) => table.column(name, needed.has(name)));
  const accessors = kept.map(accessorOf);
  const cleans = kept.map((name) => needed.get(name));
  const timeOf = accessorOf(mapping.time);
  const durationOf = mapping.duration === null ? null : accessorOf(mapping.duration);
  const perUnit = DURATION_UNITS[mapping.durationUnit];
  stamps.dateOrder = mapping.dateOrder ?? null;

  return {
    mapping,
    otherColumns: () => names.filter((name) => !kept.includes(name)),
    read(record, line) {
      const time = timeOf(record);
      if (time === undefined || time === '') {
        badLine(line, `it has no ${mapping.time}`);
        return;
      }
      const stamp = stamps.parse(time);
      if (!(stamp >= 0)) {
        badLine(line, badTimeReason(stamp, mapping.time, time));
        return;
      }
      for (let i = 0; i < columns.length; i++) {
        const text = (accessors[i] as Accessor<Row>)(record);
        if (text === undefined || text === '') continue;
        const column = columns[i] as ColumnBuilder;
        const clean = cleans[i];
        column.pending = column.values.codeOfText(clean === undefined ? text : clean(text));
      }
      table.add(stamp, microsIn(durationOf?.(record), perUnit));
    },
  };
}

/** `its ts “soon” is not a time`, `its ts “-5” is before 1970` */
export function badTimeReason(stamp: number, field: string, text: string): string {
  const time = `its ${field} ${quoted(text)}`;
  if (!Number.isNaN(stamp)) return `${time} is before 1970`;
  if (isAmbiguousDate(text)) return `the day and the month of ${time} cannot be told apart`;
  // By itself it is a time.
  if (new StampReader().parse(text) >= 0)
    return `${time} has the ${slashOrder(text)} first, unlike the dates before it`;
  return `${time} is not a time`;
}
