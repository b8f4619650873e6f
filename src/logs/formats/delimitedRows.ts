/** Rows of delimited text, as RFC 4180 has them, line by line; quotes that it does not allow cost no other row. */
import { MAX_LINE_BYTES } from '../lines.ts';

/** Lines that one row in quotes may have: a stray quote must not swallow the rest of the file. */
const MAX_ROW_LINES = 100;

export interface Row {
  readonly fields: readonly string[];
  /** Whether its last field began with a quote that is not closed. */
  readonly isOpen: boolean;
}

/** Takes a row with the number of the line that it begins in. */
type TakeRow = (row: Row, line: number) => void;

/** Reads lines into rows, and joins those of a row that has line breaks within quotes. */
export function rowReader(delimiter: string, onRow: TakeRow) {
  let fields: string[] = [];
  let held: { readonly text: string; readonly number: number }[] = [];
  let length = 0;

  /** Each line that was held is a row by itself: nothing that is only a stray quote's fault is lost. */
  const giveUp = (): void => {
    const lines = held;
    held = [];
    for (const { text, number } of lines) onRow(rowOf(text, delimiter), number);
  };

  const hold = (text: string, number: number): void => {
    held.push({ text, number });
    length += text.length;
    if (held.length > MAX_ROW_LINES || length >= MAX_LINE_BYTES) giveUp();
  };

  const begin = (text: string, number: number): void => {
    const row = rowOf(text, delimiter);
    if (!row.isOpen) onRow(row, number);
    else {
      fields = [...row.fields];
      length = 0;
      hold(text, number);
    }
  };

  const goOn = (text: string, number: number): void => {
    const quote = loneQuote(text, 0);
    if (quote >= 0 && !closes(text, quote, delimiter)) {
      // As it would be if the quote that is open were a stray one, and this one opened a field.
      giveUp();
      begin(text, number);
      return;
    }
    fields.push(`${fields.pop()}\n${unescaped(text.slice(0, quote < 0 ? undefined : quote))}`);
    // Behind the quote, up to the delimiter, is nothing but spaces.
    const rest = quote < 0 ? null : rowOf(text.slice(quote + 1), delimiter);
    if (rest !== null) fields.push(...rest.fields.slice(1));
    if (rest?.isOpen === false) {
      onRow({ fields, isOpen: false }, held[0]!.number);
      held = [];
    } else hold(text, number);
  };

  return {
    line(text: string, number: number): void {
      if (held.length === 0) begin(text, number);
      else goOn(text, number);
    },
    finish: giveUp,
  };
}

/** The fields of each row of some lines. */
export function recordsOf(lines: readonly string[], delimiter: string): (readonly string[])[] {
  const records: (readonly string[])[] = [];
  const rows = rowReader(delimiter, ({ fields }) => records.push(fields));
  for (const [index, line] of lines.entries()) rows.line(line, index + 1);
  rows.finish();
  return records;
}

const DELIMITERS = [',', '\t', ';', '|'];
/** Rows that a guess is made from. */
const GUESSED_FROM = 10;

/**
 * What separates the columns: of what makes at least two of them, that which makes more, if rows differ no more in how many
 * they have. A comma if nothing does.
 */
export function guessDelimiter(lines: readonly string[]): string {
  let best = { delimiter: ',', columns: 1.99, differences: Infinity };
  for (const delimiter of DELIMITERS) {
    const counts = recordsOf(lines, delimiter)
      .slice(0, GUESSED_FROM)
      .map(({ length }) => length);
    const columns = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const differences = counts
      .slice(1)
      .reduce((sum, count, index) => sum + Math.abs(count - (counts[index] as number)), 0);
    if (differences <= best.differences && columns > best.columns) best = { delimiter, columns, differences };
  }
  return best.delimiter;
}

/** The row that a line is, or begins. */
function rowOf(text: string, delimiter: string): Row {
  if (!text.includes('"')) return { fields: text.split(delimiter), isOpen: false };
  const fields: string[] = [];
  // Quotes that are not escaped may be within a field, until one is found that nothing closes; else each such field would be
  // searched to the end of the line.
  let mayHaveQuotes = true;
  let start = 0;
  for (;;) {
    let end: number;
    if (text[start] === '"') {
      const first = loneQuote(text, start + 1);
      if (first < 0) return { fields: [...fields, unescaped(text.slice(start + 1))], isOpen: true };
      const quote = closingQuote(text, first, delimiter, mayHaveQuotes);
      const isQuoted = quote >= 0;
      mayHaveQuotes &&= isQuoted;
      end = text.indexOf(delimiter, isQuoted ? quote : first);
      // Behind the quote something else goes on, as in `"quoted" 5" disk`: then it is taken as it stands.
      fields.push(isQuoted ? unescaped(text.slice(start + 1, quote)) : text.slice(start, end < 0 ? undefined : end));
    } else {
      end = text.indexOf(delimiter, start);
      fields.push(text.slice(start, end < 0 ? undefined : end));
    }
    if (end < 0) return { fields, isOpen: false };
    start = end + delimiter.length;
  }
}

/** The next quote that is not escaped by another one, -1 if there is none. */
function loneQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** The quote that closes a field: the first that is not escaped, or a later one behind which the field ends; -1 if there is none. */
function closingQuote(text: string, first: number, delimiter: string, mayBeLater: boolean): number {
  if (!mayBeLater) return closes(text, first, delimiter) ? first : -1;
  let quote = first;
  while (quote >= 0 && !closes(text, quote, delimiter)) quote = loneQuote(text, quote + 1);
  return quote;
}

/** Whether a field ends behind that quote; spaces may follow. */
function closes(text: string, quote: number, delimiter: string): boolean {
  let at = quote + 1;
  while (text[at] === ' ' && !text.startsWith(delimiter, at)) at++;
  return at === text.length || text.startsWith(delimiter, at);
}

function unescaped(text: string): string {
  return text.includes('""') ? text.replaceAll('""', '"') : text;
}
