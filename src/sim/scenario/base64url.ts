/** Base64url without padding (RFC 4648, section 5): 64 characters that need no escaping in a URL's fragment. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const INVALID = 255;

const valueOfCode = new Uint8Array(128).fill(INVALID);
for (let i = 0; i < ALPHABET.length; i++) valueOfCode[ALPHABET.charCodeAt(i)] = i;

export function base64urlFromBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const triple = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += character(triple >> 18) + character(triple >> 12);
    if (b !== undefined) text += character(triple >> 6);
    if (c !== undefined) text += character(triple);
  }
  return text;
}

function character(bits: number): string {
  return ALPHABET.charAt(bits & 63);
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
