/**
 * Makes a scenario of access logs:
 *
 *   npm run --silent import -- LOG… [--format combined|ndjson|csv|envoy|alb|cloudfront|cloudflare|har|k6|vegeta|hey|
 *                                        decisions|haproxy|squid|s3|logfmt|lines]
 *                              [--time F] [--dates day|month] [--key F[,F]] [--cost F] [--bad EXPR]
 *                              [--reading even|start|random] [--from T] [--to T]
 *
 * Only the scenario goes to stdout. Lines that are skipped are counted and named on stderr, with what the log leaves
 * unknown; if nothing can be used, the exit code is 1.
 */
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import {
  counted,
  DATE_ORDERS,
  defaultKey,
  formatById,
  FORMAT_IDS,
  grouped,
  histogramOf,
  LogChoiceError,
  LogError,
  parseBadExpression,
  parseTime,
  readLog,
  recordingOf,
  type LogRecording,
  type LogSource,
  type LogTable,
  type ReadOptions,
  type RecordingChoice,
} from '../logs/index.ts';
import { loadDeflate, packRecording, READINGS, type Reading } from '../sim/index.ts';
import { command, oneOf, type Values } from './command.ts';
import { nameOf, readUtf8, unreadable } from './files.ts';
import { say, write } from './output.ts';
import { optionError, UsageError, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent import -- LOG... [--format ${FORMAT_IDS.join('|')}]
                                  [--time F] [--dates ${DATE_ORDERS.join('|')}] [--key F[,F]] [--cost F]
                                  [--bad EXPR] [--reading ${READINGS.join('|')}] [--from T] [--to T]

  LOG        an access log, plain or gzip; several of one format are merged by time; - is standard input
  --format   guessed if left out
  --time     the field with the time
  --dates    which number is first in dates with slashes: as the first lines show if left out
  --key      the fields that tell clients apart: address, else user (if left out), address/24, path:2, header:NAME
  --cost     the field with the permits that a request takes: 1 if left out
  --bad      what counts as bad: FIELD=VALUE[,VALUE...] with * as wildcard, joined by or; key=@FILE for a list
  --reading  where within a stamp's interval requests come: spread evenly if left out
  --from     only requests at or after T; a scenario holds at most 30 days
  --to       only requests before T
  F          time address address/24 address/64 user method path path:N status agent bytes header:NAME,
             or a column or JSON path of the file
  T          2026-01-05, 2026-01-05T10:00:00Z, or a time as the log writes it; UTC unless it names a zone
`;

/** What an option that names fields may be. */
const FIELDS = {
  time: 'a field with times, such as time',
  key: 'a field, such as address, or several with commas between',
  cost: '1, or a field with numbers, such as bytes',
} as const;

const CHUNK_BYTES = 1_048_576;

const OPTIONS = {
  format: { type: 'string' },
  time: { type: 'string' },
  dates: { type: 'string' },
  key: { type: 'string' },
  cost: { type: 'string' },
  bad: { type: 'string', default: '' },
  reading: { type: 'string', default: 'even' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const;
type Given = Values<typeof OPTIONS>;

async function main(values: Given, positionals: readonly string[]): Promise<number> {
  if (positionals.length === 0) throw new UsageError('No log given.');
  const reading = oneOf('--reading', values.reading, READINGS);
  checkFieldNames(values);
  const span = spanOf(values);
  try {
    const keys = values.key?.split(',').map((name) => name.trim()) ?? null;
    const terms = parseBadExpression(values.bad);
    const named = [keys ?? [], values.cost ?? [], terms.map(({ field }) => field)].flat();
    const table = await readLog(positionals.map(sourceOf), readOptions(values, named));
    const choice: RecordingChoice = {
      key: keys ?? defaultKey(table),
      cost: values.cost ?? null,
      bad: values.bad,
      keyLists: await readKeyLists(terms.flatMap(({ file }) => file ?? [])),
      ...(span === null ? {} : { span }),
    };
    const recording = recordIn(table, choice);
    await loadDeflate();
    await write(`${JSON.stringify(documentOf(positionals.map(shortNameOf), recording, reading))}\n`);
    say(...report(table, recording, choice.key));
    return 0;
  } catch (error) {
    if (error instanceof LogChoiceError) throw new UserError(`--${error.choice} ${error.rest}`);
    if (error instanceof LogError) throw new UserError(error.message);
    throw error;
  }
}

/** @throws {UserError} which option names no field */
function checkFieldNames(values: Given): void {
  for (const option of ['time', 'key', 'cost'] as const)
    if (values[option]?.split(',').some((name) => name.trim() === '') === true)
      throw optionError(`--${option}`, values[option], `It may be ${FIELDS[option]}.`);
}

/** @param named the fields that are used: those that are columns of the file are kept */
function readOptions({ format, time, dates }: Given, named: readonly string[]): ReadOptions {
  const id = format === undefined ? undefined : oneOf('--format', format, FORMAT_IDS);
  const dateOrder = dates === undefined ? undefined : oneOf('--dates', dates, DATE_ORDERS);
  return {
    ...(id === undefined ? {} : { format: id }),
    mapping: { ...(time === undefined ? {} : { time }), dateOrder },
    keep: named.filter((name) => name !== '1' && name !== 'key'),
  };
}

/** The span that is asked for, open at an end that is not given; null for all of the log. */
function spanOf({ from, to }: Given) {
  if (from === undefined && to === undefined) return null;
  const span = { from: secondsOf('from', from) ?? -Infinity, to: secondsOf('to', to) ?? Infinity };
  if (span.from >= span.to) throw optionError('--to', to ?? '', `It must be after --from, ${from}.`);
  return span;
}

/** Unix seconds. */
function secondsOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = parseTime(text);
  if (seconds === null)
    throw optionError(
      `--${option}`,
      text,
      'It may be a time like 2026-01-05, 2026-01-05T10:00:00Z, 05/Jan/2026:10:00:00 +0000 or 1767607200.',
    );
  return seconds;
}

/** A log that is too long for a scenario says from when to when it is, so that a span of it can be chosen. */
function recordIn(table: LogTable, choice: RecordingChoice): LogRecording {
  try {
    return recordingOf(table, choice);
  } catch (error) {
    if (!(error instanceof LogError && error.kind === 'needs-span')) throw error;
    const { from, to } = histogramOf(table, 1);
    throw new UserError(
      `${error.message} The requests of the log are from ${timeText(from)} to ${timeText(to)}: choose with --from and --to.`,
    );
  }
}

const timeText = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000', '');

/** A name without its folder. */
const shortNameOf = (source: string): string => basename(nameOf(source));

/** @throws {UserError} if there is no such file */
function sourceOf(source: string): LogSource {
  const chunks = Readable.from(chunksOf(source), { highWaterMark: 1 });
  // Node's own type of a web stream is not the one of browsers.
  const stream = Readable.toWeb(chunks) as unknown as ReadableStream<Uint8Array>;
  return { name: shortNameOf(source), size: source === '-' ? null : sizeOf(source), stream };
}

function sizeOf(source: string): number {
  try {
    return statSync(source).size;
  } catch (error) {
    throw unreadable(source, error);
  }
}

/** @throws {UserError} where it cannot be read */
async function* chunksOf(source: string): AsyncGenerator<Uint8Array> {
  const bytes = source === '-' ? process.stdin : createReadStream(source, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of bytes) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(source, error);
  }
}

/** The lists that `key=@FILE` names: a key on each line. */
async function readKeyLists(files: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const lists = new Map<string, readonly string[]>();
  for (const file of files) {
    lists.set(
      file,
      (await readUtf8(file)).split(/\r?\n/).filter((line) => line !== ''),
    );
  }
  return lists;
}

function documentOf(names: readonly string[], recording: LogRecording, reading: Reading): object {
  const { columns, start, resolution, duration } = recording;
  const name = names.join(', ').slice(0, 200);
  return {
    version: 1,
    title: name,
    duration,
    epoch: start,
    policy: { n: 10, T: 10 },
    traffic: [{ kind: 'recording', name, start, resolution, reading, data: packRecording(columns) }],
    lanes: [{ limiter: 'token-bucket' }],
  };
}

/** What was read, skipped and found, and what the scenario holds, a sentence a line. */
function report(
  table: LogTable,
  { clients, columns, duration, findings }: LogRecording,
  key: readonly string[],
): readonly string[] {
  const { files, badLines, rows, lines, format, mapping } = table;
  const where = formatById(format).isDocument ? '' : ` in ${counted(lines, 'line')}`;
  const client = key.length === 0 ? '' : ` and the client in ${key.map((name) => columnOf(name, table)).join(' and ')}`;
  const { time, timeIs, duration: took, durationUnit } = mapping;
  const isLess = timeIs === 'end' && took !== null;
  const less = isLess ? `, less ${took} in ${durationUnit}${client === '' ? '' : ','}` : '';
  return [
    `${files.join(', ')}: ${counted(rows, 'request')}${where}, read as ${format} with the time in ${time}${less}${client}.`,
    ...(badLines.count === 0
      ? []
      : [`${counted(badLines.count, 'line')} ${badLines.count === 1 ? 'is' : 'are'} skipped:`]),
    ...badLines.first.map(({ file, line, reason }) => `  ${file}, line ${grouped(line)}: ${reason}.`),
    ...findings.map(({ sentence }) => sentence),
    ...findings.flatMap(({ configuration = [] }) => configuration.map(({ server, line }) => `  ${server}: ${line}`)),
    `The scenario has ${counted(columns.at.length, 'request')} by ${counted(clients, 'client')} in ${counted(duration, 'second')}.`,
  ];
}

/** The column of the file that a field was guessed to be, such as the user's. */
function columnOf(field: string, { mapping: { fields } }: LogTable): string {
  return new Map<string, string | null>(Object.entries(fields)).get(field) ?? field;
}

await command({ usage: USAGE, options: OPTIONS, run: main });
