/** Fields of CSV (RFC 4180). */

export type CsvValue = string | number | null;

/** Quoted if it contains a comma, a quote or a line break. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same with an apostrophe before what a spreadsheet would compute: a key of a log may be anybody's formula. */
export function spreadsheetField(text: string): string {
  return csvField(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

/** A table for spreadsheets, its head first. Empty for what there is none of, which NaN and infinities are too. */
export function csvTable(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(valueField).join(',')}\r\n`).join('');
}

function valueField(value: CsvValue): string {
  if (typeof value === 'string') return spreadsheetField(value);
  return value === null || !Number.isFinite(value) ? '' : String(value);
}
