/**
 * A recording: what a real system answered to a run of requests, as a file.
 *
 * Columns, one entry a request, so that many decisions make a small file. Nothing is rounded on the way into it: an
 * instant that is no multiple of the unit, or a wait that is no whole millisecond, is an error.
 */
import { MILLISECOND, type Duration, type Instant } from '../../sim/time.ts';
import type { Policy } from '../../sim/limiters/limiter.ts';

/** Admitted at once, admitted after a wait, refused. */
export type OutcomeLetter = 'A' | 'W' | 'D';

/** One request and what became of it. */
export interface RecordedRequest {
  readonly at: Instant;
  readonly key: number;
  readonly cost: number;
  readonly outcome: OutcomeLetter;
  /**
   * The wait that the system reported, in whole milliseconds: for a delayed request how long it waits, for a denied one
   * after how long it may be retried, `null` for never. Missing where it reported none.
   */
  readonly wait?: Duration | null;
  /** Permits left after the request, as the system reported; 0 also where it counts more than there are. */
  readonly remaining?: number;
  /** nginx: the excess that it compared, in thousandths of a request, this one included. */
  readonly excess?: number;
}

/** A limiter of ours that must answer as the system did; what is missing is its default. */
export interface LimiterMatch {
  readonly limiter: string;
  readonly edition?: 'published' | 'corrected';
  readonly options?: Readonly<Record<string, string | number>>;
}

/** What was recorded, but for the answers. */
export interface RecordingHeader {
  /** Name and version. */
  readonly system: string;
  /** What was set, in the system's own words. */
  readonly setting: string;
  /** Which clock the system read. */
  readonly clock: string;
  /** What that clock showed at instant 0, in seconds since 1970; missing where only differences count. */
  readonly epoch?: number;
  /** The first one must also agree in what is left after each request. */
  readonly like: readonly [LimiterMatch, ...LimiterMatch[]];
  /** `T` in microseconds. */
  readonly policy: Policy;
  /** Microseconds in one unit of the gaps: the grain of the system's clock, or of the run. */
  readonly unit: Duration;
  /** The system computes in doubles that round here, and so decides exact ties by chance: none was looked for. */
  readonly tiesLeftToChance?: true;
}

export interface Recording extends RecordingHeader {
  readonly rows: readonly RecordedRequest[];
}

/** The file's columns. Those in which a system told nothing are left out, and costs that are all 1. */
interface Columns {
  /** Since the request before, the first since 0, in units. */
  readonly gaps: readonly number[];
  /** A digit a request, as strings to be joined. */
  readonly keys?: readonly string[];
  readonly costs?: readonly number[];
  /** A letter a request, as strings to be joined. */
  readonly outcomes: readonly string[];
  /** Of the requests with one of these letters, in their order, in milliseconds. */
  readonly waits?: { readonly of: OutcomeLetter; readonly ms: readonly (number | null)[] };
  readonly remaining?: readonly number[];
  readonly excess?: readonly number[];
}

const WIDTH = 120;

/** Values of a column, comma after comma, broken into lines. */
function wrapValues(values: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const [index, value] of values.entries()) {
    const piece = index < values.length - 1 ? `${value},` : value;
    if (line.length + piece.length > WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += piece;
  }
  return [...lines, line].join('\n');
}

/** `letters` as JSON strings that fill a line each. */
function splitIntoLines(letters: string): string[] {
  return letters.match(/.{1,100}/g) ?? [];
}

function toJson(value: unknown, indent = ''): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)) {
    return `[\n${wrapValues(
      value.map((each) => JSON.stringify(each)),
      deeper,
    )}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  const lines = fields.map(([name, each]) => `${deeper}"${name}": ${toJson(each, deeper)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** A column, or nothing where no row has it. */
function completeColumn<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const present = values.filter((value) => value !== undefined);
  if (present.length === 0) return undefined;
  if (present.length < values.length) throw new Error('A column has gaps: some requests have a value and some do not.');
  return present;
}

function waitsOf(rows: readonly RecordedRequest[]): Columns['waits'] {
  const waiting = rows.filter(({ wait }) => wait !== undefined);
  const of = waiting[0]?.outcome;
  if (of === undefined) return undefined;
  const expected = rows.filter(({ outcome }) => outcome === of);
  if (waiting.length !== expected.length || waiting.some(({ outcome }) => outcome !== of))
    throw new Error(`Every request with letter ${of} must have a wait, and no other may.`);
  return { of, ms: waiting.map(({ wait = null }) => (wait === null ? null : wholeUnits(wait, MILLISECOND))) };
}

function wholeUnits(length: Duration, unit: Duration): number {
  const count = length / unit;
  if (!Number.isInteger(count)) throw new Error(`${length} µs is no whole number of units of ${unit} µs.`);
  return count;
}

/** The text of a recording's file. */
export function serializeRecording({ rows, ...heading }: Recording): string {
  const columns: { [Name in keyof Columns]: Columns[Name] | undefined } = {
    gaps: rows.map(({ at }, index) => wholeUnits(at - (rows[index - 1]?.at ?? 0), heading.unit)),
    keys: rows.some(({ key }) => key !== 0) ? splitIntoLines(rows.map(({ key }) => key).join('')) : undefined,
    costs: rows.some(({ cost }) => cost !== 1) ? rows.map(({ cost }) => cost) : undefined,
    outcomes: splitIntoLines(rows.map(({ outcome }) => outcome).join('')),
    waits: waitsOf(rows),
    remaining: completeColumn(rows.map(({ remaining }) => remaining)),
    excess: completeColumn(rows.map(({ excess }) => excess)),
  };
  return `${toJson({ ...heading, ...columns })}\n`;
}

/** The recording in a file's text. */
export function parseRecording(text: string): Recording {
  const { gaps, keys, costs, outcomes, waits, remaining, excess, ...heading } = JSON.parse(text) as RecordingHeader &
    Columns;
  const letters = outcomes.join('');
  const keyDigits = keys?.join('');
  let at: Instant = 0;
  let waitIndex = 0;
  const rows = gaps.map((gap, index): RecordedRequest => {
    at += gap * heading.unit;
    const outcome = letters[index] as OutcomeLetter;
    const wait = waits?.of === outcome ? (waits.ms[waitIndex++] as number | null) : undefined;
    return {
      at,
      key: Number(keyDigits?.[index] ?? 0),
      cost: costs?.[index] ?? 1,
      outcome,
      ...(wait === undefined ? {} : { wait: wait === null ? null : wait * MILLISECOND }),
      ...(remaining === undefined ? {} : { remaining: remaining[index] as number }),
      ...(excess === undefined ? {} : { excess: excess[index] as number }),
    };
  });
  return { ...heading, rows };
}
