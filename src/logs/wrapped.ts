/** A log's lines within those of whoever collected it: behind what syslog or Kubernetes puts first, in JSON, or in CSV. */
import { quoted } from './finding.ts';
import { guessDelimiter, recordsOf } from './formats/delimitedRows.ts';
import type { LogHead } from './formats/format.ts';
import { guessFormat } from './formats/index.ts';
import { hasDates } from './formats/logfmt.ts';
import { hasTimes, jsonAccessor, parseObject } from './formats/jsonLines.ts';
import { MAX_LINE_BYTES } from './lines.ts';
import type { FormatId } from './logTable.ts';

const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*`;
/** `lb nginx[12]: `; the host may be left out. A tag has no colons, as IPv6 addresses do. */
const HOST_AND_TAG = String.raw`(?:\S+ )?[^\s:[\]]+(?:\[\d+\])?: `;

/** As terminals are told to colour the names of containers. */
const COLOUR = String.raw`(?:\x1b\[[\d;]*m)*`;

/** Of containerd and CRI-O: the stream that was written to, and whether its line ends here (F) or goes on (P). */
const CRI = new RegExp(`^${ISO} (stdout|stderr) ([FP])(?: |$)`);

const PREFIXES: readonly RegExp[] = [
  // RFC 3164, also as journalctl writes it with microseconds, and rsyslog's own with an ISO time. Where a page was copied, the two
  // spaces of `Jan  5` are one.
  String.raw`(?:<\d{1,3}>)?(?:[A-Z][a-z]{2}  ?\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?|${ISO}) ${HOST_AND_TAG}`,
  // RFC 5424: VERSION TIME HOST APP PROCESS MESSAGE, and structured data.
  String.raw`(?:<\d{1,3}>)?1 ${ISO} \S+ \S+ \S+ \S+ (?:-|(?:\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])+) \uFEFF?`,
  // journalctl -o short-full and short-unix.
  String.raw`(?:[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [A-Z]+|\d{9,11}\.\d{6}) ${HOST_AND_TAG}`,
  CRI,
  // Loki's logcli, which writes a stream's labels.
  String.raw`${ISO} \{[^}]*\} +`,
  // `docker compose logs` and `kubectl logs --prefix`, and either of them, or none, with `--timestamps`.
  String.raw`(?:${COLOUR}[A-Za-z][\w.-]* +\|${COLOUR} ${COLOUR}|\[pod/[^\]]+\] )(?:${ISO} )?`,
  String.raw`${ISO} `,
  // The loggers of Gunicorn and Hypercorn: `[2026-03-28 13:00:00 +0000] [12] [INFO] `.
  String.raw`\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[\d+\] \[[A-Z]+\] `,
  // Python's logging, whose times have a comma, before the lines of Werkzeug or aiohttp.
  String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (?:[^"]{0,100}? )?(?=[\da-f.:]{3,50} \S{1,99} \S{1,99} \[)`,
  // Ambassador, before Envoy's lines.
  'ACCESS ',
].map((pattern) => (typeof pattern === 'string' ? new RegExp(`^${pattern}`) : pattern));

/** Where Docker, journald, Loki and Splunk have the line that was written, whatever it is. */
const WRITTEN = ['log', 'MESSAGE', 'line', '_raw', 'result._raw'];
/** Where Fluentd, Filebeat, CloudWatch and Google Cloud have it; it may be a message about something else. */
const JSON_FIELDS = [...WRITTEN, 'message', 'msg', '@message', 'textPayload'];

/** Takes a line with its number, that of its first part if it has several. */
type TakeText = (line: string, number: number) => void;

interface Unwrapper {
  readonly line: TakeText;
  /** The file has ended. */
  readonly finish: () => void;
}

export interface Wrapping {
  /** The beginning of the file without it. */
  readonly head: LogHead;
  /** Hands over the lines that are in lines; a line that is not wrapped stays as it is. */
  readonly unwrapper: (onLine: TakeText) => Unwrapper;
  readonly sentence: string;
}

/**
 * What the lines of a file are wrapped in; null if in nothing known.
 * @param asked the format that they are to have, if the user says it
 */
export function wrappingOf({ lines }: LogHead, asked?: FormatId): Wrapping | null {
  for (const kind of [...WRAPPINGS, ...inCsv(lines)]) {
    const { innerOf, isLog, sentence } = kind;
    const wrapped = lines.filter((line) => innerOf(line) !== null);
    if (wrapped.length === 0 || 2 * wrapped.length < lines.length) continue;
    const inner = innerLines(wrapped, kind);
    const head = { text: inner.join('\n'), lines: inner };
    const format = guessFormat(head)?.id;
    // Text with commas in it may pass for CSV, which nobody wraps.
    if (format === undefined || format === 'csv' || !isLog(format) || (asked !== undefined && asked !== format))
      continue;
    // Whoever collected them may have the only time.
    if ((format === 'ndjson' && !hasTimes(head)) || (format === 'logfmt' && !hasDates(head))) continue;
    return { head, unwrapper: (onLine) => unwrapper(kind, onLine), sentence: sentence(lines) };
  }
  return null;
}

/** A part of a line. */
interface Part {
  /** Lines of several streams may be written by turns. */
  readonly stream: string;
  readonly isLast: boolean;
}

interface Kind {
  /** Null for a line that is not wrapped so. */
  readonly innerOf: (line: string) => string | null;
  /** Where a line may be a part of one: which it is; null for a line that is not wrapped so. */
  readonly partOf?: (line: string) => Part | null;
  /** Whether lines of that format stand in it, and do not just resemble one. */
  readonly isLog: (format: FormatId) => boolean;
  readonly sentence: (lines: readonly string[]) => string;
}

const WRAPPINGS: readonly Kind[] = [...PREFIXES.map(behind), ...JSON_FIELDS.map(inJson)];

function innerLines(lines: readonly string[], kind: Kind): string[] {
  const inner: string[] = [];
  const { line, finish } = unwrapper(kind, (text) => inner.push(text));
  for (const [index, text] of lines.entries()) line(text, index + 1);
  finish();
  return inner;
}

/** Takes lines out of what they are wrapped in, and joins those of which each line has a part. */
function unwrapper({ innerOf, partOf }: Kind, onLine: TakeText): Unwrapper {
  /** By their streams, the lines whose last part has not come. */
  const begun = new Map<string, { readonly text: string; readonly number: number }>();
  return {
    line(outer, number) {
      const inner = innerOf(outer) ?? outer;
      const part = partOf?.(outer) ?? null;
      const before = part === null ? undefined : begun.get(part.stream);
      if (part === null || (part.isLast && before === undefined)) {
        if (inner !== '') onLine(inner, number);
        return;
      }
      const whole = { text: (before?.text ?? '') + inner, number: before?.number ?? number };
      begun.set(part.stream, whole);
      // A line without an end must not be held for ever.
      if (!part.isLast && whole.text.length < MAX_LINE_BYTES) return;
      begun.delete(part.stream);
      onLine(whole.text, whole.number);
    },
    finish() {
      for (const { text, number } of begun.values()) onLine(text, number);
      begun.clear();
    },
  };
}

function behind(prefix: RegExp): Kind {
  const prefixOf = (line: string): string | undefined => prefix.exec(line)?.[0];
  return {
    innerOf(line) {
      const found = prefixOf(line);
      return found === undefined ? null : line.slice(found.length);
    },
    ...(prefix === CRI && { partOf: criPart }),
    isLog: () => true,
    sentence(lines) {
      const example = lines.map(prefixOf).find((found) => found !== undefined) ?? '';
      return `What was put before each line, such as ${quoted(example.replaceAll(new RegExp(COLOUR, 'g'), '').trim())}, is left out.`;
    },
  };
}

function criPart(line: string): Part | null {
  const [, stream, tag] = CRI.exec(line) ?? [];
  return stream === undefined ? null : { stream, isLast: tag === 'F' };
}

/** A message may hold JSON though it is not the request. */
function isLogIn(field: string): Kind['isLog'] {
  return (format) => WRITTEN.includes(field) || (format !== 'ndjson' && format !== 'cloudflare');
}

function inJson(field: string): Kind {
  const textIn = jsonAccessor(field);
  return {
    innerOf(line) {
      const record = line.startsWith('{') ? parseObject(line) : null;
      return record === null ? null : (textIn(record)?.trimEnd() ?? null);
    },
    isLog: isLogIn(field),
    sentence: () =>
      `The lines are read from the field ${field} of the JSON that they were put in; its other fields are left out.`,
  };
}

/** A table with a column that holds the lines, as Splunk, CloudWatch, Datadog and Grafana export it; null without one. */
function inCsv([header = '', ...rows]: readonly string[]): Kind[] {
  const delimiter = guessDelimiter([header, ...rows]);
  const fieldsOf = (line: string): readonly string[] => recordsOf([line], delimiter)[0] ?? [];
  const names = fieldsOf(header);
  const field = JSON_FIELDS.find((each) => names.some((name) => isSame(name, each)));
  if (field === undefined) return [];
  const place = names.findIndex((name) => isSame(name, field));
  return [
    {
      // The header is none of them.
      innerOf: (line) => (line === header ? '' : (fieldsOf(line)[place]?.trimEnd() ?? null)),
      isLog: isLogIn(field),
      sentence: () =>
        `The lines are read from the column ${names[place]} of the CSV that they were put in; its other columns are left out.`,
    },
  ];
}

/** `Message` is Datadog's, and no journald's. */
function isSame(name: string, field: string): boolean {
  return field !== 'MESSAGE' && name.toLowerCase() === field.toLowerCase();
}
