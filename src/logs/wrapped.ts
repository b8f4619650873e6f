/** A log's lines within those of whoever collected it: behind what syslog or Kubernetes puts first, or in Docker's JSON. */
import { quoted } from './finding.ts';
import type { LogHead } from './formats/format.ts';
import { guessFormat } from './formats/index.ts';
import { parseObject } from './formats/jsonLines.ts';
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
  // RFC 3164, also as journalctl writes it with microseconds, and rsyslog's own with an ISO time.
  String.raw`(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?|${ISO}) ${HOST_AND_TAG}`,
  // RFC 5424: VERSION TIME HOST APP PROCESS MESSAGE, and structured data.
  String.raw`(?:<\d{1,3}>)?1 ${ISO} \S+ \S+ \S+ \S+ (?:-|(?:\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])+) \uFEFF?`,
  CRI,
  // `docker compose logs` and `kubectl logs --prefix`, and either of them, or none, with `--timestamps`.
  String.raw`(?:${COLOUR}[A-Za-z][\w.-]* +\|${COLOUR} ${COLOUR}|\[pod/[^\]]+\] )(?:${ISO} )?`,
  String.raw`${ISO} `,
].map((pattern) => (typeof pattern === 'string' ? new RegExp(`^${pattern}`) : pattern));

/** Where Docker, Fluentd and Filebeat have the line that was written. */
const JSON_FIELDS = ['log', 'message', 'msg'] as const;

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
  for (const kind of WRAPPINGS) {
    const { innerOf, isLog, sentence } = kind;
    const wrapped = lines.filter((line) => innerOf(line) !== null);
    if (wrapped.length === 0 || 2 * wrapped.length < lines.length) continue;
    const inner = innerLines(wrapped, kind);
    const head = { text: inner.join('\n'), lines: inner };
    const format = guessFormat(head)?.id;
    // Text with commas in it may pass for CSV, which nobody wraps.
    if (format === undefined || format === 'csv' || !isLog(format) || (asked !== undefined && asked !== format))
      continue;
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
        onLine(inner, number);
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

function inJson(field: (typeof JSON_FIELDS)[number]): Kind {
  return {
    innerOf(line) {
      const text = line.startsWith('{') ? parseObject(line)?.[field] : undefined;
      return typeof text === 'string' ? text.trimEnd() : null;
    },
    // A message may hold JSON though it is not the request: what a container wrote is in `log`.
    isLog: (format) => field === 'log' || (format !== 'ndjson' && format !== 'cloudflare'),
    sentence: () =>
      `The lines are read from the field ${field} of the JSON that they were put in; its other fields are left out.`,
  };
}
