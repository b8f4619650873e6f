/** What is kept of a value: a path without its query, an address without its port. */
import type { CommonField } from './logTable.ts';

/** `/a/b` of `https://example.org/a/b?c=d#e`, and of a whole request line `GET /a/b HTTP/1.1`. */
function cleanPath(text: string): string {
  const target = /^[A-Z]+ (\S+) HTTP\//.exec(text)?.[1] ?? text;
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const end = path.search(/[?#]/);
  const plain = end < 0 ? path : path.slice(0, end);
  return plain === '' && target !== '' ? '/' : plain;
}

/** The address of `10.0.0.1:4711`, of `[2001:db8::1]:443`, and the first of a list of forwarders. */
export function cleanAddress(text: string): string {
  const first = text.split(',', 1)[0]?.trim() ?? '';
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(first);
  if (bracketed !== null) return bracketed[1] as string;
  const withPort = /^([^:]+):\d+$/.exec(first);
  return withPort === null ? first.replace(/^::ffff:(?=\d+\.)/i, '') : (withPort[1] as string);
}

/** `203.0.113.7`, `2001:db8::1` */
export function isIpAddress(text: string): boolean {
  return (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ||
    (/^[\da-f:.]+(?:%\w+)?$/i.test(text) && (text.includes('::') || text.split(':').length === 8))
  );
}

/** `203.0.113.7`, `2001:db8::1`, `[::1]:443`, `host.example.org`; a single word may be anything. */
export function looksLikeAddress(text: string): boolean {
  const address = cleanAddress(text);
  return (
    isIpAddress(address) ||
    /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*\.?$/i.test(address) ||
    /^(?:localhost$|unix:)/.test(address)
  );
}

/** A number that is not negative, also as dashboards write it, `1,234.5`; NaN for any other text. */
export function numberIn(text: string): number {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return plain.trim() !== '' && Number(plain) >= 0 ? Number(plain) : NaN;
}

/** By field; others are kept as they are. */
export const CLEANED: Partial<Readonly<Record<CommonField, (text: string) => string>>> = {
  path: cleanPath,
  address: cleanAddress,
};
