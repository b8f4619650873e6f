/** Makes a recording of a log's rows: sorted by arrival, with a client, a cost and a label for each request. */
import {
  costAndBadOf,
  isBad,
  MAX_KEY_LENGTH,
  MAX_KEYS,
  MAX_SECONDS,
  SECOND,
  type RecordingColumns,
} from '../sim/index.ts';
import { matcherOf, parseBadExpression } from './badExpression.ts';
import { MISSING } from './dictionary.ts';
import { fieldNamed, wrongCost, type Field } from './fields.ts';
import { counted, durationText, grouped, type Finding } from './finding.ts';
import { LogChoiceError, LogError } from './logError.ts';
import type { LogTable } from './logTable.ts';
import { missingRequestFindings } from './missingRequests.ts';
import { orderByTime } from './order.ts';
import { resolutionFinding } from './resolution.ts';
import { numberIn } from './values.ts';

/** Requests of a recording: six lanes decide on them within a few seconds. */
const MAX_REQUESTS = 2_000_000;
const MAX_COST = 2 ** 31 - 1;
/** Seconds. */
const DAY = 86_400;
const MAX_DAYS = `${MAX_SECONDS / DAY} days`;

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

/**
 * @throws {LogError} 'needs-span' for a log or span that is too long or has no requests, 'needs-read' for a field that was not
 *   kept, 'choice' for a field or an expression that cannot be used
 */
export function recordingOf(table: LogTable, choice: RecordingChoice): LogRecording {
  const times = arrivalsOf(table);
  const rows = rowsInSpan(times, choice.span);
  const count = rows?.length ?? times.length;
  const timeAt = (place: number): number => times[rows === null ? place : (rows[place] as number)] as number;
  const start = Math.floor(timeAt(0) / SECOND);
  // Until the interval of the last stamp ends: within it the last request may have come.
  const duration = Math.ceil((timeAt(count - 1) - start * SECOND + table.resolution) / SECOND);
  checkSize(count, duration, choice);

  const keys = keyFields(table, choice.key);
  const key = keys.length === 0 ? everyone(table) : keys.reduce(paired);
  const costs = costsOf(table, choice.cost);
  const bad = badRows(table, key, choice);
  const { columns, clients, mended } = columnsOf({ times, rows, count, start, key, costs, bad }, choice);
  if (clients > MAX_KEYS)
    throw new LogError(
      'choice',
      `${choice.key.join(' and ')} make ${grouped(clients)} clients, and a scenario holds at most ${grouped(MAX_KEYS)}. Choose a coarser key, such as address/24 or path:1.`,
    );
  const resolution = resolutionFinding(table);
  return {
    columns,
    start,
    resolution: table.resolution / SECOND,
    duration,
    clients,
    hasLabels: bad !== null,
    findings: [
      ...table.findings,
      ...keys.flatMap(missingKeyFinding),
      ...mendedFinding(mended, choice.cost),
      ...(bad === null ? [] : [badFinding(columns.costAndBad, choice.bad)]),
      ...missingRequestFindings(table, rows),
      ...(resolution === null ? [] : [resolution]),
      ...outsideFinding(times.length - count),
    ],
  };
}

interface RequestsToRecord {
  /** By row, microseconds since 1970. */
  readonly times: Float64Array;
  /** The rows in order of time; null for all as they are. */
  readonly rows: Uint32Array | null;
  readonly count: number;
  /** Unix seconds. */
  readonly start: number;
  readonly key: Field;
  /** By row; null: 1. */
  readonly costs: Float64Array | null;
  /** By row; null for no labels. */
  readonly bad: Uint8Array | null;
}

/** The requests in order of time, clients numbered by first appearance. `mended` counts the costs that had to be changed. */
function columnsOf(
  { times, rows, count, start, key, costs, bad }: RequestsToRecord,
  { keepsNames = false }: RecordingChoice,
): { readonly columns: RecordingColumns; readonly clients: number; readonly mended: number } {
  const at = new Float64Array(count);
  const client = new Uint32Array(count);
  const costAndBad = new Uint32Array(count);
  const clientOfCode = new Uint32Array(key.size);
  const names: string[] = [];
  const nameOf = namer();
  let clients = 0;
  let mended = 0;
  for (let i = 0; i < count; i++) {
    const row = rows === null ? i : (rows[i] as number);
    at[i] = (times[row] as number) - start * SECOND;
    const code = key.codes[row] as number;
    if (clientOfCode[code] === 0) {
      clientOfCode[code] = ++clients;
      if (keepsNames) names.push(nameOf(key.text(code)));
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
  return { columns: { at, client, costAndBad, ...(keepsNames ? { names } : {}) }, clients, mended };
}

function missingKeyFinding({ name, codes }: Field): Finding[] {
  const missing = missingIn(codes);
  if (missing === 0) return [];
  const sentence = `${counted(missing, 'request')} ${missing === 1 ? 'has' : 'have'} no ${name} and ${missing === 1 ? 'counts' : 'count'} as one client.`;
  return [{ kind: 'missing-key', sentence }];
}

function mendedFinding(mended: number, cost: string | null): Finding[] {
  if (mended === 0) return [];
  const sentence = `${cost} is missing or outside 1 to ${grouped(MAX_COST)} in ${counted(mended, 'request')}: a missing or smaller one counts as 1, a larger one as the maximum.`;
  return [{ kind: 'cost', sentence }];
}

/** Of a slip in what counts as bad, this number is the only sign. */
function badFinding(costAndBad: Uint32Array, expression: string): Finding {
  const bad = costAndBad.reduce((sum, each) => sum + Number(isBad(each)), 0);
  const sentence =
    bad === 0
      ? `No request counts as bad: none matches ${expression.trim()}.`
      : `${grouped(bad)} of ${counted(costAndBad.length, 'request')} ${bad === 1 ? 'counts' : 'count'} as bad.`;
  return { kind: 'bad', sentence };
}

function outsideFinding(outside: number): Finding[] {
  if (outside === 0) return [];
  const sentence = `${counted(outside, 'request')} outside the span ${outside === 1 ? 'is' : 'are'} left out.`;
  return [{ kind: 'outside-span', sentence }];
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

/** @param duration seconds */
function checkSize(count: number, duration: number, { span }: RecordingChoice): void {
  const [what, advice] =
    span === undefined ? ['The log', 'Choose a span of it.'] : ['The span', 'Choose a shorter one.'];
  if (duration > MAX_SECONDS)
    throw new LogError(
      'needs-span',
      `${what} covers ${lengthText(duration)}, and a scenario holds at most ${MAX_DAYS}. ${advice}`,
    );
  if (count > MAX_REQUESTS)
    throw new LogError(
      'needs-span',
      `${what} has ${grouped(count)} requests, and a recording holds at most ${grouped(MAX_REQUESTS)}. ${advice}`,
    );
}

/** More seconds than a scenario holds: `45.2 days`, or `30 days and 1 s`, which rounded would be what it does hold. */
function lengthText(duration: number): string {
  const over = duration - MAX_SECONDS;
  return over < DAY ? `${MAX_DAYS} and ${durationText(over * SECOND)}` : durationText(duration * SECOND);
}

/** Room for the number behind a name that was cut. */
const SUFFIX_LENGTH = 12;

/** Names clients as the format holds it, a request without a key, too. Those that are cut to the same are numbered. */
function namer(): (text: string) => string {
  const long = new Set<string>();
  /** The last number behind each beginning. */
  const numbers = new Map<string, number>();
  return (text) => {
    // Half a character may be missing from what is cut.
    if (text.length < MAX_KEY_LENGTH - 1) return text === '' ? '-' : text;
    const begins = beginning(text, MAX_KEY_LENGTH - SUFFIX_LENGTH);
    let name = beginning(text, MAX_KEY_LENGTH);
    while (long.has(name)) {
      const number = (numbers.get(begins) ?? 1) + 1;
      numbers.set(begins, number);
      name = `${begins} (${number})`;
    }
    long.add(name);
    return name;
  };
}

/** The first characters, without half of one. */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** The fields that together tell clients apart. @throws {LogError} where no request has one of them */
function keyFields(table: LogTable, names: readonly string[]): readonly Field[] {
  return names.map((name) => {
    const field = fieldNamed(table, name, 'key');
    if (missingIn(field.codes) === table.rows)
      throw new LogChoiceError('key', `is ${name}, which no request has. Choose another one.`);
    return field;
  });
}

function missingIn(codes: Uint32Array): number {
  let missing = 0;
  for (const code of codes) if (code === MISSING) missing++;
  return missing;
}

/** All requests as one client's. */
function everyone({ rows }: LogTable): Field {
  return { name: '', codes: new Uint32Array(rows), size: 1, text: () => 'everyone' };
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
  const values = Float64Array.from({ length: size }, (_, code) => (code === MISSING ? NaN : numberIn(text(code))));
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
    // As in the expression, spaces around a value do not count.
    const matches = matcherOf(file === null ? patterns : (keyLists?.get(file) ?? []).map((line) => line.trim()));
    const matching = Uint8Array.from({ length: size }, (_, code) => {
      const value = text(code);
      // What is missing is no value: `user=*` is whoever has a name.
      return Number(value !== '' && matches(value));
    });
    for (let row = 0; row < marked.length; row++) if (matching[codes[row] as number] === 1) marked[row] = 1;
  }
  return marked;
}
