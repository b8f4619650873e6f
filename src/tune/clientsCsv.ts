/** The table of clients as CSV (RFC 4180): times in seconds from the start of the run, shares from 0 to 1. */
import type { ClientRow } from './clients.ts';

const COLUMNS: readonly (readonly [name: string, value: (row: ClientRow) => string | number | null])[] = [
  ['client', ({ key }) => key],
  ['requests', ({ requests }) => requests],
  ['busiest', ({ busiest }) => busiest],
  ['refused', ({ refused }) => refused],
  ['refused.min', ({ leastRefused }) => leastRefused],
  ['refused.max', ({ mostRefused }) => mostRefused],
  ['share', ({ share }) => share],
  ['firstRefusal', ({ firstRefusal }) => firstRefusal],
  ['longestSpell', ({ longestSpell }) => longestSpell],
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
