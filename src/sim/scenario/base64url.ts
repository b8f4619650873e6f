/** Base64url without padding (RFC 4648, section 5): 64 characters that need no escaping in a URL's fragment. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const INVALID = 255;
const CODES_AT_ONCE = 16_384;

const valueOfCode = new Uint8Array(128).fill(INVALID);
for (let i = 0; i < ALPHABET.length; i++) valueOfCode[ALPHABET.charCodeAt(i)] = i;

const codeOfValue = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));

export function base64urlFromBytes(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let pending = 0;
  let bits = 0;
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    pending = ((pending << 8) | (bytes[i] as number)) & 0x3fff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      codes[length++] = codeOfValue[(pending >> bits) & 63] as number;
    }
  }
  if (bits > 0) codes[length] = codeOfValue[(pending << (6 - bits)) & 63] as number;
  let text = '';
  // A call takes so many arguments in every engine.
  for (let from = 0; from < codes.length; from += CODES_AT_ONCE)
    text += String.fromCharCode(...codes.subarray(from, from + CODES_AT_ONCE));
  return text;
}

/** Whether a UTF-16 code unit is one of the 64 characters. */
export function isBase64url(code: number): boolean {
  return (valueOfCode[code] ?? INVALID) !== INVALID;
}

/**
 * Decodes base64url. Bits left over at the end, as in text that was cut off, are dropped.
 * @returns the bytes, or the index of the first invalid character
 */
export function bytesFromBase64url(text: string): Uint8Array | number {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let pending = 0;
  let bits = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const value = valueOfCode[text.charCodeAt(i)] ?? INVALID;
    if (value === INVALID) return i;
    pending = ((pending << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = pending >> bits;
    }
  }
  return bytes;
}
