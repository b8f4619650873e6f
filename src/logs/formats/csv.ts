/** CSV and its like with a header line, or without: any columns, mapped by their names and first values. */
import Papa from 'papaparse';
import { guessMapping, plainName, withChoices } from '../fieldNames.ts';
import { counted } from '../finding.ts';
import { MAX_LINE_BYTES } from '../lines.ts';
import { LogError } from '../logError.ts';
import type { Mapping } from '../logTable.ts';
import type { LogFormat, LogHead, LogReader, ReadContext } from './format.ts';
import { recordReader, type Accessor } from './recordReader.ts';

/** Records that are parsed at once. */
const BATCH = 500;
/** Lines that one record in quotes may have: a stray quote must not swallow the rest of the file. */
const MAX_RECORD_LINES = 100;

export const csv: LogFormat = {
  id: 'csv',
  name: 'CSV',
  recognises: (head) => layoutOf(head).guess !== null,
  open: (head, context) => {
    const { names, hasHeader, delimiter, guess } = layoutOf(head);
    const time = context.choices.mapping?.time;
    if (guess === null && time === undefined)
      throw new LogError(
        'unreadable',
        `No column holds times. The columns are ${names.join(', ')}: say which one is the time. Times are ISO 8601 or Unix time in s, ms, µs or ns.`,
      );
    const mapping = withChoices(guess ?? withoutTime(names, time!), context.choices.mapping, names);
    return csvReader({ names, hasHeader, delimiter, mapping }, context);
  },
};

function withoutTime(names: readonly string[], time: string): Mapping {
  return { ...guessMapping(names, () => ['2000-01-01T00:00:00Z'])!, time, timeIs: 'arrival', duration: null };
}

interface Layout {
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  readonly delimiter: string;
}

/** The columns of a file by its first lines. */
function layoutOf({ lines }: LogHead): Layout & { readonly guess: Mapping | null } {
  const { data, meta } = Papa.parse<string[]>(lines.slice(0, 50).join('\n'), {
    delimitersToGuess: [',', '\t', ';', '|'],
  });
  const [first = [], ...rest] = data;
  const mappingOf = (names: readonly string[], rows: readonly string[][]) =>
    guessMapping(names, (name) => rows.map((row) => row[names.indexOf(name)] ?? '').filter((value) => value !== ''));
  const numbered = first.map((_, index) => `column ${index + 1}`);
  // A header has no times in it, and names a column once.
  const hasHeader = mappingOf(numbered, [first]) === null && new Set(first).size === first.length;
  const names = hasHeader ? first.map((name) => name.trim()) : numbered;
  return { names, hasHeader, delimiter: meta.delimiter, guess: mappingOf(names, hasHeader ? rest : data) };
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
  { names, hasHeader, delimiter, mapping }: Layout & { readonly mapping: Mapping },
  context: ReadContext,
  accepts: (row: readonly string[]) => boolean = () => true,
): LogReader {
  const accessorOf = (name: string): Accessor<readonly string[]> => {
    const index = names.indexOf(name);
    return index < 0 ? () => undefined : (row) => row[index];
  };
  const records = recordReader(names, accessorOf, mapping, context);
  const last = lastColumn(names, mapping);
  const rows = rowParser(delimiter, (row, line) => {
    if (row.length <= last)
      context.badLine(line, `it has ${counted(row.length, 'column')} and ends before ${names[last]}`);
    else if (accepts(row)) records.read(row, line);
  });
  let isHeader = hasHeader;
  const joiner = recordJoiner((text, line) => {
    if (text.trim() === '') return;
    if (!isHeader) rows.take(text, line);
    isHeader = false;
  }, context.badLine);
  const decoder = new TextDecoder();
  return {
    mapping,
    otherColumns: records.otherColumns,
    line: (bytes, start, end, number) => joiner.line(decoder.decode(bytes.subarray(start, end)), number),
    finish() {
      joiner.finish();
      rows.finish();
    },
  };
}

/** The last column that is mapped to something: a row that ends before it was cut, or is of another file. */
function lastColumn(names: readonly string[], { time, duration, fields }: Mapping): number {
  const mapped = new Set([time, duration, ...Object.values(fields)]);
  return Math.max(...names.map((name, index) => (mapped.has(name) ? index : -1)));
}

/** Parses records, many at once, and hands over their values with the line that they begin in. */
function rowParser(delimiter: string, onRow: (row: readonly string[], line: number) => void) {
  let texts: string[] = [];
  let lines: number[] = [];

  const finish = (): void => {
    if (texts.length === 0) return;
    const { data } = Papa.parse<string[]>(texts.join('\n'), { delimiter, newline: '\n' });
    // Stray quotes may have joined records: then each is parsed by itself.
    const rows =
      data.length === texts.length
        ? data
        : texts.map((text) => Papa.parse<string[]>(text, { delimiter }).data[0] ?? []);
    for (const [index, row] of rows.entries()) onRow(row, lines[index] as number);
    texts = [];
    lines = [];
  };

  return {
    take(text: string, line: number): void {
      texts.push(text);
      lines.push(line);
      if (texts.length === BATCH) finish();
    },
    finish,
  };
}

/** Joins the lines of a record that has line breaks within quotes. */
function recordJoiner(onRecord: (text: string, line: number) => void, badLine: ReadContext['badLine']) {
  let open = '';
  let openLine = 0;
  let openLines = 0;

  const giveUp = (): void => {
    badLine(openLine, 'its quotes are not closed');
    open = '';
  };

  return {
    line(text: string, number: number): void {
      const endsQuotes = quotesIn(text) % 2 === 1;
      if (endsQuotes === (open !== '')) {
        onRecord(open === '' ? text : `${open}\n${text}`, open === '' ? number : openLine);
        open = '';
        return;
      }
      if (open === '') [openLine, openLines] = [number, 0];
      openLines++;
      open = open === '' ? text : `${open}\n${text}`;
      if (openLines > MAX_RECORD_LINES || open.length >= MAX_LINE_BYTES) giveUp();
    },
    finish(): void {
      if (open !== '') giveUp();
    },
  };
}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++;
  return count;
}
