/** Recognises compressed and binary files by their first bytes, and unpacks gzip of any number of members. */
import { Gunzip } from 'fflate';
import { LogError } from './logError.ts';

/** Compressed files that are not unpacked here, by their first bytes. */
const PACKED = [
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'is compressed with zstd', unpack: 'zstd -d' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'is a zip archive', unpack: 'unzip' },
  { bytes: [0x42, 0x5a, 0x68], what: 'is compressed with bzip2', unpack: 'bunzip2' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'is compressed with xz', unpack: 'unxz' },
  { bytes: [0x04, 0x22, 0x4d, 0x18], what: 'is compressed with lz4', unpack: 'lz4 -d' },
] as const;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const GZIP = [0x1f, 0x8b];
/** How many of a file's first bytes tell whether it is gzip. */
export const GZIP_BYTES = GZIP.length;

export const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, GZIP);

/**
 * Looks at the first bytes of a file, unpacked.
 * @throws {LogError} if they are not those of a text in UTF-8
 */
export function checkText(name: string, bytes: Uint8Array): void {
  const packed = PACKED.find((one) => startsWith(bytes, one.bytes));
  if (packed !== undefined)
    throw new LogError(
      'unreadable',
      `${name} ${packed.what}. Plain text and gzip are read: unpack it with ${packed.unpack}.`,
    );
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]))
    throw new LogError('unreadable', `${name} is text in UTF-16. Logs are read as UTF-8: save it as UTF-8.`);
  if (bytes.includes(0))
    throw new LogError('unreadable', `${name} is binary, not text. An access log is text with one request a line.`);
}

/** Unpacks chunk by chunk. */
export class Unpacker {
  readonly #name: string;
  readonly #gunzip: Gunzip;
  #out: Uint8Array[] = [];
  /** Bytes of the current member, unpacked: the file's last four bytes say how many the last one has. */
  #size = 0;
  #lastBytes = new Uint8Array(4);

  constructor(name: string) {
    this.#name = name;
    this.#gunzip = new Gunzip((chunk) => {
      this.#out.push(chunk);
      this.#size += chunk.length;
    });
    this.#gunzip.onmember = () => {
      this.#size = 0;
    };
  }

  /**
   * The bytes that this chunk unpacks to.
   * @throws {LogError} if the data is damaged
   */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const last = new Uint8Array([...this.#lastBytes, ...chunk.subarray(-4)]);
    this.#lastBytes = last.slice(-4);
    try {
      this.#gunzip.push(chunk, false);
    } catch (error) {
      throw new LogError(
        'unreadable',
        `${this.#name} is damaged: its gzip data cannot be unpacked (${(error as Error).message}). Copy it again.`,
      );
    }
    return this.#taken();
  }

  /** @throws {LogError} if the data ends in the middle */
  finish(): readonly Uint8Array[] {
    const expected = new DataView(this.#lastBytes.buffer).getUint32(0, true);
    try {
      this.#gunzip.push(new Uint8Array(0), true);
    } catch {
      throw this.#cutOff();
    }
    if (this.#size % 2 ** 32 !== expected) throw this.#cutOff();
    return this.#taken();
  }

  #taken(): readonly Uint8Array[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #cutOff(): LogError {
    const sentence = `${this.#name} is cut off: its gzip data ends in the middle. Copy it again, or unpack what there is with gzip -dc.`;
    return new LogError('unreadable', sentence);
  }
}
