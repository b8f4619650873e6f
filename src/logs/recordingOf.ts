/** Makes a recording of a log's rows: sorted by arrival, with a client, a cost and a label for each request. */
import { costAndBadOf, MAX_KEY_LENGTH, MAX_KEYS, type RecordingColumns } from '../sim/index.ts';
import { matcherOf, parseBadExpression } from './badExpression.ts';
import { MISSING } from './dictionary.ts';
import { fieldNamed, wrongCost, type Field } from './fields.ts';
import { counted, durationText, grouped, type Finding } from './finding.ts';
import { LogChoiceError, LogError } from './logError.ts';
import type { LogTable } from './logTable.ts';
import { missingRequestFindings } from './missingRequests.ts';
import { orderByTime } from './order.ts';
import { resolutionFinding } from './resolution.ts';

/** Requests of a recording: six lanes decide on them within a few seconds. */
const MAX_REQUESTS = 2_000_000;
/** The longest duration of a scenario: 30 days, microseconds. */
const MAX_SPAN = 30 * 86_400e6;
const MAX_COST = 2 ** 31 - 1;
const SECOND = 1_000_000;

/** What the requests of a log are taken for. */
export interface RecordingChoice {
  /** The fields whose values together are a client, by their names; none: all requests are one client's. */
  readonly key: readonly string[];
  /** The field with the permits that a request takes; null: 1. */
  readonly cost: string | null;
  /** What counts as bad, see `badExpression.ts`; '' for no labels. */
  readonly bad: string;
  /** The keys in the lists that `bad` names, by file. */
  readonly keyLists?: ReadonlyMap<string, readonly string[]>;
  /** Unix seconds: requests stamped from `from` until before `to`. */
  readonly span?: { readonly from: number; readonly to: number };
  /** Whether the clients keep the names that they have in the log. */
  readonly keepsNames?: boolean;
}

export interface LogRecording {
  readonly columns: RecordingColumns;
  /** Whole Unix seconds at 0 of `columns.at`. */
  readonly start: number;
  /** Seconds between stamps that the log tells apart. */
  readonly resolution: number;
  /** Whole seconds from `start` until after the last request. */
  readonly duration: number;
  readonly clients: number;
  /** Whether any request was labelled: if so, those that are not bad are good. */
  readonly hasLabels: boolean;
  readonly findings: readonly Finding[];
}

/** @throws {LogError} 'needs-span', 'needs-read', or 'choice' where a field or an expression cannot be used */
export function recordingOf(table: LogTable, choice: RecordingChoice): LogRecording {
  const times = arrivalsOf(table);
  const rows = rowsInSpan(times, choice.span);
  const count = rows?.length ?? times.length;
  const first = times[rows === null ? 0 : (rows[0] as number)] as number;
  const last = times[rows === null ? count - 1 : (rows[count - 1] as number)] as number;
  checkSize(count, last - first, choice);

  const findings: Finding[] = [...table.findings];
  const key = keyOf(table, choice.key, findings);
  const costs = costsOf(table, choice.cost);
  const bad = badRows(table, key, choice);
  const start = Math.floor(first / SECOND);

  const at = new Float64Array(count);
  const client = new Uint32Array(count);
  const costAndBad = new Uint32Array(count);
  const clientOfCode = new Uint32Array(key.size);
  const names: string[] = [];
  let clients = 0;
  let mended = 0;
  for (let i = 0; i < count; i++) {
    const row = rows === null ? i : (rows[i] as number);
    at[i] = (times[row] as number) - start * SECOND;
    const code = key.codes[row] as number;
    if (clientOfCode[code] === 0) {
      clientOfCode[code] = ++clients;
      if (choice.keepsNames === true) names.push(nameOf(key.text(code)));
    }
    client[i] = (clientOfCode[code] as number) - 1;
    let cost = 1;
    if (costs !== null) {
      const value = costs[row] as number;
      cost = value >= 1 ? Math.min(MAX_COST, Math.ceil(value)) : 1;
      if (!(value >= 1 && value <= MAX_COST)) mended++;
    }
    costAndBad[i] = costAndBadOf(cost, bad !== null && bad[row] === 1);
  }

  if (clients > MAX_KEYS)
    throw new LogError(
      'choice',
      `${choice.key.join(' and ')} make ${grouped(clients)} clients, and a scenario holds at most ${grouped(MAX_KEYS)}. Choose a coarser key, such as address/24 or path:1.`,
    );
  if (mended > 0)
    findings.push({
      kind: 'cost',
      sentence: `${counted(mended, 'request')} ${mended === 1 ? 'has' : 'have'} no ${choice.cost} from 1 to ${grouped(MAX_COST)}: a smaller or missing one counts as 1, a larger one as the maximum.`,
    });
  findings.push(...missingRequestFindings(table, rows));
  const resolution = resolutionFinding(table);
  if (resolution !== null) findings.push(resolution);
  if (choice.span !== undefined && count < times.length)
    findings.push({
      kind: 'outside-span',
      sentence: `${counted(times.length - count, 'request')} outside the span ${times.length - count === 1 ? 'is' : 'are'} left out.`,
    });
  return {
    columns: { at, client, costAndBad, ...(choice.keepsNames === true ? { names } : {}) },
    start,
    resolution: table.resolution / SECOND,
    duration: Math.max(1, Math.ceil((last - start * SECOND + table.resolution) / SECOND)),
    clients,
    hasLabels: bad !== null,
    findings,
  };
}

/** When requests came, microseconds since 1970: as stamped, or the end less the duration. */
export function arrivalsOf({ stamps, durations, mapping }: LogTable): Float64Array {
  if (mapping.timeIs === 'arrival' || durations === null) return stamps;
  return stamps.map((stamp, row) => Math.max(0, stamp - (durations[row] as number)));
}

/** Rows in order of time, and only those of the span; null if that is all of them as they are. */
function rowsInSpan(times: Float64Array, span: RecordingChoice['span']): Uint32Array | null {
  const order = orderByTime(times);
  if (span === undefined) return order;
  const [from, to] = [Math.round(span.from * SECOND), Math.round(span.to * SECOND)];
  const rows = order ?? Uint32Array.from({ length: times.length }, (_, row) => row);
  const within = rows.filter((row) => (times[row] as number) >= from && (times[row] as number) < to);
  if (within.length === 0) throw new LogError('needs-span', 'The span has no requests in it. Choose another one.');
  return within;
}

function checkSize(count: number, length: number, { span }: RecordingChoice): void {
  const what = span === undefined ? 'The log' : 'The span';
  if (length > MAX_SPAN)
    throw new LogError(
      'needs-span',
      `${what} covers ${durationText(length)}, and a scenario holds at most 30 days. Choose a span of it.`,
    );
  if (count > MAX_REQUESTS)
    throw new LogError(
      'needs-span',
      `${what} has ${grouped(count)} requests, and a recording holds at most ${grouped(MAX_REQUESTS)}. Choose a shorter span.`,
    );
}

/** A client's name as the format holds it: a request without a key has one, too. */
function nameOf(text: string): string {
  return text === '' ? '-' : text.slice(0, MAX_KEY_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

/** The field, or the pair of fields, that tells clients apart. */
function keyOf(table: LogTable, names: readonly string[], findings: Finding[]): Field {
  const fields = names.map((name) => fieldNamed(table, name, 'key'));
  for (const { name, codes } of fields) {
    let missing = 0;
    for (const code of codes) if (code === MISSING) missing++;
    if (missing === codes.length)
      throw new LogChoiceError('key', `is ${name}, which no request has. Choose another one.`);
    if (missing > 0)
      findings.push({
        kind: 'missing-key',
        sentence: `${counted(missing, 'request')} ${missing === 1 ? 'has' : 'have'} no ${name} and ${missing === 1 ? 'counts' : 'count'} as one client.`,
      });
  }
  const [first, ...others] = fields;
  if (first === undefined) return { name: '', codes: new Uint32Array(table.rows), size: 1, text: () => 'everyone' };
  return others.reduce(paired, first);
}

/** Values of both together, numbered by first appearance. */
function paired(one: Field, other: Field): Field {
  const known = new Map<number, number>();
  const pairs: number[] = [];
  const codes = new Uint32Array(one.codes.length);
  for (let row = 0; row < codes.length; row++) {
    const pair = (one.codes[row] as number) * other.size + (other.codes[row] as number);
    let code = known.get(pair);
    if (code === undefined) {
      code = pairs.length;
      known.set(pair, code);
      pairs.push(pair);
    }
    codes[row] = code;
  }
  const text = (code: number): string => {
    const pair = pairs[code] as number;
    return `${one.text(Math.floor(pair / other.size)) || '-'} ${other.text(pair % other.size) || '-'}`;
  };
  return { name: `${one.name},${other.name}`, codes, size: pairs.length, text };
}

/** The number in a field by row; NaN where it is none. */
function costsOf(table: LogTable, name: string | null): Float64Array | null {
  if (name === null || name === '1') return null;
  const { codes, size, text } = fieldNamed(table, name, 'cost');
  const values = Float64Array.from({ length: size }, (_, code) => (code === MISSING ? NaN : Number(text(code))));
  if (!values.some((value) => value >= 0)) throw wrongCost(table, `${name}, which holds no numbers`);
  return Float64Array.from(codes, (code) => values[code] as number);
}

/** 1 for the rows that count as bad; null without an expression. */
function badRows(table: LogTable, key: Field, { bad, keyLists }: RecordingChoice): Uint8Array | null {
  const terms = parseBadExpression(bad);
  if (terms.length === 0) return null;
  const marked = new Uint8Array(table.rows);
  for (const { field: name, patterns, file } of terms) {
    const { codes, size, text } = name === 'key' ? key : fieldNamed(table, name, 'bad');
    const matches = matcherOf(file === null ? patterns : (keyLists?.get(file) ?? []));
    const matching = Uint8Array.from({ length: size }, (_, code) => Number(matches(text(code))));
    for (let row = 0; row < marked.length; row++) if (matching[codes[row] as number] === 1) marked[row] = 1;
  }
  return marked;
}
