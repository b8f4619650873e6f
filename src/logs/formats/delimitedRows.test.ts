/** Rows of delimited text, against what Papa makes of the same. */
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { rowReader } from './delimitedRows.ts';

const PIECES = ['a', '"', '""', ',', '\t', ';', '|', '\n', ' '];

function rowsOf(text: string, delimiter: string): (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  const reader = rowReader(delimiter, ({ fields }) => rows.push(fields));
  for (const [index, line] of text.split('\n').entries()) reader.line(line, index + 1);
  reader.finish();
  return rows;
}

it.each([',', '\t', ';', '|'])(
  'what is quoted as RFC 4180 has it is read as it was: separated by “%s”',
  (delimiter) => {
    let state = 1;
    const below = (limit: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % limit;
    };
    const field = () => Array.from({ length: below(6) }, () => PIECES[below(PIECES.length)]).join('');
    for (let round = 0; round < 500; round++) {
      const rows = Array.from({ length: 1 + below(5) }, () => ['x', field(), field(), field()]);
      const text = Papa.unparse(rows, { delimiter, newline: '\n', quotes: round % 2 === 0 });
      expect(rowsOf(text, delimiter)).toEqual(rows);
    }
  },
);
