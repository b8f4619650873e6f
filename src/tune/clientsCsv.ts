/** The table of clients as CSV (RFC 4180): times in seconds from the start of the run, shares from 0 to 1. */
import { csvTable, type CsvValue } from '../sim/index.ts';
import type { ClientRow, ClientRowFigures } from './clients.ts';

type Column = readonly [name: string, value: (row: ClientRow) => CsvValue];

/** A figure, and its least and most over the readings of a log. */
function ranged(figure: keyof ClientRowFigures): readonly Column[] {
  return [
    [figure, (row) => row[figure]],
    [`${figure}.min`, ({ least }) => least[figure]],
    [`${figure}.max`, ({ most }) => most[figure]],
  ];
}

const COLUMNS: readonly Column[] = [
  ['client', ({ key }) => key],
  ['requests', ({ requests }) => requests],
  ...ranged('busiest'),
  ...ranged('refused'),
  ['share', ({ share }) => share],
  ...ranged('firstRefusal'),
  ...ranged('longestSpell'),
  ['manyUsers', ({ looksShared }) => (looksShared ? 'yes' : 'no')],
];

export function clientsCsv(rows: readonly ClientRow[]): string {
  return csvTable([COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, value]) => value(row)))]);
}
