/** What the page shows of a log that stays in its worker: plain data. */
import type { Finding } from './finding.ts';
import { formatById } from './formats/index.ts';
import { histogramOf, type Histogram } from './histogram.ts';
import type { FormatId, LogTable, Mapping } from './logTable.ts';
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
  /** The first rows: the time as stamped, Unix seconds, and the kept fields' values in the order of `fields`. */
  readonly firstRows: readonly { readonly time: number; readonly values: readonly string[] }[];
  readonly histogram: Histogram;
  readonly findings: readonly Finding[];
}

export function summaryOf(table: LogTable): LogSummary {
  const kept = [...table.columns.values()];
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
      ...kept.map(({ name, values }) => ({
        name,
        isKept: true,
        values: values.size - 1,
        examples: Array.from({ length: Math.min(EXAMPLES, values.size - 1) }, (_, index) => values.text(index + 1)),
      })),
      ...table.otherColumns.map((name) => ({ name, isKept: false, values: 0, examples: [] })),
    ],
    firstRows: Array.from({ length: Math.min(FIRST_ROWS, table.rows) }, (_, row) => ({
      time: (table.stamps[row] as number) / 1e6,
      values: kept.map(({ codes, values }) => values.text(codes[row] as number)),
    })),
    histogram: histogramOf(table),
    findings: [...missingRequestFindings(table, null), ...table.findings, ...(resolution === null ? [] : [resolution])],
  };
}
