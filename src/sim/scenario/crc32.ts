/** The CRC-32 of ISO 3309, zip and PNG (polynomial 0xEDB88320): it detects every error of up to 32 neighbouring bits. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** @returns an unsigned 32-bit number */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ (table[(remainder ^ byte) & 0xff] as number);
  return ~remainder >>> 0;
}
