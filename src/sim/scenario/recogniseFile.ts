/** What a file that is not ours seems to be, by its first bytes, in words that follow "This looks like". */
import { deflate } from '../deflate.ts';
import { HEAD_BYTES, recogniseText } from './recognise.ts';

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
