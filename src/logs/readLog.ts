/** Reads access logs, one or several of the same format, as streams of bytes into a table. */
import { checkText, isGzip, Unpacker } from './decompress.ts';
import { counted, durationText, grouped, type Finding } from './finding.ts';
import { formatById, guessFormat } from './formats/index.ts';
import type { LogFormat, LogHead, LogReader, ReadChoices, ReadContext } from './formats/format.ts';
import { summarySentence } from './formats/summaries.ts';
import { LineSplitter, MAX_LINE_BYTES } from './lines.ts';
import { LogError } from './logError.ts';
import type { BadLine, FormatId, LogTable, Mapping } from './logTable.ts';
import { stampFindings } from './stampFindings.ts';
import { StampReader } from './stamps.ts';
import { TableBuilder } from './tableBuilder.ts';

/** Lines that are read; a larger log is cut first. */
export const MAX_LINES = 5_000_000;
/** No access log has longer lines throughout: a larger file has more lines than that, and need not be read to know it. */
const MAX_MEAN_LINE_BYTES = 2_048;
/** The bytes by which a format is recognised. */
const HEAD_BYTES = 65_536;
const HEAD_LINES = 100;
const MAX_DOCUMENT_BYTES = 256 * 1_048_576;
const MAX_BAD_LINES_TOLD = 10;
/** A line's time this much before the line's before it is a clock that was set back, microseconds. */
const CLOCK_BACK = 30 * 60 * 1_000_000;

export interface LogSource {
  /** The file's name, for sentences. */
  readonly name: string;
  /** Bytes, as stored; null if unknown. */
  readonly size: number | null;
  readonly stream: ReadableStream<Uint8Array>;
}

export interface ReadOptions extends ReadChoices {
  /** Guessed if absent. */
  readonly format?: FormatId;
  /** Stops after so many lines of each file: enough to show its first rows. */
  readonly firstLines?: number;
}

export interface ReadProgress {
  /** Bytes read of all files, as stored, and how many there are; null if unknown. */
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly lines: number;
}

export interface ReadHooks {
  /** Called after each chunk. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Stops the reading, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Reads logs to their end, one after another into one table; memory holds a chunk and the columns.
 * @throws {LogError} if nothing of them can be used
 */
export async function readLog(
  sources: readonly LogSource[],
  options: ReadOptions = {},
  hooks: ReadHooks = {},
): Promise<LogTable> {
  const reading = new Reading(sources, options, hooks);
  for (const source of sources) await reading.read(source);
  return reading.finish();
}

class Reading {
  readonly #sources: readonly LogSource[];
  readonly #options: ReadOptions;
  readonly #hooks: ReadHooks;
  readonly #table = new TableBuilder();
  readonly #stamps = new StampReader();
  readonly #findings: Finding[] = [];
  readonly #badLines: BadLine[] = [];
  readonly #totalBytes: number | null;
  /** Rows before each file. */
  readonly #fileStarts: number[] = [];
  #badCount = 0;
  #lines = 0;
  #bytes = 0;
  #format: LogFormat | null = null;
  #mapping: Mapping | null = null;
  #otherColumns = new Set<string>();

  constructor(sources: readonly LogSource[], options: ReadOptions, hooks: ReadHooks) {
    this.#sources = sources;
    this.#options = options;
    this.#hooks = hooks;
    const sizes = sources.map(({ size }) => size);
    this.#totalBytes = sizes.some((size) => size === null) ? null : sizes.reduce<number>((sum, size) => sum + size!, 0);
    for (const { name, size } of sources)
      if (size !== null && size > MAX_LINES * MAX_MEAN_LINE_BYTES) throw tooLong(name);
  }

  async read(source: LogSource): Promise<void> {
    this.#fileStarts.push(this.#table.rows);
    const file = new FileReading(
      source.name,
      (head) => this.#open(source.name, head),
      this.#options.firstLines ?? Infinity,
    );
    const reader = source.stream.getReader();
    const linesBefore = this.#lines;
    try {
      for (;;) {
        this.#hooks.signal?.throwIfAborted();
        const { done, value } = await reader.read();
        if (done) break;
        this.#bytes += value.length;
        file.push(value);
        this.#lines = linesBefore + file.lines;
        if (this.#lines > MAX_LINES) throw tooLong(source.name);
        this.#table.dropSingular();
        this.#hooks.onProgress?.({ bytes: this.#bytes, totalBytes: this.#totalBytes, lines: this.#lines });
        if (file.hasEnough) break;
      }
      file.finish();
      this.#lines = linesBefore + file.lines;
    } finally {
      // Tells the source that no more is wanted; it matters only where we stop early.
      await reader.cancel().catch(() => undefined);
    }
  }

  finish(): LogTable {
    const { rows, stamps, durations, columns, dropped } = this.#table.finish();
    const names = this.#sources.map(({ name }) => name);
    if (rows === 0) throw this.#nothingUsable(names);
    const mapping = this.#mapping as Mapping;
    const stampResolution = this.#stamps.resolution(rows);
    return {
      files: names,
      format: (this.#format as LogFormat).id,
      mapping,
      rows,
      lines: this.#lines,
      badLines: { count: this.#badCount, first: this.#badLines },
      stamps,
      durations,
      resolution: stampResolution,
      columns,
      otherColumns: [...new Set([...this.#otherColumns, ...dropped])].filter((name) => !columns.has(name)),
      findings: [
        ...this.#findings,
        ...stampFindings(this.#stamps),
        ...orderFindings(stamps, this.#fileStarts),
        ...dropped.map((name): Finding => ({
          kind: 'field-dropped',
          sentence: `${name} differs in most requests and is not kept. To use it, read the file again with it.`,
        })),
      ],
    };
  }

  /** Chooses the format by the first file; the others must have it, too. */
  #open(name: string, head: LogHead): OpenedFile {
    const asked = this.#options.format ?? this.#format?.id;
    const guessed = guessFormat(head);
    if (this.#options.format === undefined) {
      const summary =
        guessed === null || guessed.id === 'csv' || guessed.id === 'ndjson' ? summarySentence(head) : null;
      if (summary !== null) throw new LogError('unreadable', `${name} ${summary}`);
      if (guessed === null) throw unknownFormat(name, head);
      if (this.#format !== null && guessed.id !== this.#format.id)
        throw new LogError(
          'unreadable',
          `${name} is ${guessed.name}, and the files before it are ${this.#format.name}. Bring files of one format together.`,
        );
    }
    const format = asked === undefined ? (guessed as LogFormat) : formatById(asked);
    const badLine = (line: number, reason: string): void => this.#noteBadLine({ file: name, line, reason });
    const finding = (one: Finding): void => {
      if (!this.#findings.some(({ kind }) => kind === one.kind)) this.#findings.push(one);
    };
    const context: ReadContext = { table: this.#table, stamps: this.#stamps, choices: this.#options, badLine, finding };
    const reader = format.open(head, context);
    this.#format = format;
    this.#mapping ??= reader.mapping;
    const end = reader.finish;
    const withOthers = {
      ...reader,
      finish: () => {
        end?.();
        for (const column of reader.otherColumns()) this.#otherColumns.add(column);
      },
    };
    return { reader: withOthers, isDocument: format.isDocument === true, badLine };
  }

  #noteBadLine(line: BadLine): void {
    this.#badCount++;
    if (this.#badLines.length < MAX_BAD_LINES_TOLD) this.#badLines.push(line);
  }

  #nothingUsable(names: readonly string[]): LogError {
    const what = names.join(', ');
    const [first] = this.#badLines;
    if (first === undefined) return new LogError('unreadable', `${what} has no requests in it.`);
    const name = (this.#format as LogFormat).name;
    return new LogError(
      'unreadable',
      `Nothing in ${what} can be used as ${name}: of ${counted(this.#badCount, 'line')} the first, line ${grouped(first.line)}, is skipped because ${first.reason}. Choose another format, or another column for the time.`,
    );
  }
}

/** A file whose format is known. */
interface OpenedFile {
  readonly reader: LogReader;
  readonly isDocument: boolean;
  readonly badLine: (line: number, reason: string) => void;
}

/** One file: its packing is found out by the first bytes, its format by the first lines. */
class FileReading {
  lines = 0;
  hasEnough = false;
  readonly #name: string;
  readonly #open: (head: LogHead) => OpenedFile;
  readonly #maxLines: number;
  readonly #splitter = new LineSplitter((bytes, start, end, tooLong) => this.#line(bytes, start, end, tooLong));
  #unpacker: Unpacker | null | undefined;
  /** Chunks before the format is known, or of a document. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #opened: OpenedFile | null = null;

  constructor(name: string, open: (head: LogHead) => OpenedFile, maxLines: number) {
    this.#name = name;
    this.#open = open;
    this.#maxLines = maxLines;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#unpacker ??= isGzip(chunk) ? new Unpacker(this.#name) : null;
    if (this.#unpacker === null) this.#text(chunk);
    else for (const unpacked of this.#unpacker.push(chunk)) this.#text(unpacked);
  }

  finish(): void {
    if (this.#unpacker && !this.hasEnough) for (const unpacked of this.#unpacker.finish()) this.#text(unpacked);
    const { reader, isDocument } = this.#opened ?? this.#begin();
    if (isDocument) {
      const whole = joined(this.#held, this.#heldBytes);
      this.lines = 1;
      reader.line(whole, 0, whole.length, 1);
    } else this.#splitter.finish();
    reader.finish?.();
  }

  #text(chunk: Uint8Array): void {
    if (this.#opened?.isDocument === false) {
      this.#splitter.push(chunk);
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > MAX_DOCUMENT_BYTES)
      throw new LogError('unreadable', `${this.#name} is a document of more than 256 MB. Save a shorter session.`);
    if (this.#opened === null && this.#heldBytes >= HEAD_BYTES) this.#begin();
  }

  #begin(): OpenedFile {
    const bytes = withoutByteOrderMark(joined(this.#held, this.#heldBytes));
    const head = bytes.subarray(0, HEAD_BYTES);
    checkText(this.#name, head);
    if (head.every((byte) => byte <= 0x20)) throw new LogError('unreadable', `${this.#name} is empty.`);
    const opened = this.#open(headOf(head, bytes.length < HEAD_BYTES));
    this.#opened = opened;
    this.#held = opened.isDocument ? [bytes] : [];
    this.#heldBytes = opened.isDocument ? bytes.length : 0;
    if (!opened.isDocument) this.#splitter.push(bytes);
    return opened;
  }

  #line(bytes: Uint8Array, start: number, end: number, tooLong: boolean): void {
    if (this.hasEnough) return;
    const number = ++this.lines;
    if (number >= this.#maxLines) this.hasEnough = true;
    const { reader, badLine } = this.#opened as OpenedFile;
    if (tooLong) badLine(number, `it is longer than ${grouped(MAX_LINE_BYTES)} bytes`);
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

function headOf(bytes: Uint8Array, isWhole: boolean): LogHead {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r?\n/);
  if (!isWhole && lines.length > 1) lines.pop();
  return { text, lines: lines.filter((line) => line.trim() !== '').slice(0, HEAD_LINES) };
}

function unknownFormat(name: string, { lines }: LogHead): LogError {
  return new LogError(
    'unreadable',
    `The format of ${name} is not known; it begins with ${JSON.stringify((lines[0] ?? '').slice(0, 60))}. Known are the combined format of nginx and Apache, JSON lines and CSV with a time in them, and the logs of Envoy, AWS, Cloudflare, HAR, k6, vegeta and hey.`,
  );
}

function tooLong(name: string): LogError {
  return new LogError(
    'unreadable',
    `${name} has more than ${grouped(MAX_LINES)} lines, which is more than the page can hold. Cut out a busy part, as with head -n ${MAX_LINES}, or with grep and an hour.`,
  );
}

/** What the order of the lines tells: clocks that were set back, files that overlap, lines in another order. */
function orderFindings(stamps: Float64Array, fileStarts: readonly number[]): Finding[] {
  let earlier = 0;
  let jumps = 0;
  let largest = 0;
  const starts = new Set(fileStarts);
  for (let row = 1; row < stamps.length; row++) {
    const back = (stamps[row - 1] as number) - (stamps[row] as number);
    if (back <= 0 || starts.has(row)) continue;
    earlier++;
    if (back < CLOCK_BACK) continue;
    jumps++;
    largest = Math.max(largest, back);
  }
  const findings: Finding[] = [];
  if (fileStarts.length > 1)
    findings.push({ kind: 'merged', sentence: `${fileStarts.length} files are merged by time.` });
  if (jumps > 0)
    findings.push({
      kind: 'clock-back',
      sentence: `The clock goes back ${counted(jumps, 'time')}, by up to ${durationText(largest)}, as it does with daylight saving or where files of several servers were joined. Requests are sorted by their stamps, so those of such hours overlap.`,
    });
  if (earlier > jumps)
    findings.push({
      kind: 'order',
      sentence: `${counted(earlier - jumps, 'line')} ${earlier - jumps === 1 ? 'is' : 'are'} stamped earlier than the line before. Requests are sorted by time.`,
    });
  return findings;
}
