/** Collects a log's rows in growing columns. */
import { Dictionary, grown, MISSING, NoValues } from './dictionary.ts';
import { MAX_DURATION, type MendedDurations } from './durations.ts';
import type { Column } from './logTable.ts';

const FIRST_ROWS = 4_096;
/** A column with more values than this, one in every other row, tells requests apart and not clients. */
const MAX_SINGULAR_VALUES = 100_000;

const NO_VALUES = new NoValues();
const NO_CODES = new Uint32Array();

/** A column being filled: `pending` is its code in the row that is being read. */
export class ColumnBuilder {
  readonly name: string;
  values = new Dictionary();
  /** Whether it stays however many values it has. */
  readonly isNeeded: boolean;
  codes = new Uint32Array(FIRST_ROWS);
  pending = MISSING;

  constructor(name: string, isNeeded: boolean) {
    this.name = name;
    this.isNeeded = isNeeded;
  }

  /** Frees what it holds. Its readers go on encoding into it, which from now on keeps nothing. */
  drop(): void {
    this.values = NO_VALUES;
    this.codes = NO_CODES;
  }
}

export class TableBuilder {
  rows = 0;
  /** Whole microseconds since 1970. */
  #stamps = new Float64Array(FIRST_ROWS);
  /** Microseconds, at most `MAX_DURATION`; made when the first one comes. */
  #durations: Uint32Array<ArrayBuffer> | null = null;
  #cut = 0;
  #unread = 0;
  #columns: ColumnBuilder[] = [];
  /** By name: a later file must not begin them again. */
  readonly #dropped = new Map<string, ColumnBuilder>();

  /** The column of that name, made if there is none. */
  column(name: string, isNeeded: boolean): ColumnBuilder {
    const known = this.#dropped.get(name) ?? this.#columns.find((column) => column.name === name);
    if (known !== undefined) return known;
    const column = new ColumnBuilder(name, isNeeded);
    if (this.#stamps.length > FIRST_ROWS) column.codes = new Uint32Array(this.#stamps.length);
    this.#columns.push(column);
    return column;
  }

  /** Ends a row. @param duration microseconds; NaN for one that cannot be read */
  add(stamp: number, duration: number): void {
    const row = this.rows++;
    if (row === this.#stamps.length) this.#grow();
    this.#stamps[row] = stamp;
    if (duration > 0) {
      this.#durations ??= new Uint32Array(this.#stamps.length);
      this.#durations[row] = Math.min(Math.round(duration), MAX_DURATION);
      if (duration > MAX_DURATION) this.#cut++;
    } else if (Number.isNaN(duration)) this.#unread++;
    for (const column of this.#columns) {
      column.codes[row] = column.pending;
      column.pending = MISSING;
    }
  }

  /** Forgets what was set of a row that turned out not to be one. */
  discard(): void {
    for (const column of this.#columns) column.pending = MISSING;
  }

  /** Stops keeping the columns that nobody asked for and that differ in most rows. Called now and then. */
  dropSingular(): void {
    const isSingular = ({ isNeeded, values }: ColumnBuilder): boolean =>
      !isNeeded && values.size > Math.max(MAX_SINGULAR_VALUES, this.rows / 2);
    const singular = this.#columns.filter(isSingular);
    if (singular.length === 0) return;
    this.#columns = this.#columns.filter((column) => !singular.includes(column));
    for (const column of singular) {
      column.drop();
      this.#dropped.set(column.name, column);
    }
  }

  finish(): {
    readonly rows: number;
    readonly stamps: Float64Array;
    readonly durations: Uint32Array | null;
    readonly mended: MendedDurations;
    readonly columns: ReadonlyMap<string, Column>;
    readonly dropped: readonly string[];
  } {
    const { rows } = this;
    const columns = new Map<string, Column>();
    for (const { name, codes, values } of this.#columns)
      columns.set(name, { name, codes: codes.slice(0, rows), values });
    return {
      rows,
      stamps: this.#stamps.slice(0, rows),
      durations: this.#durations?.slice(0, rows) ?? null,
      mended: { cut: this.#cut, unread: this.#unread },
      columns,
      dropped: [...this.#dropped.keys()],
    };
  }

  #grow(): void {
    const atLeast = this.#stamps.length + 1;
    this.#stamps = grown(this.#stamps, atLeast);
    if (this.#durations !== null) this.#durations = grown(this.#durations, atLeast);
    for (const column of this.#columns) column.codes = grown(column.codes, atLeast);
  }
}
