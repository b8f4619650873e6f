/** Fingerprints of numeric results, to compare runs on different engines bit by bit. */

/**
 * The 32-bit FNV-1a hash of the bytes that `view` covers, as 8 lower-case hexadecimal digits.
 *
 * The bytes are taken as they lie in memory, so results of more than one byte an element are those of a little-endian
 * machine, which every machine that runs a browser today is. A NaN may have different bits in different engines: leave
 * NaN out of what is hashed.
 *
 * Source: Fowler, Noll, Vo; draft-eastlake-fnv (RFC 9923), offset basis 2166136261 and prime 16777619.
 */
export function fnv1a(view: ArrayBufferView): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
