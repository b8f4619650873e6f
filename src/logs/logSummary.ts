/** What the page shows of a log that stays in its worker: plain data. */
import { MISSING } from './dictionary.ts';
import { defaultKey, hasNumbers } from './fields.ts';
import type { Finding } from './finding.ts';
import { formatById } from './formats/index.ts';
import { histogramOf, type Histogram } from './histogram.ts';
import type { Column, FormatId, LogTable, Mapping } from './logTable.ts';
import { missingRequestFindings } from './missingRequests.ts';
import { resolutionFinding } from './resolution.ts';

/** Values of a field that are shown as examples. */
const EXAMPLES = 3;
const FIRST_ROWS = 10;

export interface FieldSummary {
  readonly name: string;
  /** Whether it can be used at once; else the file is read again. */
  readonly isKept: boolean;
  /** Number of different values, 0 if unknown. */
  readonly values: number;
  readonly examples: readonly string[];
  /** Whether it may be a cost: its first values are numbers, or none is known yet. A referrer never is. */
  readonly isNumeric: boolean;
}

export interface LogSummary {
  readonly files: readonly string[];
  readonly format: FormatId;
  readonly formatName: string;
  readonly mapping: Mapping;
  readonly requests: number;
  readonly lines: number;
  readonly badLines: LogTable['badLines'];
  /** Seconds. */
  readonly resolution: number;
  readonly fields: readonly FieldSummary[];
  /** The fields that tell clients apart, until the user says others. */
  readonly key: readonly string[];
  /** The first rows: the time as stamped, Unix seconds, and the kept fields' values in the order of `fields`. */
  readonly firstRows: readonly { readonly time: number; readonly values: readonly string[] }[];
  readonly histogram: Histogram;
  readonly findings: readonly Finding[];
}

export function summaryOf(table: LogTable): LogSummary {
  const kept = [...table.columns.values()];
  const used = kept.map(usedValues);
  const resolution = resolutionFinding(table);
  return {
    files: table.files,
    format: table.format,
    formatName: formatById(table.format).name,
    mapping: table.mapping,
    requests: table.rows,
    lines: table.lines,
    badLines: table.badLines,
    resolution: table.resolution / 1e6,
    fields: [
      ...kept.map(({ name, values }, index) => ({
        name,
        isKept: true,
        ...used[index]!,
        isNumeric: hasNumbers(values),
      })),
      ...table.otherColumns.map((name) => ({
        name,
        isKept: false,
        values: 0,
        examples: [],
        isNumeric: name !== 'header:referer',
      })),
    ],
    key: defaultKey(table),
    firstRows: Array.from({ length: Math.min(FIRST_ROWS, table.rows) }, (_, row) => ({
      time: (table.stamps[row] as number) / 1e6,
      values: kept.map(({ codes, values }) => values.text(codes[row] as number)),
    })),
    histogram: histogramOf(table),
    findings: [...missingRequestFindings(table, null), ...table.findings, ...(resolution === null ? [] : [resolution])],
  };
}

/** The values that requests have: those of lines that are skipped are in the dictionary, too. */
function usedValues({ codes, values }: Column): Pick<FieldSummary, 'values' | 'examples'> {
  const isUsed = new Uint8Array(values.size);
  for (const code of codes) isUsed[code] = 1;
  isUsed[MISSING] = 0;
  const examples: string[] = [];
  let count = 0;
  for (let code = 0; code < isUsed.length; code++) {
    if (isUsed[code] === 0) continue;
    if (count++ < EXAMPLES) examples.push(values.text(code));
  }
  return { values: count, examples };
}
