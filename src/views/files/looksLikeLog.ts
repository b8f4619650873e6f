/** Whether a file that is no scenario and no link is read as a log: by its first bytes, as `recogniseFile` names them. */
import { beginsHar } from '../../logs/beginsHar.ts';

/** Packed files, too: the log's reader unpacks gzip, and says of the others how to unpack them. */
const LOGS = /^(an access log|a CSV table|a (gzip|zip|Zstandard|bzip2) archive|an xz archive|text in UTF-16.*)$/;

/** `access.log`, `access.log.1`, `requests.ndjson`. */
const LOG_NAME = /(\.(log|csv|tsv|ndjson|jsonl)|access[^.]*)(\.[\d-]+)?$/i;
/** Nothing can be read of these: by their names, the log's reader is the one to say so. */
const UNREADABLE: ReadonlySet<string | null> = new Set(['an empty file', 'a binary file']);

/**
 * @param head the text at its beginning
 * @param kind what `recogniseFile` or `recogniseText` says of it
 * @param name the file's; empty if it has none
 */
export function looksLikeLog(head: string, kind: string | null, name = ''): boolean {
  if (UNREADABLE.has(kind)) return LOG_NAME.test(name);
  const lines = head.trimStart().split(/\r?\n/, 3);
  // The first line of a log may be longer than the head.
  if (kind === 'plain text') return lines.length > 1 || LOG_NAME.test(name);
  if (kind !== null) return LOGS.test(kind) || isSummary(head);
  return isEnvoy(head) || isBracketed(head) || beginsHar(head) || isJsonLines(lines) || isJsonArray(head);
}

/** What hey and oha print beside their CSV: the log's reader says what to export instead. */
const isSummary = (head: string): boolean => /^\s*Summary:/.test(head);
const isEnvoy = (head: string): boolean => /^\s*\[\d{4}-/.test(head);
/** `[pod/NAME] `, `[GIN] 2026/03/28`, `[28/Mar/2026 13:00:00] "GET`: something in brackets that is no JSON, and more behind it. */
const isBracketed = (head: string): boolean =>
  /^\s*\[[^[\]{}",\n]{0,200}[A-Za-z][^[\]{}",\n]{0,200}\] [^\s#]/.test(head);

/** Of objects with times. The log's reader does not take it, and says how to make lines of it. */
const isJsonArray = (head: string): boolean =>
  /^\s*\[\s*\{/.test(head) && /"\d{4}-\d\d-\d\d[T ]\d\d:\d\d|:\s*"?1\d{9,}\b/.test(head);

function isJsonLines([first = '', second = '']: readonly string[]): boolean {
  if (!first.startsWith('{') || !second.startsWith('{')) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}
