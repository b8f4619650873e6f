/** JSON to the characters of a link and back: deflate with the dictionary of version 1, then base64url. */
import { deflate } from '../deflate.ts';
import { base64urlFromBytes, bytesFromBase64url } from './base64url.ts';
import { DICTIONARY_1 } from './dictionary1.ts';

/** The maximum JSON size of a link's scenario, in bytes. */
export const MAX_BYTES = 1_000_000;

/** More characters than packed JSON of that size needs: deflate adds 5 bytes per 65,535, base64 turns 3 bytes into 4 characters. */
const MAX_CHARACTERS = 1_340_000;

/**
 * Bytes unpacked at a time. Deflate expands a byte to at most 1,032, so a zip bomb is noticed before it has filled more
 * than about half a megabyte beyond the maximum.
 */
const CHUNK_BYTES = 512;

export const TOO_LARGE = 'This is too large for a link, which holds at most 1 MB. Save it as a file.';

/**
 * Packs a value's JSON; the result is the same in every engine.
 * @throws {RangeError} when the JSON is larger than a link may hold
 */
export function pack(value: unknown): string {
  const { deflateSync, strToU8 } = deflate();
  const bytes = strToU8(JSON.stringify(value));
  if (bytes.length > MAX_BYTES) throw new RangeError(TOO_LARGE);
  // `mem` is explicit because fflate would derive it from a logarithm, whose last bit differs between engines.
  return base64urlFromBytes(deflateSync(bytes, { level: 9, mem: 4, dictionary: strToU8(DICTIONARY_1) }));
}

export type UnpackResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'cut-short' | 'damaged' | 'too-large' }
  | { readonly ok: false; readonly reason: 'letter'; readonly index: number };

/**
 * Unpacks a value, or gives the reason why that fails. Never throws; memory is bounded whatever the text holds.
 * @param mostBytes of JSON; more is `too-large`
 */
export function unpack(text: string, mostBytes = MAX_BYTES): UnpackResult {
  if (text.length > MAX_CHARACTERS) return { ok: false, reason: 'too-large' };
  const packed = bytesFromBase64url(text);
  if (typeof packed === 'number') return { ok: false, reason: 'letter', index: packed };
  if (packed.length === 0) return { ok: false, reason: 'cut-short' };
  const bytes = inflate(packed, mostBytes);
  if (typeof bytes === 'string') return { ok: false, reason: bytes };
  try {
    return { ok: true, value: JSON.parse(deflate().strFromU8(bytes)) };
  } catch {
    return { ok: false, reason: 'damaged' };
  }
}

function inflate(packed: Uint8Array, mostBytes: number): Uint8Array | 'cut-short' | 'damaged' | 'too-large' {
  const { FlateErrorCode, Inflate, strToU8 } = deflate();
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate({ dictionary: strToU8(DICTIONARY_1) }, (part) => {
    size += part.length;
    if (size <= mostBytes) parts.push(part);
  });
  try {
    for (let from = 0; from < packed.length; from += CHUNK_BYTES) {
      stream.push(packed.subarray(from, from + CHUNK_BYTES), from + CHUNK_BYTES >= packed.length);
      if (size > mostBytes) return 'too-large';
    }
  } catch (error) {
    return (error as { code?: unknown }).code === FlateErrorCode.UnexpectedEOF ? 'cut-short' : 'damaged';
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
