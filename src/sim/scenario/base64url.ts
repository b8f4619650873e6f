/** Bytes as the 64 characters that a URL's fragment keeps as they are; no padding. (RFC 4648, section 5.) */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NONE = 255;

const valueOf = new Uint8Array(128).fill(NONE);
for (let i = 0; i < LETTERS.length; i++) valueOf[LETTERS.charCodeAt(i)] = i;

export function base64urlFromBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const three = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += letter(three >> 18) + letter(three >> 12);
    if (b !== undefined) text += letter(three >> 6);
    if (c !== undefined) text += letter(three);
  }
  return text;
}

function letter(bits: number): string {
  return LETTERS.charAt(bits & 63);
}

/**
 * The bytes of a text of those 64 characters. Bits that are left over at its end, as a cut leaves them, are dropped.
 * @returns the index of the first other character, where there is one
 */
export function bytesFromBase64url(text: string): Uint8Array | number {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const value = valueOf[text.charCodeAt(i)] ?? NONE;
    if (value === NONE) return i;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = held >> bits;
    }
  }
  return bytes;
}
