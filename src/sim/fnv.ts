/**
 * The 32-bit FNV-1a hash: fingerprints of numeric results, to compare runs on different engines bit by bit, and of keys.
 *
 * Source: Fowler, Noll, Vo; draft-eastlake-fnv (RFC 9923), offset basis 2166136261 and prime 16777619.
 */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The hash of the bytes that `view` covers, as 8 lower-case hexadecimal digits.
 *
 * Bytes are read in memory order, so elements of more than one byte hash as on a little-endian machine, which every
 * machine that runs a browser today is. NaN may have different bits in different engines: do not hash it.
 */
export function fnv1aHex(view: ArrayBufferView): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let hash = BASIS;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The hash of a string's UTF-16 code units, as a whole number below 2^32. */
export function fnv1aOfString(text: string): number {
  let hash = BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash >>> 0;
}
