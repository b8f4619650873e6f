/**
 * A recording's columns as text, for `data` in a scenario's file, and back. The text is base64url of: the version 1; 16
 * bytes of digest; the number of content bytes (4, the lowest first); the content, deflated. The content is, as LEB128
 * numbers: the count of requests; the unit of time, µs; 1 if there are costs or labels, plus 2 if there are names; then by
 * column each request's time since the one before, in units; its client; and, if there are any, 2 · cost + (1 if bad).
 * Names end it, as a JSON list.
 */
import { deflate } from '../deflate.ts';
import { base64urlFromBytes, bytesFromBase64url } from '../scenario/base64url.ts';
import { MAX_KEY_LENGTH, MAX_KEYS } from '../scenario/entryFields.ts';
import { MAX_SECONDS } from '../scenario/policy.ts';
import { formatExactNumber } from '../scenario/problem.ts';
import { sha256 } from '../sha256.ts';
import { SECOND } from '../time.ts';
import { costAndBadOf, costOf, isBad, MAX_RECORDED_COST, type RecordingColumns } from './recordingColumns.ts';
import { ByteReader, ByteWriter } from './varints.ts';

/** As many requests as a run with one lane decides at most. */
export const MAX_RECORDED_REQUESTS = 20_000_000;

const VERSION = 1;
const DIGEST_BYTES = 16;
const HEADER_BYTES = 1 + DIGEST_BYTES + 4;
/** What the columns take in memory; packed, a request takes less. */
const MAX_CONTENT_BYTES = 16 * MAX_RECORDED_REQUESTS;
/** Deflate expands a byte to at most this many. */
const MAX_EXPANSION = 1_032;

const HAS_COSTS = 1;
const HAS_NAMES = 2;

/** Text that is no recording: what it is, as it follows "data is". */
export class RecordingProblem extends Error {
  override readonly name = 'RecordingProblem';
  /** What may stand there, as it follows "It may be". */
  static readonly expected = 'text in which Spillway packed the requests of a log';
}

/**
 * The columns as text. The same columns give the same digest for ever, though not the same text.
 * @throws {RangeError} for columns that are not as `RecordingColumns` says, or more than a recording holds
 */
export function packRecording(columns: RecordingColumns): string {
  const content = contentOf(columns);
  // `mem` is explicit because fflate would derive it from a logarithm, whose last bit differs between engines.
  const deflated = deflate().deflateSync(content, { level: 6, mem: 8 });
  const bytes = new Uint8Array(HEADER_BYTES + deflated.length);
  bytes[0] = VERSION;
  bytes.set(digestBytes(content), 1);
  new DataView(bytes.buffer).setUint32(1 + DIGEST_BYTES, content.length, true);
  bytes.set(deflated, HEADER_BYTES);
  return base64urlFromBytes(bytes);
}

/**
 * The columns of a text, checked to the last byte.
 * @throws {RecordingProblem} if it holds none
 */
export function unpackRecording(data: string): RecordingColumns {
  const { bytes, length } = headerOf(data);
  const content = inflated(bytes, length);
  const found = digestBytes(content);
  if (content.length !== length || found.some((byte, index) => byte !== bytes[1 + index]))
    throw new RecordingProblem('damaged or cut off: its content does not match its digest');
  try {
    return columnsOf(new ByteReader(content));
  } catch (error) {
    throw error instanceof RangeError ? new RecordingProblem(`damaged: ${error.message}`) : error;
  }
}

/**
 * The digest of a recording: the first 128 bits of its content's SHA-256 as 32 hexadecimal digits. Reads the text's
 * beginning only; that its content matches is checked by `unpackRecording`.
 * @throws {RecordingProblem} if the text does not begin as a recording's
 */
export function digestOf(data: string): string {
  const { bytes } = headerOf(data.slice(0, HEADER_CHARACTERS));
  return Array.from(bytes.subarray(1, 1 + DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Characters that hold the header: four for three bytes. */
const HEADER_CHARACTERS = (HEADER_BYTES * 4) / 3;

function headerOf(data: string): { readonly bytes: Uint8Array; readonly length: number } {
  const bytes = bytesFromBase64url(data);
  if (typeof bytes === 'number')
    throw new RecordingProblem(`damaged: character ${formatExactNumber(bytes + 1)} does not occur in a recording`);
  if (bytes.length < HEADER_BYTES) throw new RecordingProblem('empty or cut off');
  if (bytes[0] !== VERSION) throw new RecordingProblem('of another kind, or packed by a newer Spillway');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1 + DIGEST_BYTES, true);
  return { bytes, length };
}

function inflated(bytes: Uint8Array, length: number): Uint8Array {
  const { inflateSync } = deflate();
  const deflated = bytes.subarray(HEADER_BYTES);
  if (length > MAX_CONTENT_BYTES || length > MAX_EXPANSION * deflated.length)
    throw new RecordingProblem(`damaged, or has more than ${formatExactNumber(MAX_RECORDED_REQUESTS)} requests`);
  try {
    // The given buffer never grows, so that a bomb fills no more memory than its header says.
    return inflateSync(deflated, { out: new Uint8Array(length) });
  } catch {
    throw new RecordingProblem('damaged or cut off: it cannot be unpacked');
  }
}

function digestBytes(content: Uint8Array): Uint8Array {
  return sha256(content).subarray(0, DIGEST_BYTES);
}

function contentOf({ at, client, costAndBad, names }: RecordingColumns): Uint8Array {
  const count = at.length;
  if (count < 1 || count > MAX_RECORDED_REQUESTS)
    throw new RangeError(`a recording has 1 to ${MAX_RECORDED_REQUESTS} requests, not ${count}`);
  if (client.length !== count || costAndBad.length !== count) throw new RangeError('columns differ in length');
  const unit = commonUnit(at);
  const hasCosts = costAndBad.some((one) => one !== 1);
  const writer = new ByteWriter(5 * count + 64);
  writer.number(count);
  writer.number(unit);
  writer.number((hasCosts ? HAS_COSTS : 0) + (names === undefined ? 0 : HAS_NAMES));
  let before = 0;
  for (const instant of at) {
    if (!(instant >= before && instant <= MAX_SECONDS * SECOND))
      throw new RangeError(`instants are sorted, from 0 to ${MAX_SECONDS} s, unlike ${instant} µs after ${before} µs`);
    writer.number((instant - before) / unit);
    before = instant;
  }
  let clients = 0;
  for (const number of client) {
    if (number > clients || number >= MAX_KEYS) throw new RangeError(`client ${number} is not the next: ${clients}`);
    if (number === clients) clients++;
    writer.number(number);
  }
  if (hasCosts) {
    for (const one of costAndBad) {
      if (costOf(one) === 0) throw new RangeError('a request costs at least one permit');
      writer.number(2 * costOf(one) + (isBad(one) ? 1 : 0));
    }
  }
  if (names !== undefined) {
    if (names.length !== clients) throw new RangeError(`${names.length} names for ${clients} clients`);
    writer.bytes(deflate().strToU8(JSON.stringify(names)));
  }
  return writer.written();
}

/** The greatest unit of which all instants are multiples: logs are stamped in seconds or milliseconds. */
function commonUnit(at: Float64Array): number {
  let unit = 0;
  for (const instant of at) {
    let rest = instant;
    while (rest > 0) [unit, rest] = [rest, unit % rest];
    if (unit === 1) break;
  }
  return Math.max(1, unit);
}

function columnsOf(reader: ByteReader): RecordingColumns {
  const count = reader.number();
  if (count < 1 || count > MAX_RECORDED_REQUESTS || count > reader.left)
    throw new RecordingProblem(
      `a recording of ${formatExactNumber(count)} requests; it may have 1 to ${formatExactNumber(MAX_RECORDED_REQUESTS)}`,
    );
  const unit = reader.number();
  const parts = reader.number();
  const at = new Float64Array(count);
  const client = new Uint32Array(count);
  const costAndBad = new Uint32Array(count);
  let instant = 0;
  for (let i = 0; i < count; i++) at[i] = instant += reader.number() * unit;
  if (!(instant <= MAX_SECONDS * SECOND)) throw new RecordingProblem('longer than 30 days');
  let clients = 0;
  for (let i = 0; i < count; i++) {
    const number = reader.number();
    if (number > clients || number >= MAX_KEYS) throw new RecordingProblem('damaged: its clients are out of order');
    if (number === clients) clients++;
    client[i] = number;
  }
  if ((parts & HAS_COSTS) === 0) costAndBad.fill(1);
  else {
    for (let i = 0; i < count; i++) {
      const packed = reader.number();
      const cost = Math.floor(packed / 2);
      if (cost < 1 || cost > MAX_RECORDED_COST) throw new RecordingProblem('damaged: a cost is out of bounds');
      costAndBad[i] = costAndBadOf(cost, packed % 2 === 1);
    }
  }
  if ((parts & HAS_NAMES) === 0) {
    if (reader.left > 0) throw new RecordingProblem('damaged: it goes on after its last column');
    return { at, client, costAndBad };
  }
  return { at, client, costAndBad, names: namesIn(reader.rest(), clients) };
}

function namesIn(bytes: Uint8Array, clients: number): readonly string[] {
  let names: unknown;
  try {
    names = JSON.parse(deflate().strFromU8(bytes));
  } catch {
    names = null;
  }
  const valid =
    Array.isArray(names) &&
    names.length === clients &&
    names.every((name) => typeof name === 'string' && name.length >= 1 && name.length <= MAX_KEY_LENGTH);
  if (!valid) throw new RecordingProblem('damaged: its names are not those of its clients');
  return names as readonly string[];
}
