/** A log's lines within those of whoever collected it: behind what syslog or Kubernetes puts first, or in Docker's JSON. */
import { quoted } from './finding.ts';
import type { LogHead } from './formats/format.ts';
import { guessFormat } from './formats/index.ts';
import { parseObject } from './formats/jsonLines.ts';
import type { FormatId } from './logTable.ts';

const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*`;
/** `lb nginx[12]: `; the host may be left out. A tag has no colons, as IPv6 addresses do. */
const HOST_AND_TAG = String.raw`(?:\S+ )?[^\s:[\]]+(?:\[\d+\])?: `;

/** As terminals are told to colour the names of containers. */
const COLOUR = String.raw`(?:\x1b\[[\d;]*m)*`;

const PREFIXES: readonly RegExp[] = [
  // RFC 3164, also as journalctl writes it with microseconds, and rsyslog's own with an ISO time.
  String.raw`(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?|${ISO}) ${HOST_AND_TAG}`,
  // RFC 5424: VERSION TIME HOST APP PROCESS MESSAGE, and structured data.
  String.raw`(?:<\d{1,3}>)?1 ${ISO} \S+ \S+ \S+ \S+ (?:-|(?:\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])+) \uFEFF?`,
  // containerd and CRI-O.
  String.raw`${ISO} (?:stdout|stderr) [FP] `,
  // `docker compose logs` and `kubectl logs --prefix`, and either of them, or none, with `--timestamps`.
  String.raw`(?:${COLOUR}[A-Za-z][\w.-]* +\|${COLOUR} ${COLOUR}|\[pod/[^\]]+\] )(?:${ISO} )?`,
  String.raw`${ISO} `,
].map((pattern) => new RegExp(`^${pattern}`));

/** Where Docker, Fluentd and Filebeat have the line that was written. */
const JSON_FIELDS = ['log', 'message', 'msg'] as const;

export interface Wrapping {
  /** The beginning of the file without it. */
  readonly head: LogHead;
  /** The line that is in a line; a line that is not wrapped stays as it is. */
  readonly unwrap: (line: string) => string;
  readonly sentence: string;
}

/**
 * What the lines of a file are wrapped in; null if in nothing known.
 * @param asked the format that they are to have, if the user says it
 */
export function wrappingOf({ lines }: LogHead, asked?: FormatId): Wrapping | null {
  for (const { innerOf, isLog, sentence } of WRAPPINGS) {
    const inner = lines.map(innerOf).filter((line) => line !== null);
    if (inner.length === 0 || 2 * inner.length < lines.length) continue;
    const head = { text: inner.join('\n'), lines: inner };
    const format = guessFormat(head)?.id;
    // Text with commas in it may pass for CSV, which nobody wraps.
    if (format === undefined || format === 'csv' || !isLog(format) || (asked !== undefined && asked !== format))
      continue;
    return { head, unwrap: (line) => innerOf(line) ?? line, sentence: sentence(lines) };
  }
  return null;
}

interface Kind {
  /** Null for a line that is not wrapped so. */
  readonly innerOf: (line: string) => string | null;
  /** Whether lines of that format stand in it, and do not just resemble one. */
  readonly isLog: (format: FormatId) => boolean;
  readonly sentence: (lines: readonly string[]) => string;
}

const WRAPPINGS: readonly Kind[] = [...PREFIXES.map(behind), ...JSON_FIELDS.map(inJson)];

function behind(prefix: RegExp): Kind {
  const prefixOf = (line: string): string | undefined => prefix.exec(line)?.[0];
  return {
    innerOf(line) {
      const found = prefixOf(line);
      return found === undefined ? null : line.slice(found.length);
    },
    isLog: () => true,
    sentence(lines) {
      const example = lines.map(prefixOf).find((found) => found !== undefined) ?? '';
      return `What was put before each line, such as ${quoted(example.replaceAll(new RegExp(COLOUR, 'g'), '').trim())}, is left out.`;
    },
  };
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
