/** What a file that is not ours seems to be, in words that follow "This looks like". Looks at its first bytes only. */
import { deflate } from '../deflate.ts';
import { closestName } from './problem.ts';
import { isObject } from './schema.ts';

/** How much of a file its kind is judged by. */
export const HEAD_BYTES = 4_096;

/** The bytes that a file of the kind begins with, as Latin-1; `at` is where they stand, else at the start. */
const SIGNATURES: readonly { readonly bytes: string; readonly at?: number; readonly kind: string }[] = [
  { bytes: '\x89PNG\r\n', kind: 'a PNG picture' },
  { bytes: '\xff\xd8\xff', kind: 'a JPEG picture' },
  { bytes: 'GIF8', kind: 'a GIF picture' },
  { bytes: 'WEBP', at: 8, kind: 'a WebP picture' },
  { bytes: '%PDF-', kind: 'a PDF document' },
  { bytes: 'PK\x03\x04', kind: 'a zip archive' },
  { bytes: 'PK\x05\x06', kind: 'a zip archive' },
  { bytes: '\x1f\x8b', kind: 'a gzip archive' },
  { bytes: 'BZh', kind: 'a bzip2 archive' },
  { bytes: '\xfd7zXZ\0', kind: 'an xz archive' },
  { bytes: '7z\xbc\xaf', kind: 'a 7z archive' },
  { bytes: '\x28\xb5\x2f\xfd', kind: 'a Zstandard archive' },
  { bytes: 'ustar', at: 257, kind: 'a tar archive' },
  { bytes: 'ftyp', at: 4, kind: 'a video or picture' },
  { bytes: 'SQLite format 3\0', kind: 'an SQLite database' },
  { bytes: '\0asm', kind: 'a WebAssembly module' },
  { bytes: '\x7fELF', kind: 'a program' },
  { bytes: 'MZ', kind: 'a program' },
  { bytes: '\xff\xfe', kind: 'text in UTF-16; save it as UTF-8' },
  { bytes: '\xfe\xff', kind: 'text in UTF-16; save it as UTF-8' },
];

/** Office documents are zip archives: only their name tells. */
const OFFICE = /\.(docx|xlsx|pptx|odt|ods|odp)$/i;

/** `::1 - - [10/Oct/2000:13:55:36 -0700] "GET /`: Apache's and nginx's common log format. */
const ACCESS_LOG = /^\S+ \S+ \S+ \[\d{2}\/\w{3}\/\d{4}[^\]]*\] "/;
const NGINX = /^\s*(limit_req(_zone)?\s|(http|server|events|upstream\s+\S+|location\s+[^\n{]+)\s*\{)/m;

/**
 * @param head the first bytes of a file, at most `HEAD_BYTES` of which are looked at
 * @param name its name; empty if it has none
 * @returns `a PNG picture`; null if it may be a scenario or a link
 */
export function recogniseFile(head: Uint8Array, name: string): string | null {
  const bytes = head.subarray(0, HEAD_BYTES);
  if (bytes.length === 0) return 'an empty file';
  const latin1 = String.fromCharCode(...bytes);
  const signature = SIGNATURES.find(({ bytes: start, at = 0 }) => latin1.startsWith(start, at));
  if (signature !== undefined) {
    return signature.kind === 'a zip archive' && OFFICE.test(name) ? 'an Office document' : signature.kind;
  }
  const text = utf8(bytes, latin1);
  return text === null ? 'a binary file' : recogniseText(text);
}

/** Null for what is not UTF-8 or has a NUL, which text never has. A character cut off at the end is allowed. */
function utf8(bytes: Uint8Array, latin1: string): string | null {
  const text = deflate().strFromU8(bytes);
  const replaced = text.replace(/\uFFFD{1,3}$/, '').split('\uFFFD').length;
  const written = latin1.split('\xef\xbf\xbd').length;
  return replaced > written || text.includes('\0') ? null : text;
}

/**
 * What text seems to be by its beginning; null for JSON and links.
 * @param text only the first `HEAD_BYTES` characters are looked at
 */
export function recogniseText(text: string): string | null {
  const head = text
    .slice(0, HEAD_BYTES)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head === '') return 'an empty file';
  // After a string, JSON that is no list has nothing.
  if (/^"(?:[^"]|"")*"[,;\t]/.test(head)) return 'a CSV table';
  if (/^(#[1-9]|\{|\[|"|-?\d+$|true$|false$|null$)/.test(head)) return null;
  if (/^https?:\/\/\S+$/.test(head.trimEnd())) return head.includes('#') ? null : 'an address without a link of ours';
  if (/^(<!doctype html|<html)/i.test(head)) return 'an HTML page';
  if (/^<svg/i.test(head) || /^<\?xml[^]*<svg/i.test(head)) return 'an SVG picture';
  if (head.startsWith('<?xml') || /^<[a-z_]\w*[\s>]/i.test(head)) return 'an XML document';
  return recogniseLines(head);
}

function recogniseLines(head: string): string {
  // The last line may be cut off.
  const lines = head.split(/\r?\n/, 20).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [first = ''] = lines;
  if (ACCESS_LOG.test(first)) return 'an access log';
  if (NGINX.test(head)) return 'an nginx configuration';
  if (['---', '%YAML'].some((start) => head.startsWith(start)) || /^[\w-]+:(\s|$)/.test(first))
    return 'a YAML document';
  for (const separator of [',', ';', '\t']) {
    const [columns, ...others] = lines
      .slice(0, Math.max(2, lines.length - 1))
      .map((line) => line.split(separator).length);
    if (columns !== undefined && columns > 1 && others.length > 0 && others.every((one) => one === columns))
      return 'a CSV table';
  }
  return 'plain text';
}

/** What JSON that is no scenario seems to be; null if it may be meant as one. */
export function recogniseJson(value: unknown, fields: readonly string[]): string | null {
  if (Array.isArray(value)) return 'a JSON list';
  if (!isObject(value)) return 'a single JSON value';
  if (isWorksExport(value) || isRunOutput(value)) return null;
  const has = (...names: readonly string[]) => names.every((name) => Object.hasOwn(value, name));
  if (isObject(value['log']) && Object.hasOwn(value['log'], 'entries')) return 'a HAR recording';
  if (has('openapi') || has('swagger')) return 'an OpenAPI description';
  if (has('name') && ['dependencies', 'devDependencies', 'scripts'].some((name) => has(name))) return 'a package.json';
  if (has('info', 'item')) return 'a Postman collection';
  const names = Object.keys(value).slice(0, MAX_NAMES);
  const isOurs = names.length === 0 || names.some((name) => closestName(name, fields) !== undefined);
  return isOurs ? null : 'JSON of another program';
}

/** Names looked at: a document may have a million. */
const MAX_NAMES = 100;

/** Whether a JSON value is what Works exports. */
export function isWorksExport(value: unknown): boolean {
  return isObject(value) && value['spillway'] === 'works';
}

/** Whether a JSON value is what the command line prints of a run. */
export function isRunOutput(value: unknown): value is { readonly scenario?: unknown } {
  if (!isObject(value) || !Array.isArray(value['lanes'])) return false;
  const [first] = value['lanes'] as readonly unknown[];
  return isObject(value['scenario']) || (isObject(first) && isObject(first['summary']));
}
