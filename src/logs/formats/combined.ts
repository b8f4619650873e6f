/**
 * The combined and the common log format of nginx and Apache, by bytes: a million lines are read in less time than it
 * takes to make strings of them.
 *
 *   ADDRESS IDENT USER [TIME] "METHOD TARGET PROTOCOL" STATUS BYTES "REFERER" "AGENT" EXTRA…
 *
 * Apache's `vhost_combined` has the host before the address. What follows the agent is found in the first lines: nginx's
 * `$msec` and `$request_time`, Apache's `%{msec}t`, `name=value`, or columns `extra:1`, `extra:2`…
 */
import { COMMON_FIELDS, DURATION_UNITS, type Mapping } from '../logTable.ts';
import { columnsToKeep, plainName, withChoices } from '../fieldNames.ts';
import { listed, quoted } from '../finding.ts';
import { LogChoiceError } from '../logError.ts';
import { StampReader } from '../stamps.ts';
import type { ColumnBuilder } from '../tableBuilder.ts';
import type { LogFormat, LogHead, LogReader, ReadContext } from './format.ts';
import { badTimeReason } from './recordReader.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const SLASH = 0x2f;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const QUESTION = 0x3f;
/** Of `10/Oct/2000:13:55:36 -0700`. */
const CLF_LENGTH = 26;
/** Within how much of the line's time a number is one, too: a day, microseconds. */
const NEAR = 86_400e6;

const LINE =
  /^(?:(\S+) )?(\S+) \S+ .*?\[([^\]]+)\] "(?:[^"\\]|\\.)*" (?:\d{3}|-) (?:\d+|-)(?: "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.|"(?! |$))*"((?: .*)?))?$/;

/** What follows the agent. */
interface Extra {
  readonly name: string;
  /** Length of `name=` before each value. */
  readonly skip: number;
}

export const combined: LogFormat = {
  id: 'combined',
  name: 'nginx or Apache combined',
  recognises: ({ lines }) => lines.some((line) => LINE.test(line)),
  open: openCombined,
};

/** `"a b" c=d e` as its parts, without quotes. */
function splitExtras(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, inQuotes, plain]) => inQuotes ?? plain ?? '');
}

/** The names of the extra columns, by what the first lines have there. */
function extrasOf(lines: readonly string[]): readonly Extra[] {
  const parsed = lines.map((line) => LINE.exec(line)).filter((match) => match !== null);
  const rows = parsed.map((match) => ({
    time: new StampReader().parse(match[3]!),
    parts: splitExtras(match[4] ?? ''),
  }));
  // As many as half of the lines have: an agent with quotes in it looks like one that ends early.
  const counts = rows.map(({ parts }) => parts.length).sort((a, b) => b - a);
  const count = counts[Math.max(0, Math.ceil(counts.length / 2) - 1)] ?? 0;
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const values = rows.flatMap(({ time, parts }) =>
      parts[index] === undefined ? [] : [{ time, text: parts[index] }],
    );
    const prefix = /^([A-Za-z_][\w.-]*)=/.exec(values[0]?.text ?? '');
    const isNamed = prefix !== null && values.every(({ text }) => text.startsWith(prefix[0]));
    const all = (holds: (text: string, time: number) => boolean) => values.every(({ text, time }) => holds(text, time));
    let name = `extra:${index + 1}`;
    if (isNamed) name = /^(?:rt|reqtime|requesttime)$/.test(plainName(prefix[1]!)) ? 'request_time' : prefix[1]!;
    else if (all((text, time) => Math.abs(new StampReader().parse(text) - time) < NEAR)) name = 'msec';
    else if (all((text) => /^(?:\d{1,5}\.\d{3}|-)$/.test(text)) && !all((text) => text === '-')) name = 'request_time';
    if (names.has(name)) name = `extra:${index + 1}`;
    names.add(name);
    return { name, skip: isNamed ? prefix[0].length : 0 };
  });
}

function openCombined({ lines }: LogHead, context: ReadContext): LogReader {
  const { table, stamps, choices, badLine } = context;
  const extras = extrasOf(lines);
  const hasHost =
    lines.some((line) => /^\S+ \S+ \S+ \S+ \[/.test(line)) && lines.every((line) => !/^\S+ \S+ \S+ \[/.test(line));
  const has = (name: string): boolean => extras.some((extra) => extra.name === name);
  const duration = has('request_time') ? 'request_time' : null;
  const guess: Mapping = {
    time: has('msec') ? 'msec' : 'time',
    timeIs: duration === null ? 'arrival' : 'end',
    duration,
    durationUnit: 's',
    fields: Object.fromEntries(COMMON_FIELDS.map((field) => [field, field])) as Mapping['fields'],
  };
  const times = ['time', ...extras.map(({ name }) => name)];
  const mapping = withChoices(guess, choices.mapping, times);
  // A line is read by its places, so a column that is not there would not be missed.
  if (!times.includes(mapping.time))
    throw new LogChoiceError('time', `is ${mapping.time}. It may be ${listed(times)}.`);
  const names = ['header:referer', ...extras.map(({ name }) => name), ...COMMON_FIELDS];
  const wanted = new Set<string | null>([
    ...columnsToKeep(choices.keep ?? [], names),
    ...Object.values(mapping.fields),
  ]);

  const column = (name: string): ColumnBuilder => table.column(name, wanted.has(name));
  const address = column('address');
  const user = column('user');
  const method = column('method');
  const path = column('path');
  const status = column('status');
  const bytesSent = column('bytes');
  const agent = column('agent');
  const host = hasHost ? column('host') : null;
  const referer = wanted.has('header:referer') ? column('header:referer') : null;
  const timeExtra = extras.findIndex(({ name }) => name === mapping.time);
  const durationExtra = mapping.duration === null ? -1 : extras.findIndex(({ name }) => name === mapping.duration);
  const extraColumns = extras.map(({ name }, index) =>
    index === timeExtra || index === durationExtra || name === 'msec' ? null : column(name),
  );
  const lastExtra = extras.length;
  const perUnit = DURATION_UNITS[mapping.durationUnit];
  const text = (bytes: Uint8Array, start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));

  /** Reads a line; what keeps it from being one, or null. */
  function read(bytes: Uint8Array, start: number, end: number): string | null {
    const open = find(OPEN, bytes, start, end);
    if (open < 0) return 'it has no time in brackets';
    const close = find(CLOSE, bytes, open, end);
    if (close < 0) return 'its time has no closing bracket';

    let at = start;
    let stop = find(SPACE, bytes, at, end);
    if (host !== null) {
      host.pending = host.values.codeOf(bytes, at, stop);
      at = stop + 1;
      stop = find(SPACE, bytes, at, end);
    }
    if (stop <= at || stop >= open) return 'it has no address before the time';
    address.pending = address.values.codeOf(bytes, at, stop);
    // Past the ident; the user may have spaces in it.
    at = find(SPACE, bytes, stop + 1, end) + 1;
    if (at > 0 && at < open) user.pending = user.values.codeOf(bytes, at, open - 1);

    let stamp = NaN;
    if (timeExtra < 0) {
      const sign = bytes[open + 22];
      const isClf = close - open - 1 === CLF_LENGTH && bytes[open + 3] === SLASH && (sign === PLUS || sign === MINUS);
      stamp = isClf ? stamps.parseClf(bytes, open + 1) : stamps.parse(text(bytes, open + 1, close));
      if (!(stamp >= 0)) return badTimeReason(stamp, 'time', text(bytes, open + 1, close));
    }

    const request = close + 3;
    if (request > end || bytes[close + 2] !== QUOTE) return 'it has no request in quotes after the time';
    const requestEnd = closingQuote(bytes, request, end);
    if (requestEnd < 0) return 'the quotes of its request are not closed';
    readRequest(bytes, request, requestEnd);

    at = requestEnd + 2;
    stop = tokenEnd(bytes, at, end);
    if (!isStatus(bytes, at, stop)) return `its status is ${quoted(text(bytes, at, stop))}, not three digits`;
    status.pending = status.values.codeOf(bytes, at, stop);
    at = stop + 1;
    stop = tokenEnd(bytes, at, end);
    bytesSent.pending = bytesSent.values.codeOf(bytes, at, stop);

    at = stop + 1;
    if (at < end && bytes[at] === QUOTE) {
      stop = closingQuote(bytes, at + 1, end);
      if (stop < 0) return 'the quotes of its referer are not closed';
      if (referer !== null) referer.pending = referer.values.codeOf(bytes, at + 1, stop);
      at = stop + 2;
      if (at < end && bytes[at] === QUOTE) {
        stop = lastExtra === 0 && bytes[end - 1] === QUOTE && end - 1 > at ? end - 1 : closingQuote(bytes, at + 1, end);
        if (stop < 0) return 'the quotes of its agent are not closed';
        agent.pending = agent.values.codeOf(bytes, at + 1, stop);
        at = stop + 2;
      }
    }

    let taken = 0;
    for (let index = 0; index < lastExtra && at < end; index++) {
      const inQuotes = bytes[at] === QUOTE;
      const from = inQuotes ? at + 1 : at;
      const to = inQuotes ? closingQuote(bytes, from, end) : tokenEnd(bytes, from, end);
      if (to < 0) break;
      const valueAt = from + (extras[index] as Extra).skip;
      const extraColumn = extraColumns[index];
      if (index === timeExtra) {
        stamp = stamps.parse(text(bytes, valueAt, to));
        if (!(stamp >= 0)) return badTimeReason(stamp, mapping.time, text(bytes, valueAt, to));
      } else if (index === durationExtra) {
        const value = Number(text(bytes, valueAt, to));
        if (value > 0) taken = Math.round(value * perUnit);
      } else if (extraColumn) extraColumn.pending = extraColumn.values.codeOf(bytes, valueAt, to);
      at = to + (inQuotes ? 2 : 1);
    }
    if (Number.isNaN(stamp)) return `it has no ${mapping.time}`;
    table.add(stamp, taken);
    return null;
  }

  /** `GET /path?query HTTP/1.1`; of a request that is none, nothing is kept. */
  function readRequest(bytes: Uint8Array, start: number, end: number): void {
    const methodEnd = tokenEnd(bytes, start, end);
    if (methodEnd >= end) return;
    method.pending = method.values.codeOf(bytes, start, methodEnd);
    let to = methodEnd + 1;
    while (to < end && bytes[to] !== SPACE && bytes[to] !== QUESTION) to++;
    path.pending = path.values.codeOf(bytes, methodEnd + 1, to);
  }

  return {
    mapping,
    otherColumns: () => (referer === null ? ['header:referer'] : []),
    line(bytes, start, end, number) {
      const reason = read(bytes, start, end);
      if (reason === null) return;
      table.discard();
      badLine(number, reason);
    },
  };
}

/**
 * Where that byte is in [start, end); −1 if it is not. `indexOf` knows no end: in lines that lack the byte it would look through
 * the rest of the chunk, line after line.
 */
function find(byte: number, bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === byte) return at;
  return -1;
}

/** The end of a token without spaces. */
function tokenEnd(bytes: Uint8Array, start: number, end: number): number {
  const at = find(SPACE, bytes, start, end);
  return at < 0 ? end : at;
}

/** The quote that ends a text: not escaped, and before a space or the end of the line; −1 if there is none. */
function closingQuote(bytes: Uint8Array, start: number, end: number): number {
  for (let at = find(QUOTE, bytes, start, end); at >= 0; at = find(QUOTE, bytes, at + 1, end)) {
    const next = at + 1;
    if ((next === end || bytes[next] === SPACE) && !isEscaped(bytes, start, at)) return at;
  }
  return -1;
}

function isEscaped(bytes: Uint8Array, start: number, at: number): boolean {
  let from = at;
  while (from > start && bytes[from - 1] === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}

function isStatus(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start === 1) return bytes[start] === MINUS;
  if (end - start !== 3) return false;
  for (let at = start; at < end; at++) if ((bytes[at] as number) < 0x30 || (bytes[at] as number) > 0x39) return false;
  return true;
}
