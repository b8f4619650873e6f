/** One file of a log: unpacked if it is gzip, its format found out by its beginning, its lines handed to that format. */
import { checkText, GZIP_BYTES, isGzip, Unpacker } from './decompress.ts';
import { grouped } from './finding.ts';
import type { LogHead, LogReader } from './formats/format.ts';
import { LineSplitter, MAX_LINE_BYTES } from './lines.ts';
import { EmptyFile, LogError } from './logError.ts';

/** The bytes by which a format is recognised. */
const HEAD_BYTES = 65_536;
const HEAD_LINES = 100;
/** As many bytes of a line count for having enough lines: of a few long ones, no format can be told. */
const COUNTED_BYTES = HEAD_BYTES / 16;
/** Lines are waited for up to here. */
const MAX_FIRST_BYTES = 16 * MAX_LINE_BYTES;
const MAX_DOCUMENT_BYTES = 256 * 1_048_576;

/** A file whose format is known. */
export interface OpenedFile {
  readonly reader: LogReader;
  readonly isDocument: boolean;
  readonly badLine: (line: number, reason: string) => void;
}

interface EarlyLine {
  readonly bytes: Uint8Array;
  readonly isTooLong: boolean;
}

/** One file: its packing is found out by the first bytes, its format by the first lines. */
export class FileReading {
  lines = 0;
  hasEnough = false;
  readonly #name: string;
  readonly #open: (head: LogHead) => OpenedFile;
  readonly #isDocument: (head: LogHead) => boolean;
  readonly #maxLines: number;
  readonly #splitter = new LineSplitter((bytes, start, end, isTooLong) => this.#line(bytes, start, end, isTooLong));
  /** Null for a file that is not packed; undefined until that is known. */
  #unpacker: Unpacker | null | undefined;
  /** The first bytes, as long as they are too few to tell. */
  #first: Uint8Array = new Uint8Array();
  /** Chunks before the format is known, or of a document. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** The lines before the format is known, of a file that begins with long ones. */
  #early: EarlyLine[] | null = null;
  #opened: OpenedFile | null = null;

  /** @param isDocument whether it is a document and not lines, by its beginning */
  constructor(
    name: string,
    open: (head: LogHead) => OpenedFile,
    isDocument: (head: LogHead) => boolean,
    maxLines: number,
  ) {
    this.#name = name;
    this.#open = open;
    this.#isDocument = isDocument;
    this.#maxLines = maxLines;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#unpacker !== undefined) {
      this.#unpack(chunk);
      return;
    }
    this.#first = joined([this.#first, chunk], this.#first.length + chunk.length);
    if (this.#first.length >= GZIP_BYTES) this.#tellPacking();
  }

  finish(): void {
    if (this.#unpacker === undefined && this.#first.length > 0) this.#tellPacking();
    if (this.#unpacker && !this.hasEnough) for (const unpacked of this.#unpacker.finish()) this.#text(unpacked);
    if (this.#early !== null) {
      this.#splitter.finish();
      this.#openByEarlyLines(this.#early);
    }
    const { reader, isDocument } = this.#opened ?? this.#begin();
    if (isDocument) {
      const whole = joined(this.#held, this.#heldBytes);
      this.lines = 1;
      reader.line(whole, 0, whole.length, 1);
    } else this.#splitter.finish();
    reader.finish?.();
  }

  /** Finds out, by the first bytes, whether the file is packed. */
  #tellPacking(): void {
    this.#unpacker = isGzip(this.#first) ? new Unpacker(this.#name) : null;
    this.#unpack(this.#first);
  }

  #unpack(chunk: Uint8Array): void {
    if (!this.#unpacker) this.#text(chunk);
    else for (const unpacked of this.#unpacker.push(chunk)) this.#text(unpacked);
  }

  #text(chunk: Uint8Array): void {
    if (this.#opened?.isDocument === false) {
      this.#splitter.push(chunk);
      return;
    }
    this.#heldBytes += chunk.length;
    if (this.#early !== null) {
      this.#readEarly(chunk, this.#early);
      return;
    }
    this.#held.push(chunk);
    if (this.#heldBytes > MAX_DOCUMENT_BYTES)
      throw new LogError('unreadable', `${this.#name} is a document of more than 256 MB. Save a shorter session.`);
    if (this.#opened !== null || this.#heldBytes < HEAD_BYTES) return;
    const bytes = joined(this.#held, this.#heldBytes);
    const head = bytes.subarray(0, HEAD_BYTES);
    if (hasLongLine(head) && !this.#isDocument(headOf(head, false))) {
      checkText(this.#name, head);
      // What is said if no format is found.
      this.#held = [bytes.slice(0, 100)];
      this.#early = [];
      this.#readEarly(withoutByteOrderMark(bytes), this.#early);
    } else this.#begin();
  }

  #readEarly(chunk: Uint8Array, early: readonly EarlyLine[]): void {
    this.#splitter.push(chunk);
    const bytes = usableOf(early).reduce((sum, line) => sum + Math.min(line.length, COUNTED_BYTES), 0);
    if (bytes >= HEAD_BYTES || this.#heldBytes > MAX_FIRST_BYTES) this.#openByEarlyLines(early);
  }

  #openByEarlyLines(early: readonly EarlyLine[]): void {
    const decoder = new TextDecoder();
    const usable = usableOf(early);
    const lines = (usable.length === 0 ? this.#held : usable).map((bytes) => decoder.decode(bytes));
    const first = firstOf(lines);
    if (first.length === 0) throw new EmptyFile(this.#name, 'is empty');
    this.#opened = { ...this.#open({ text: lines.join('\n'), lines: first }), isDocument: false };
    this.#early = null;
    for (const { bytes, isTooLong } of early) this.#line(bytes, 0, bytes.length, isTooLong);
  }

  #begin(): OpenedFile {
    const bytes = withoutByteOrderMark(joined(this.#held, this.#heldBytes));
    const head = bytes.subarray(0, HEAD_BYTES);
    checkText(this.#name, head);
    if (head.every((byte) => byte <= 0x20)) throw new EmptyFile(this.#name, 'is empty');
    const opened = this.#open(headOf(head, bytes.length < HEAD_BYTES));
    this.#opened = opened;
    this.#held = opened.isDocument ? [bytes] : [];
    this.#heldBytes = opened.isDocument ? bytes.length : 0;
    if (!opened.isDocument) this.#splitter.push(bytes);
    return opened;
  }

  #line(bytes: Uint8Array, start: number, end: number, isTooLong: boolean): void {
    if (this.#early !== null) {
      this.#early.push({ bytes: bytes.slice(start, end), isTooLong });
      return;
    }
    if (this.hasEnough) return;
    const number = ++this.lines;
    if (number >= this.#maxLines) this.hasEnough = true;
    const { reader, badLine } = this.#opened as OpenedFile;
    if (isTooLong) badLine(number, `it is longer than ${grouped(MAX_LINE_BYTES)} bytes`);
    else if (start < end) reader.line(bytes, start, end, number);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** Whether half of it or more is one line that has not ended. */
function hasLongLine(head: Uint8Array): boolean {
  return head.lastIndexOf(0x0a) < HEAD_BYTES / 2;
}

function usableOf(lines: readonly EarlyLine[]): Uint8Array[] {
  return lines.filter(({ isTooLong }) => !isTooLong).map(({ bytes }) => bytes);
}

function headOf(bytes: Uint8Array, isWhole: boolean): LogHead {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r?\n/);
  if (!isWhole && lines.length > 1) lines.pop();
  return { text, lines: firstOf(lines) };
}

function firstOf(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '').slice(0, HEAD_LINES);
}
