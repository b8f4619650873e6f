/** Packing and unpacking of recordings. */
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf, packRecording, RecordingProblem, unpackRecording } from './recordingData.ts';
import { columnsFrom, arbitraryColumns } from './testing.ts';

const some = columnsFrom([
  { at: 0, client: 'a' },
  { at: 0, client: 'b', cost: 5 },
  { at: 2, client: 'a', bad: true },
]);

/** Whatever is no recording is refused in words, and nothing else is thrown. */
function refused(data: string): string {
  try {
    unpackRecording(data);
  } catch (error) {
    if (error instanceof RecordingProblem) return error.message;
    throw error;
  }
  return 'unpacked';
}

/** The text of any content, with its digest. @param hex its bytes */
function textOf(hex: string): string {
  const content = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  const header = Buffer.alloc(21);
  header[0] = 1;
  createHash('sha256').update(content).digest().copy(header, 1, 0, 16);
  header.writeUInt32LE(content.length, 17);
  return Buffer.concat([header, deflateRawSync(content)]).toString('base64url');
}

describe('a packed recording', () => {
  it('unpacks to the same columns', () => {
    fc.assert(
      fc.property(arbitraryColumns(), (columns) => {
        expect(unpackRecording(packRecording(columns))).toEqual(columns);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('has the digest of its content, which any change of a request changes', () => {
    const data = packRecording(some);
    // Three requests; units of 2 s; with costs; times, clients, costs and labels.
    const content = Buffer.from('03 80897a 01 000001 000100 020a03'.replaceAll(' ', ''), 'hex');
    expect(digestOf(data)).toBe(createHash('sha256').update(content).digest('hex').slice(0, 32));
    const others = [
      { ...some, at: Float64Array.of(0, 0, 3_000_000) },
      { ...some, client: Uint32Array.of(0, 1, 1) },
      { ...some, costAndBad: Uint32Array.of(1, 5, 1) },
      { ...some, names: ['a', 'b'] },
    ];
    const digests = [some, ...others].map((columns) => digestOf(packRecording(columns)));
    expect(new Set(digests).size).toBe(5);
  });

  it('is refused when a character is changed, dropped or added, at any place', () => {
    const data = packRecording(some);
    for (let place = 0; place < data.length; place++) {
      const other = data[place] === 'A' ? 'B' : 'A';
      const changed = data.slice(0, place) + other + data.slice(place + 1);
      // The last character may hold bits that no byte takes.
      if (place < data.length - 1) expect(refused(changed)).not.toBe('unpacked');
      expect(refused(data.slice(0, place))).not.toBe('unpacked');
    }
    expect(refused(`${data}!`)).toBe(`damaged: character ${data.length + 1} does not occur in a recording`);
    expect(refused('')).toBe('empty or cut off');
    expect(refused(`B${data.slice(1)}`)).toBe('of another kind, or packed by a newer Spillway');
  });

  it('does not unpack to more than its header says, nor a header to more than it can hold', () => {
    const bomb = packRecording({
      at: new Float64Array(1_000_000),
      client: new Uint32Array(1_000_000),
      costAndBad: new Uint32Array(1_000_000).fill(1),
    });
    const bytes = Buffer.from(bomb, 'base64url');
    bytes.writeUInt32LE(100, 17);
    expect(refused(bytes.toString('base64url'))).toMatch('does not match its digest');
    bytes.writeUInt32LE(4_000_000_000, 17);
    expect(refused(bytes.toString('base64url'))).toMatch('more than 20,000,000 requests');
  });

  it.each([
    ['03 01 00 000000 000100', 'unpacked'], // three requests in units of 1 µs, of two clients
    ['03 01 00 000000 000200', 'damaged: its clients are out of order'],
    ['03 01 00 000000 000100 07', 'damaged: it goes on after its last column'],
    ['03 01 00 000000 00', 'damaged: the bytes end within a number'],
    ['01 ffffffffffffff7f 00 00 00', 'damaged: a number is too large'],
    ['01 01 01 00 00 00', 'damaged: a cost is out of bounds'],
    ['01 01 02 00 00 5b5d', 'damaged: its names are not those of its clients'], // []
    ['00 01 00', 'a recording of 0 requests; it may have 1 to 20,000,000'],
  ])('is refused for what it says, though its digest is right: %s', (hex, message) => {
    expect(refused(textOf(hex))).toBe(message);
  });

  it('is not made of columns that break the rules', () => {
    const broken = [
      { ...some, at: Float64Array.of(0, 2, 1) },
      { ...some, at: Float64Array.of(0, 0, 2_592_000_000_001) },
      { ...some, at: Float64Array.of(-1, 0, 0) },
      { ...some, at: Float64Array.of(0, 0, NaN) },
      { ...some, client: Uint32Array.of(1, 0, 0) },
      { ...some, client: Uint32Array.of(0, 1) },
      { ...some, costAndBad: Uint32Array.of(0, 1, 1) },
      { ...some, names: ['a'] },
      { at: new Float64Array(0), client: new Uint32Array(0), costAndBad: new Uint32Array(0) },
    ];
    for (const columns of broken) expect(() => packRecording(columns)).toThrow(RangeError);
  });
});
