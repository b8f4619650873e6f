/** Rows of delimited text, against what Papa makes of the same. */
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { guessDelimiter, recordsOf } from './delimitedRows.ts';

const PIECES = ['a', '"', '""', ',', '\t', ';', '|', '\n', ' '];

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
      expect(recordsOf(text.split('\n'), delimiter)).toEqual(rows);
    }
  },
);

it.each([
  ['a,b;c\n1,2;3\n4,5;6', ','],
  ['a;b\n1,5;2\n3;4,25', ';'],
  ['time\tpath\n1\t/a,b,c\n2\t/a', '\t'],
  ['a|b|c\n1|2|3', '|'],
  ['alone\n1', ','],
])('guesses what separates %j', (text, delimiter) => {
  expect(guessDelimiter(text.split('\n'))).toBe(delimiter);
  const { meta } = Papa.parse(text, { delimitersToGuess: [',', '\t', ';', '|'] });
  expect(meta.delimiter).toBe(delimiter);
});
