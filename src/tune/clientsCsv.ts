/** The table of clients as CSV (RFC 4180): times in seconds from the start of the run, shares from 0 to 1. */
import type { ClientRow, ClientRowFigures } from './clients.ts';

type Column = readonly [name: string, value: (row: ClientRow) => string | number | null];

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
  const lines = rows.map((row) => COLUMNS.map(([, value]) => cell(value(row))).join(','));
  return [COLUMNS.map(([name]) => name).join(','), ...lines, ''].join('\r\n');
}

/** Empty for what there is none of. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
