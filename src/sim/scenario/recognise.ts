/** What text or JSON that is not ours seems to be, in words that follow "This looks like". Looks at its beginning only. */
import { closestName } from './problem.ts';
import { isObject } from './schema.ts';

/** How much of a file its kind is judged by. */
export const HEAD_BYTES = 4_096;

/** `::1 - - [10/Oct/2000:13:55:36 -0700] "GET /`: Apache's and nginx's common log format. */
const ACCESS_LOG = /^\S+ \S+ \S+ \[\d{2}\/\w{3}\/\d{4}[^\]]*\] "/;
const NGINX = /^\s*(limit_req(_zone)?\s|(http|server|events|upstream\s+\S+|location\s+[^\n{]+)\s*\{)/m;

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
