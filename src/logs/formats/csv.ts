/** CSV and its like with a header line, or without: any columns, mapped by their names and first values. */
import { guessMapping, plainName, timeNamed } from '../fieldNames.ts';
import { counted, quoted } from '../finding.ts';
import type { Mapping } from '../logTable.ts';
import { TIME_FORMS } from '../stamps.ts';
import { guessDelimiter, recordsOf, rowReader, type Row } from './delimitedRows.ts';
import type { LogFormat, LogHead, LogReader, ReadContext } from './format.ts';
import { mappingOf, type NamedColumns } from './namedColumns.ts';
import { recordReader, type Accessor } from './recordReader.ts';
import { splitTimeOf } from './splitTime.ts';

export const csv: LogFormat = {
  id: 'csv',
  name: 'CSV',
  // A table whose times cannot be read is one, too: so it can be said which times those are.
  recognises(head) {
    if (isOfLogger(head)) return false;
    const { guess, unreadTime, isOnlyHeader } = layoutOf(head);
    return guess !== null || unreadTime !== null || isOnlyHeader;
  },
  isOnlyHeader: (head) => layoutOf(head).isOnlyHeader,
  open: (head, context) => {
    const layout = layoutOf(head);
    const mapping = mappingOf(layout, context, () => noTimeSentence(layout));
    return csvReader({ ...layout, mapping }, context);
  },
};

/** `2026-03-28 13:00:00,123 INFO …`: Java’s and Python’s loggers write the comma within the time. */
const LOGGER = /^\W?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d,\d{3}(?=[Z\]+\s-])/;

function isOfLogger({ lines }: LogHead): boolean {
  const written = lines.filter((line) => line !== '');
  return 2 * written.filter((line) => LOGGER.test(line)).length > written.length;
}

interface Layout {
  readonly names: readonly string[];
  /** How many lines come before the first record. */
  readonly headerLines: number;
  readonly delimiter: string;
  /** Of Zeek, which writes such lines among the records, no quotes, and a dash for what is missing: the line with the names. */
  readonly zeekHeader?: string;
  /** How columns are read that are not as they stand in the file, or are not in it. */
  readonly derived?: ReadonlyMap<string, Accessor<readonly string[]>>;
}

/** A value of a column that by its name holds times. */
interface UnreadTime {
  readonly name: string;
  readonly value: string;
}

function noTimeSentence({ names, unreadTime }: ReturnType<typeof layoutOf>): string {
  if (unreadTime === null)
    return `No column holds times. The columns are ${names.join(', ')}: say which one is the time. ${TIME_FORMS}`;
  const { name, value } = unreadTime;
  return `No column holds times that can be read: ${name} holds ${quoted(value)}. ${TIME_FORMS}`;
}

/** What spreadsheets write before the header, to say what separates the columns: `sep=;`. */
const SEPARATOR = /^"?sep=(.)"?$/i;

interface Table extends Layout, NamedColumns {
  /** Where there is no guess. */
  readonly unreadTime: UnreadTime | null;
  /** Names of columns, among them that of a time, and no rows. */
  readonly isOnlyHeader: boolean;
}

/** Zeek's names of the columns; what is behind the first word separates all. */
const ZEEK_NAMES = /^#fields([^\w\n])(.+)$/;
/** What Zeek writes for a field that a record does not have. */
const ZEEK_MISSING = '-';

function zeekLayoutOf(lines: readonly string[]): Table | null {
  const header = lines.map((line) => ZEEK_NAMES.exec(line)).find((found) => found !== null);
  if (header === undefined) return null;
  const [zeekHeader, delimiter, list] = header as unknown as readonly [string, string, string];
  const names = distinct(list.split(delimiter));
  const rows = lines.filter((line) => !line.startsWith('#') && line !== '').map((line) => line.split(delimiter));
  const valuesOf = (name: string) =>
    rows.map((row) => row[names.indexOf(name)] ?? '').filter((value) => value !== '' && value !== ZEEK_MISSING);
  const guess = guessMapping(names, valuesOf);
  const isOnlyHeader = rows.length === 0;
  return { names, valuesOf, guess, headerLines: 0, delimiter, zeekHeader, unreadTime: null, isOnlyHeader };
}

/** The columns of a file by its first lines. */
function layoutOf({ lines }: LogHead): Table {
  const zeek = zeekLayoutOf(lines);
  if (zeek !== null) return zeek;
  const separator = SEPARATOR.exec(lines[0] ?? '')?.[1] ?? '';
  const preamble = separator === '' ? 0 : 1;
  const ownLines = lines.slice(preamble, 50);
  const delimiter = separator === '' ? guessDelimiter(ownLines) : separator;
  const records = recordsOf(ownLines, delimiter);
  const [first = [], ...rest] = records;
  const valuesIn = (names: readonly string[], rows: readonly (readonly string[])[]) => {
    const places = new Map(names.map((name, place) => [name, place]));
    return (name: string) => rows.map((row) => row[places.get(name)!] ?? '').filter((value) => value !== '');
  };
  const numbered = first.map((_, index) => `column ${index + 1}`);
  // A header has no times in it.
  const hasHeader = guessMapping(numbered, valuesIn(numbered, [first])) === null;
  const names = hasHeader ? distinct(first) : numbered;
  const valuesOf = valuesIn(names, hasHeader ? rest : records);
  const whole = { names, valuesOf, guess: guessMapping(names, valuesOf) };
  const split = whole.guess === null && hasHeader ? splitTimeOf(whole) : null;
  const { guess } = split ?? whole;
  const namedTime = guess === null && hasHeader && names.length > 1 ? timeNamed(names) : null;
  const name = rest[0]?.length === names.length ? namedTime : null;
  const [value] = name === null ? [] : valuesOf(name);
  return {
    ...(split ?? whole),
    ...(split !== null && {
      derived: split.derivedOf((column) => (row: readonly string[]) => row[names.indexOf(column)]),
    }),
    headerLines: preamble + Number(hasHeader),
    delimiter,
    unreadTime: name === null || value === undefined ? null : { name, value },
    isOnlyHeader: namedTime !== null && rest.length === 0,
  };
}

/** The names of a header, each once: columns may have none, or the same. */
function distinct(header: readonly string[]): string[] {
  const times = new Map<string, number>();
  return header.map((written, index) => {
    const name = written.trim();
    if (name === '') return `column ${index + 1}`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name} (${time})`;
  });
}

/** Whether the first line is that header, however its names are written. */
export function namesColumns({ lines }: LogHead, names: readonly string[]): boolean {
  const found = new Set((lines[0] ?? '').split(',').map(plainName));
  return names.every((name) => found.has(plainName(name)));
}

/**
 * @param accepts whether a record is a request; all are, unless it is said
 */
export function csvReader(
  { names, headerLines, delimiter, derived, mapping, zeekHeader }: Layout & { readonly mapping: Mapping },
  context: ReadContext,
  accepts: (row: readonly string[]) => boolean = () => true,
): LogReader {
  const accessorOf = (name: string): Accessor<readonly string[]> => {
    const index = names.indexOf(name);
    if (zeekHeader !== undefined) return (row) => (row[index] === ZEEK_MISSING ? undefined : row[index]);
    return derived?.get(name) ?? (index < 0 ? () => undefined : (row) => row[index]);
  };
  const columns = [...new Set([...names, ...(derived?.keys() ?? [])])];
  const records = recordReader(columns, accessorOf, mapping, context);
  const last = lastColumn(names, mapping);
  let headersLeft = headerLines;
  const take = ({ fields, isOpen }: Row, line: number): void => {
    if (headersLeft > 0) headersLeft--;
    else if (isOpen) context.badLine(line, 'its quotes are not closed');
    else if (fields.length <= last)
      context.badLine(line, `it has ${counted(fields.length, 'column')} and ends before ${names[last]}`);
    else if (accepts(fields)) records.read(fields, line);
  };
  const rows = rowReader(delimiter, take);
  let hasOtherNames = false;
  const zeekLine = (text: string, number: number): void => {
    if (ZEEK_NAMES.test(text)) hasOtherNames = text !== zeekHeader;
    if (text.startsWith('#')) return;
    if (hasOtherNames) context.badLine(number, 'its columns are not those of the first #fields');
    else take({ fields: text.split(delimiter), isOpen: false }, number);
  };
  const decoder = new TextDecoder();
  return {
    mapping,
    otherColumns: records.otherColumns,
    line(bytes, start, end, number) {
      const text = decoder.decode(bytes.subarray(start, end));
      if (text.trim() === '') return;
      if (zeekHeader === undefined) rows.line(text, number);
      else zeekLine(text, number);
    },
    finish: rows.finish,
  };
}

/** The last column that is mapped to something: a row that ends before it was cut, or is of another file. */
function lastColumn(names: readonly string[], { time, duration, fields }: Mapping): number {
  const mapped = new Set([time, duration, ...Object.values(fields)]);
  return Math.max(...names.map((name, index) => (mapped.has(name) ? index : -1)));
}
