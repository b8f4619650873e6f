/** What is kept of a log that was read: typed columns, and what the reader noticed. It stays in the thread that read it. */
import type { Dictionary } from './dictionary.ts';
import type { Finding } from './finding.ts';

export const FORMAT_IDS = [
  'combined',
  'ndjson',
  'csv',
  'envoy',
  'alb',
  'cloudfront',
  'cloudflare',
  'har',
  'k6',
  'vegeta',
  'hey',
  'decisions',
  'haproxy',
  'squid',
  's3',
  'logfmt',
  'lines',
] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

/** What most logs have, under whatever name. */
export const COMMON_FIELDS = ['address', 'user', 'method', 'path', 'status', 'bytes', 'agent'] as const;
export type CommonField = (typeof COMMON_FIELDS)[number];

export const DATE_ORDERS = ['day', 'month'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const DURATION_UNITS = { s: 1e6, ms: 1e3, µs: 1, ns: 1e-3 } as const;
export type DurationUnit = keyof typeof DURATION_UNITS;

/** Which column of the file is what: guessed, and the user's to change. */
export interface Mapping {
  /** The column with the time. */
  readonly time: string;
  /** Whether it is stamped when the request arrives or when its response ends. */
  readonly timeIs: 'arrival' | 'end';
  /** The column that is subtracted from the end; null if the log has none. */
  readonly duration: string | null;
  readonly durationUnit: DurationUnit;
  /** Whether only the first values tell the unit, which those of another file may tell otherwise. */
  readonly isUnitGuessed?: boolean;
  /** Which number is first in the time's dates, where they have slashes. */
  readonly dateOrder?: DateOrder | undefined;
  /** Where proxies forward the client's address: the column with their own, and one of them. */
  readonly proxy?: { readonly column: string; readonly address: string };
  readonly fields: Readonly<Record<CommonField, string | null>>;
}

/** A field of every row, as codes of its distinct values: 4 bytes a row. */
export interface Column {
  readonly name: string;
  readonly codes: Uint32Array;
  readonly values: Dictionary;
}

/** A line that cannot be read. */
export interface BadLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

export interface LogTable {
  readonly files: readonly string[];
  readonly format: FormatId;
  readonly mapping: Mapping;
  /** Requests, in the order of the lines. */
  readonly rows: number;
  readonly lines: number;
  readonly badLines: { readonly count: number; readonly first: readonly BadLine[] };
  /** The time as stamped, whole microseconds since 1970. */
  readonly stamps: Float64Array;
  /** How long each request took, microseconds; null if the log does not say. */
  readonly durations: Uint32Array | null;
  /** The length of the intervals that the stamps tell apart, microseconds. */
  readonly resolution: number;
  /** By the file's own names. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Columns of the file that were not kept: to use one, the file is read again. */
  readonly otherColumns: readonly string[];
  readonly findings: readonly Finding[];
}
