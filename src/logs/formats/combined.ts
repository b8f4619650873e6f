/**
 * The combined and the common log format of nginx and Apache, by bytes: a million lines are read in less time than it
 * takes to make strings of them.
 *
 *   ADDRESS IDENT USER [TIME] "METHOD TARGET PROTOCOL" STATUS BYTES "REFERER" "AGENT" EXTRA…
 *
 * Apache's `vhost_combined` has the host before the address, APISIX before the request. Where the address is an
 * X-Forwarded-For, several may stand there: `CLIENT, PROXY`. What follows the agent, or the bytes if there is none, is found in
 * the first lines: nginx's `$msec` and `$request_time`, Apache's `%{msec}t`, `name=value`, or columns `extra:1`, `extra:2`…
 */
import { COMMON_FIELDS, DURATION_UNITS, type Mapping } from '../logTable.ts';
import { microsIn } from '../durations.ts';
import { MISSING } from '../dictionary.ts';
import { columnsToKeep, plainName, withChoices } from '../fieldNames.ts';
import { listed, quoted } from '../finding.ts';
import { LogChoiceError } from '../logError.ts';
import { isForwardedName, isPrivate, proxyFindings, withForwarded } from '../proxies.ts';
import { StampReader } from '../stamps.ts';
import type { ColumnBuilder } from '../tableBuilder.ts';
import { cleanAddress, CLEANED, isIpAddress } from '../values.ts';
import type { LogFormat, LogHead, LogReader, ReadContext } from './format.ts';
import { badTimeReason } from './recordReader.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const QUESTION = 0x3f;
/** Of `10/Oct/2000:13:55:36 -0700`. */
const CLF_LENGTH = 26;
/** Within how much of the line's time a number is one, too: a day, microseconds. */
const NEAR = 86_400e6;

const LINE =
  /^\S+ \S+ .*?\[([^\][]+)\] ?(?:[^\s"]+ )?"(?:[^"\\]|\\.)*" (?:\d{3}|-) (?:\d+|-)(?: "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.|"(?! |$))*")?((?: .*)?)$/;
/** The addresses of forwarders, behind the client's. */
const FORWARDERS = /^((?:[^\s,]+ )?[^\s,]+),(?: [^\s,]+,)* \S+/;

/** What a line may have after that: more is no log format's. */
const MAX_EXTRAS = 64;

/** What follows the agent, or the bytes. */
interface Extra {
  readonly name: string;
  /** Length of `name=` before each value. */
  readonly skip: number;
  /** Its first values. */
  readonly values: readonly string[];
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
    time: new StampReader().parse(match[1]!),
    parts: splitExtras(match[2] ?? ''),
  }));
  // As many as half of the lines have: an agent with quotes in it looks like one that ends early.
  const counts = rows.map(({ parts }) => parts.length).sort((a, b) => b - a);
  const count = Math.min(MAX_EXTRAS, counts[Math.max(0, Math.ceil(counts.length / 2) - 1)] ?? 0);
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
    const skip = isNamed ? prefix[0].length : 0;
    return { name, skip, values: values.map(({ text }) => text.slice(skip)) };
  });
}

/** One without a name may be the server's address, which is the same everywhere, or that of a server behind, with a port. */
function mayBeForwarded({ name, values }: Extra): boolean {
  return isForwardedName(name) || (new Set(values).size > 1 && !values.some((text) => /\.\d+:\d+$/.test(text)));
}

function openCombined({ lines }: LogHead, context: ReadContext): LogReader {
  const extras = extrasOf(lines);
  const times = ['time', ...extras.map(({ name }) => name)];
  const before = beforeTime(lines);
  const own = withForwarded(
    guessOf(extras),
    extras.filter(mayBeForwarded).map(({ name }) => name),
    (column) => extras.find(({ name }) => name === column)?.values ?? before.addresses,
  );
  proxyFindings(own, context.choices.mapping).forEach(context.finding);
  const mapping = withChoices(own, context.choices.mapping, times);
  // A line is read by its places, so a column that is not there would not be missed.
  if (!times.includes(mapping.time))
    throw new LogChoiceError('time', `is ${mapping.time}. It may be ${listed(times)}.`);
  return new CombinedReader(mapping, extras, before, context);
}

/** What stands before the client's address, or between it and the rest. */
interface BeforeTime {
  /** `HOST ADDRESS IDENT USER`, as in `vhost_combined`. */
  readonly hasHost: boolean;
  /** `FORWARDED PROXY IDENT USER`: an X-Forwarded-For, and the address of whoever sent it. */
  readonly hasProxy: boolean;
  /** The clients' in the first lines. */
  readonly addresses: readonly string[];
}

function beforeTime(lines: readonly string[]): BeforeTime {
  const direct = lines
    .filter((line) => LINE.test(line))
    .map((line) =>
      line
        .replace(/^"([^\s",]*)[^"]*"/, (_, first: string) => first || '-')
        .replace(FORWARDERS, '$1')
        .split(' '),
    );
  const places = new Set(direct.map((words) => words.findIndex((word) => word.startsWith('['))));
  const hasTwo = places.has(4) && !places.has(3);
  const firsts = direct.map(([first = '']) => first).filter((first) => first !== '-');
  const areAddresses = firsts.length > 0 && firsts.every(isIpAddress);
  const seconds = direct.map(([, second = '']) => second);
  const isSame = new Set(direct.map(([first]) => first)).size === 1 && new Set(seconds).size > 1;
  // A host may be named by its address, too: a private one, or the same in all lines.
  const isOwn = (isSame || firsts.every(isPrivate)) && !seconds.every(isPrivate);
  const hasProxy = hasTwo && areAddresses && !isOwn;
  const hasHost = hasTwo && !hasProxy;
  return { hasHost, hasProxy, addresses: direct.map((words) => words[Number(hasHost)]!) };
}

function guessOf(extras: readonly Extra[]): Mapping {
  const has = (name: string): boolean => extras.some((extra) => extra.name === name);
  const duration = has('request_time') ? 'request_time' : null;
  return {
    time: has('msec') ? 'msec' : 'time',
    timeIs: duration === null ? 'arrival' : 'end',
    duration,
    durationUnit: 's',
    fields: Object.fromEntries(COMMON_FIELDS.map((field) => [field, field])) as Mapping['fields'],
  };
}

/** The columns of the table, by what is in a line; null for what is not kept. */
function columnsOf(
  mapping: Mapping,
  extras: readonly Extra[],
  { hasHost }: BeforeTime,
  { table, choices }: ReadContext,
) {
  const names = ['header:referer', ...extras.map(({ name }) => name), ...COMMON_FIELDS];
  const wanted = new Set<string | null>([
    ...columnsToKeep(choices.keep ?? [], names),
    ...Object.values(mapping.fields),
  ]);
  const column = (name: string): ColumnBuilder => table.column(name, wanted.has(name));
  return {
    address: column('address'),
    user: column('user'),
    method: column('method'),
    path: column('path'),
    status: column('status'),
    bytes: column('bytes'),
    agent: column('agent'),
    host: hasHost ? column('host') : null,
    referer: wanted.has('header:referer') ? column('header:referer') : null,
    extras: extras.map(({ name }) =>
      name === mapping.time || name === mapping.duration || name === 'msec' ? null : column(name),
    ),
  };
}

/**
 * Reads a line part by part, each from where the one before ended. A part that cannot be read is told as the reason why the
 * line is skipped; null means to go on.
 */
class CombinedReader implements LogReader {
  readonly mapping: Mapping;
  readonly #context: ReadContext;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #extras: readonly Extra[];
  readonly #hasProxy: boolean;
  /** Which of the extras it is; −1 for none. */
  readonly #timeExtra: number;
  readonly #durationExtra: number;
  readonly #perUnit: number;
  /** Where in the line the next part begins. */
  #at = 0;
  #stamp = NaN;
  /** Microseconds. */
  #taken = 0;

  constructor(mapping: Mapping, extras: readonly Extra[], before: BeforeTime, context: ReadContext) {
    this.mapping = mapping;
    this.#context = context;
    this.#columns = columnsOf(mapping, extras, before, context);
    this.#hasProxy = before.hasProxy;
    this.#extras = extras;
    this.#timeExtra = extras.findIndex(({ name }) => name === mapping.time);
    this.#durationExtra = extras.findIndex(({ name }) => name === mapping.duration);
    this.#perUnit = DURATION_UNITS[mapping.durationUnit];
    context.stamps.dateOrder = mapping.dateOrder ?? null;
  }

  otherColumns(): readonly string[] {
    return this.#columns.referer === null ? ['header:referer'] : [];
  }

  line(bytes: Uint8Array, start: number, end: number, number: number): void {
    const reason = this.#read(bytes, start, end);
    if (reason === null) {
      this.#context.table.add(this.#stamp, this.#taken);
      return;
    }
    this.#context.table.discard();
    this.#context.badLine(number, reason);
  }

  #read(bytes: Uint8Array, start: number, end: number): string | null {
    // An address of IPv6 with a port begins with a bracket, too.
    const open = find(OPEN, bytes, start + 1, end);
    if (open < 0) return 'it has no time in brackets';
    const close = find(CLOSE, bytes, open, end);
    if (close < 0) return 'its time has no closing bracket';
    this.#at = start;
    this.#stamp = NaN;
    this.#taken = 0;
    const reason =
      this.#readClient(bytes, open, end) ??
      (this.#timeExtra < 0 ? this.#readTime(bytes, open + 1, close) : null) ??
      this.#readRequest(bytes, close, end) ??
      this.#readAnswer(bytes, end) ??
      this.#readReferer(bytes, end) ??
      this.#readExtras(bytes, end);
    return reason ?? (Number.isNaN(this.#stamp) ? `it has no ${this.mapping.time}` : null);
  }

  /** `HOST ADDRESS IDENT USER`, the host only in `vhost_combined`. */
  #readClient(bytes: Uint8Array, open: number, end: number): string | null {
    const { host, address, user } = this.#columns;
    let at = this.#at;
    let stop = find(SPACE, bytes, at, end);
    if (host !== null) {
      host.pending = host.values.codeOf(bytes, at, stop);
      at = stop + 1;
      stop = find(SPACE, bytes, at, end);
    }
    // Of several addresses, in quotes or without them, the client's is the first.
    if (bytes[at] === QUOTE) stop = closingQuote(bytes, ++at, open);
    if (stop <= at || stop >= open) return 'it has no address before the time';
    address.pending = codeOfAddress(address, bytes, at, stop);
    if (bytes[stop] === QUOTE) stop++;
    while (bytes[stop - 1] === COMMA && stop < open) stop = find(SPACE, bytes, stop + 1, open);
    if (this.#hasProxy && stop > 0) {
      const proxy = stop + 1;
      stop = find(SPACE, bytes, proxy, open);
      // Who did not come through a proxy has forwarded nothing.
      if (address.pending === MISSING && stop > 0) address.pending = codeOfAddress(address, bytes, proxy, stop);
    }
    if (stop < 0) return 'it has no address before the time';
    // Past the ident; the user may have spaces in it.
    at = find(SPACE, bytes, stop + 1, end) + 1;
    if (at > 0 && at < open) user.pending = user.values.codeOf(bytes, at, open - 1);
    return null;
  }

  /** The time in brackets. */
  #readTime(bytes: Uint8Array, start: number, end: number): string | null {
    const { stamps } = this.#context;
    const sign = bytes[start + 21];
    const isClf = end - start === CLF_LENGTH && bytes[start + 2] === SLASH && (sign === PLUS || sign === MINUS);
    this.#stamp = isClf ? stamps.parseClf(bytes, start) : stamps.parse(textOf(bytes, start, end));
    return this.#stamp >= 0 ? null : badTimeReason(this.#stamp, 'time', textOf(bytes, start, end));
  }

  /** `"GET /path?query HTTP/1.1"`; of a request that is none, nothing is kept. */
  #readRequest(bytes: Uint8Array, close: number, end: number): string | null {
    const { method, path } = this.#columns;
    // As Amazon API Gateway's documentation has it, there is no space.
    let start = close + (bytes[close + 1] === QUOTE ? 2 : 3);
    // The host may be before it.
    if (bytes[start - 1] !== QUOTE) start = tokenEnd(bytes, start, end) + 2;
    if (start > end || bytes[start - 1] !== QUOTE) return 'it has no request in quotes after the time';
    const stop = closingQuote(bytes, start, end);
    if (stop < 0) return 'the quotes of its request are not closed';
    this.#at = stop + 2;
    const methodEnd = tokenEnd(bytes, start, stop);
    if (methodEnd >= stop) return null;
    method.pending = method.values.codeOf(bytes, start, methodEnd);
    let to = methodEnd + 1;
    while (to < stop && bytes[to] !== SPACE && bytes[to] !== QUESTION) to++;
    // A proxy is asked for a whole address.
    path.pending =
      bytes[methodEnd + 1] === SLASH
        ? path.values.codeOf(bytes, methodEnd + 1, to)
        : path.values.codeOfText(CLEANED.path!(textOf(bytes, methodEnd + 1, to)));
    return null;
  }

  /** `STATUS BYTES` */
  #readAnswer(bytes: Uint8Array, end: number): string | null {
    const { status, bytes: sent } = this.#columns;
    const start = this.#at;
    const statusEnd = tokenEnd(bytes, start, end);
    if (!isStatus(bytes, start, statusEnd))
      return `its status is ${quoted(textOf(bytes, start, statusEnd))}, not three digits`;
    status.pending = status.values.codeOf(bytes, start, statusEnd);
    const stop = tokenEnd(bytes, statusEnd + 1, end);
    sent.pending = sent.values.codeOf(bytes, statusEnd + 1, stop);
    this.#at = stop + 1;
    return null;
  }

  /** `"REFERER" "AGENT"`, which the common log format lacks. */
  #readReferer(bytes: Uint8Array, end: number): string | null {
    const { referer, agent } = this.#columns;
    let at = this.#at;
    if (at >= end || bytes[at] !== QUOTE) return null;
    let stop = closingQuote(bytes, at + 1, end);
    if (stop < 0) return 'the quotes of its referer are not closed';
    // A single text in quotes is something else.
    if (bytes[stop + 2] !== QUOTE || stop + 2 >= end) return null;
    if (referer !== null) referer.pending = referer.values.codeOf(bytes, at + 1, stop);
    at = stop + 2;
    const isLast = this.#extras.length === 0 && bytes[end - 1] === QUOTE && end - 1 > at;
    stop = isLast ? end - 1 : closingQuote(bytes, at + 1, end);
    if (stop < 0) return 'the quotes of its agent are not closed';
    agent.pending = agent.values.codeOf(bytes, at + 1, stop);
    this.#at = stop + 2;
    return null;
  }

  /** What follows, as many as there are. */
  #readExtras(bytes: Uint8Array, end: number): string | null {
    let at = this.#at;
    for (let index = 0; index < this.#extras.length && at < end; index++) {
      const inQuotes = bytes[at] === QUOTE;
      const from = inQuotes ? at + 1 : at;
      const to = inQuotes ? closingQuote(bytes, from, end) : tokenEnd(bytes, from, end);
      if (to < 0) break;
      const reason = this.#readExtra(index, bytes, from + (this.#extras[index] as Extra).skip, to);
      if (reason !== null) return reason;
      at = to + (inQuotes ? 2 : 1);
    }
    return null;
  }

  #readExtra(index: number, bytes: Uint8Array, start: number, end: number): string | null {
    if (index === this.#timeExtra) {
      const text = textOf(bytes, start, end);
      this.#stamp = this.#context.stamps.parse(text);
      return this.#stamp >= 0 ? null : badTimeReason(this.#stamp, this.mapping.time, text);
    }
    if (index === this.#durationExtra) {
      this.#taken = microsIn(textOf(bytes, start, end), this.#perUnit);
      return null;
    }
    const column = this.#columns.extras[index];
    if (column) {
      const isAddress = column.name === this.mapping.fields.address;
      column.pending = isAddress ? codeOfAddress(column, bytes, start, end) : column.values.codeOf(bytes, start, end);
    }
    return null;
  }
}

const decoder = new TextDecoder();

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
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

/**
 * An address as most servers write it is taken by its bytes; one with a port (`203.0.113.7:4711`), of a list
 * (`203.0.113.7,`) or of IPv4 within IPv6 (`::ffff:203.0.113.7`) is cleaned first.
 */
function codeOfAddress({ values }: ColumnBuilder, bytes: Uint8Array, start: number, end: number): number {
  let [dots, colons, others] = [0, 0, 0];
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === DOT) dots++;
    else if (byte === COLON) colons++;
    else if (byte === COMMA || byte === OPEN) others++;
  }
  if (others === 0 && (dots === 0 || colons === 0)) return values.codeOf(bytes, start, end);
  return values.codeOfText(cleanAddress(textOf(bytes, start, end)));
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
