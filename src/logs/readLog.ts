/** Reads access logs, one or several of the same format, as streams of bytes into a table. */
import { durationFindings } from './durations.ts';
import { FileReading, type OpenedFile } from './fileReading.ts';
import { counted, grouped, type Finding } from './finding.ts';
import { formatById, guessFormat } from './formats/index.ts';
import type { LogFormat, LogHead, LogReader, ReadChoices, ReadContext } from './formats/format.ts';
import { timelessSentence } from './formats/requestLines.ts';
import { summarySentence } from './formats/summaries.ts';
import { EmptyFile, LogError } from './logError.ts';
import type { BadLine, FormatId, LogTable, Mapping } from './logTable.ts';
import { mergedFindings, mergedMapping, resolutionsOf, unitFindings, type FileStamps } from './mergedFiles.ts';
import { rowFindings } from './rowFindings.ts';
import { orderFindings, stampFindings } from './stampFindings.ts';
import { StampReader } from './stamps.ts';
import { TableBuilder } from './tableBuilder.ts';
import { wrappingOf, type Wrapping } from './wrapped.ts';

/** Lines that are read; a larger log is cut first. */
const MAX_LINES = 5_000_000;
/** No access log has longer lines throughout: a larger file has more lines than that, and need not be read to know it. */
const MAX_MEAN_LINE_BYTES = 2_048;
const MAX_BAD_LINES_TOLD = 10;

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
  readonly #findings: Finding[] = [];
  readonly #badLines: BadLine[] = [];
  readonly #totalBytes: number | null;
  readonly #files: FileStamps[] = [];
  readonly #readers: LogReader[] = [];
  readonly #empty: EmptyFile[] = [];
  #badCount = 0;
  #lines = 0;
  #bytes = 0;
  #format: LogFormat | null = null;
  #mapping: Mapping | null = null;

  constructor(sources: readonly LogSource[], options: ReadOptions, hooks: ReadHooks) {
    this.#sources = sources;
    this.#options = options;
    this.#hooks = hooks;
    const sizes = sources.map(({ size }) => size);
    this.#totalBytes = sizes.some((size) => size === null) ? null : sizes.reduce<number>((sum, size) => sum + size!, 0);
    for (const { name, size } of sources)
      if (size !== null && size > MAX_LINES * MAX_MEAN_LINE_BYTES) throw tooManyLines(name);
  }

  async read(source: LogSource): Promise<void> {
    try {
      await this.#read(source);
    } catch (error) {
      if (!(error instanceof EmptyFile) || this.#sources.length === 1) throw error;
      this.#empty.push(error);
      this.#files.pop();
    }
  }

  async #read(source: LogSource): Promise<void> {
    const stamps = new StampReader();
    this.#files.push({ name: source.name, start: this.#table.rows, stamps });
    const file = new FileReading(
      source.name,
      (head) => this.#open(source.name, head, stamps),
      (head) => this.#formatOf(head)?.isDocument === true,
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
        if (this.#lines > MAX_LINES) throw tooManyLines(source.name);
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
    const { rows, stamps, durations, mended, columns, dropped } = this.#table.finish();
    if (this.#files.length === 0) throw this.#empty[0]!;
    const names = this.#files.map(({ name }) => name);
    if (rows === 0) throw this.#nothingUsable(names);
    const mapping = this.#mapping as Mapping;
    const format = (this.#format as LogFormat).id;
    const resolutions = resolutionsOf(this.#files, rows);
    return {
      files: names,
      format,
      mapping,
      rows,
      lines: this.#lines,
      badLines: { count: this.#badCount, first: this.#badLines },
      stamps,
      durations,
      // Which file a request is from is not kept, and no stamp may pass for a finer one than it is.
      resolution: Math.max(...resolutions),
      columns,
      otherColumns: [...new Set([...this.#readers.flatMap((reader) => reader.otherColumns()), ...dropped])].filter(
        (name) => !columns.has(name),
      ),
      findings: [
        ...this.#empty.map(({ sentence }): Finding => ({ kind: 'empty-file', sentence })),
        ...this.#findings,
        ...rowFindings({ format, mapping, stamps, columns }),
        ...durationFindings(mapping.timeIs === 'end' ? mapping.duration : null, mended),
        ...stampFindings(new Set(this.#files.flatMap((file) => [...file.stamps.zones]))),
        ...mergedFindings(resolutions),
        ...orderFindings(
          stamps,
          this.#files.map(({ start }) => start),
        ),
        ...dropped.map((name): Finding => ({
          kind: 'field-dropped',
          sentence: `${name} differs in most requests and is not kept. To use it, read the file again with it.`,
        })),
      ],
    };
  }

  /** As the user says, else guessed. */
  #formatOf(head: LogHead): LogFormat | null {
    const { format } = this.#options;
    return format === undefined ? guessFormat(head) : formatById(format);
  }

  /** As the user says, else that of the files before it, which this one must have, too. @throws {LogError} why it has none */
  #commonFormat(name: string, head: LogHead): LogFormat {
    const { format } = this.#options;
    if (format !== undefined) return formatById(format);
    const guessed = guessFormat(head);
    const summary = guessed === null || guessed.id === 'csv' || guessed.id === 'ndjson' ? summarySentence(head) : null;
    if (summary !== null) throw new LogError('unreadable', `${name} ${summary}`);
    if (guessed === null) throw unknownFormat(name, head);
    if (this.#format !== null && guessed.id !== this.#format.id)
      throw new LogError(
        'unreadable',
        `${name} is ${guessed.name}, but the files before it are ${this.#format.name}. Open only files of one format together.`,
      );
    return guessed;
  }

  /** Begins to read a file whose beginning has come. */
  #open(name: string, ownHead: LogHead, stamps: StampReader): OpenedFile {
    const wrapping = wrappingOf(ownHead, this.#options.format);
    const head = wrapping?.head ?? ownHead;
    const format = this.#commonFormat(name, head);
    if (format.isOnlyHeader?.(head) === true) throw new EmptyFile(name, 'has a header and no requests');
    const badLine = (line: number, reason: string): void => this.#noteBadLine({ file: name, line, reason });
    const finding = (one: Finding): void => {
      if (!this.#findings.some(({ kind }) => kind === one.kind)) this.#findings.push(one);
    };
    const choices = { ...this.#options, ...this.#mappingChoice(name, format, head, finding) };
    const reader = format.open(head, { table: this.#table, stamps, choices, badLine, finding });
    this.#format = format;
    this.#mapping = reader.mapping;
    this.#readers.push(reader);
    if (wrapping !== null) finding({ kind: 'wrapped', sentence: wrapping.sentence });
    return {
      reader: wrapping === null ? reader : unwrapping(reader, wrapping),
      isDocument: format.isDocument === true,
      badLine,
    };
  }

  /** A file that is not the first is opened by itself, too: that tells whether it has its columns where the others have. */
  #mappingChoice(
    name: string,
    format: LogFormat,
    head: LogHead,
    finding: ReadContext['finding'],
  ): Pick<ReadChoices, 'mapping'> {
    if (this.#mapping === null) return {};
    const ignore = (): void => undefined;
    const aside: ReadContext = {
      table: new TableBuilder(),
      stamps: new StampReader(),
      choices: this.#options,
      badLine: ignore,
      finding: ignore,
    };
    const own = format.open(head, aside).mapping;
    const mapping = mergedMapping(this.#mapping, own, name);
    unitFindings(mapping, own, name).forEach(finding);
    return { mapping };
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

/** Hands over the lines without what they are wrapped in. */
function unwrapping(reader: LogReader, { unwrapper }: Wrapping): LogReader {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const inner = unwrapper((text, number) => {
    const bytes = encoder.encode(text);
    reader.line(bytes, 0, bytes.length, number);
  });
  return {
    mapping: reader.mapping,
    otherColumns: () => reader.otherColumns(),
    line: (bytes, start, end, number) => inner.line(decoder.decode(bytes.subarray(start, end)), number),
    finish() {
      inner.finish();
      reader.finish?.();
    },
  };
}

function unknownFormat(name: string, head: LogHead): LogError {
  const timeless = timelessSentence(head);
  if (timeless !== null) return new LogError('unreadable', `${name} ${timeless}`);
  const { lines } = head;
  return new LogError(
    'unreadable',
    `${name} is not in a recognised format; it begins with ${JSON.stringify((lines[0] ?? '').slice(0, 60))}. Supported are the combined format of nginx and Apache, JSON lines, logfmt and CSV with a time field, and the logs of Envoy, HAProxy, Squid, AWS, IIS, Cloudflare, web frameworks, HAR, k6, vegeta and hey.`,
  );
}

function tooManyLines(name: string): LogError {
  return new LogError(
    'unreadable',
    `${name} has more than ${grouped(MAX_LINES)} lines, too many to hold. Cut out a busy part, for example with head -n ${MAX_LINES}, or by grepping for one hour.`,
  );
}
