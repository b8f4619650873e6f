/** The contract of a log format: how it is recognised and how its lines are read. */
import type { Finding } from '../finding.ts';
import type { FormatId, Mapping } from '../logTable.ts';
import type { StampReader } from '../stamps.ts';
import type { TableBuilder } from '../tableBuilder.ts';

/** The beginning of a file, unpacked and decoded. */
export interface LogHead {
  readonly text: string;
  /** Its first lines that are not empty; the last one may be cut, and then it is left out. */
  readonly lines: readonly string[];
}

/** What the user says about the columns; the rest is guessed. */
export interface ReadChoices {
  readonly mapping?: Partial<Omit<Mapping, 'fields'>> & { readonly fields?: Partial<Mapping['fields']> };
  /** Columns to keep besides those that are kept anyway. */
  readonly keep?: readonly string[];
}

/** What a reader reads into. */
export interface ReadContext {
  readonly table: TableBuilder;
  readonly stamps: StampReader;
  readonly choices: ReadChoices;
  /** Tells of a line that cannot be read, numbered from 1. */
  readonly badLine: (line: number, reason: string) => void;
  readonly finding: (finding: Finding) => void;
}

export interface LogReader {
  readonly mapping: Mapping;
  /** Columns that were seen and are not kept. */
  readonly otherColumns: () => readonly string[];
  /** Takes a line, bytes [start, end), and its number from 1. */
  readonly line: (bytes: Uint8Array, start: number, end: number, number: number) => void;
  /** The file has ended. */
  readonly finish?: () => void;
}

export interface LogFormat {
  readonly id: FormatId;
  /** As it stands in a sentence: `nginx or Apache combined`. */
  readonly name: string;
  readonly recognises: (head: LogHead) => boolean;
  /** Whether it has a header and nothing else; without it, no file of the format has one. */
  readonly isOnlyHeader?: (head: LogHead) => boolean;
  readonly open: (head: LogHead, context: ReadContext) => LogReader;
  /** The file is one document and not lines: all of it is handed to `line`, once, as line 1. */
  readonly isDocument?: true;
}
