/** Whether text may be a product's config: whether a limit is in it, only the readers of configs can say. */
import { isLinkText, isQuick, readText } from '../../sim/index.ts';
import type { AlsoLog } from '../../store/openConfig.ts';
import { looksLikeLog } from './looksLikeLog.ts';

/** What a config may seem to be; null: JSON. Code of two lines with a comma each seems to be a table. */
const KINDS: ReadonlySet<string | null> = new Set([
  null,
  'an nginx configuration',
  'a YAML document',
  'an XML document',
  'plain text',
  'a CSV table',
]);
/** Of these, most are no logs, whatever `looksLikeLog` says. */
const UNCERTAIN: ReadonlySet<string | null> = new Set(['plain text', 'a CSV table']);

/** A time of day, or a count of seconds at the beginning: `[   12.345678]`, `1339518083.107412`. */
const STAMPED = /\d\d:\d\d:\d\d|^\W*(\d{9,}|\d+\.\d{3,})\b/;
const JSON_LINE = /^\s*\{\s*".*\}\s*$/;

/** @param kind what `recogniseFile` or `recogniseText` says of it */
export function opensAsConfig(text: string, kind: string | null): boolean {
  if (!KINDS.has(kind) || isLinkText(text) || hasLogLines(text, kind)) return false;
  if (!UNCERTAIN.has(kind) && looksLikeLog(text, kind)) return false;
  return kind !== null || (isQuick(text) && !readText(text).ok);
}

/** Whether a text that may be a config seems to be a log, too: any text of several lines may be one, and a table is. */
export function isLogToo(text: string, kind: string | null, name: string): AlsoLog {
  if (!looksLikeLog(text, kind, name)) return 'no';
  return kind === 'plain text' ? 'possible' : 'likely';
}

/** JSON in one line may have a time in it. */
function hasLogLines(text: string, kind: string | null): boolean {
  const lines = text.split(/\r?\n/, 20).filter((line) => line.trim() !== '');
  const logged = lines.filter((line) => STAMPED.test(line) || JSON_LINE.test(line));
  return logged.length * 2 >= lines.length && (lines.length > 1 || kind !== null);
}
