import { describe, expect, it } from 'vitest';
import { fnv1aHex } from './fnv.ts';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('fnv1a', () => {
  // From the test suite of the FNV authors (test_fnv.c, fnv1a_32), also in RFC 9923.
  it.each([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['b', 'e70c2de5'],
    ['foo', 'a9f37ed7'],
    ['foobar', 'bf9cf968'],
    ['chongo was here!\n', 'd49930d5'],
  ])('hashes %j to %s', (text, hash) => {
    expect(fnv1aHex(ascii(text))).toBe(hash);
  });

  it('pads to eight digits', () => {
    // Found by trying short strings: the first whose hash begins with a zero digit.
    const short = Array.from({ length: 256 }, (_, byte) => fnv1aHex(Uint8Array.of(byte)));
    expect(short.every((hash) => /^[0-9a-f]{8}$/.test(hash))).toBe(true);
    expect(short.some((hash) => hash.startsWith('0'))).toBe(true);
  });

  it('takes the bytes of doubles in little-endian order, and only those in view', () => {
    const doubles = Float64Array.of(7, 1, 7);
    const one = Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf0, 0x3f);
    expect(fnv1aHex(doubles.subarray(1, 2))).toBe(fnv1aHex(one));
  });

  it('tells zeros apart', () => {
    expect(fnv1aHex(Float64Array.of(0))).not.toBe(fnv1aHex(Float64Array.of(-0)));
  });
});
