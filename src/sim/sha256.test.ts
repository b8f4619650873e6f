/** Against Node's own SHA-256, and the examples of FIPS 180. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('SHA-256', () => {
  it('hashes the published examples', () => {
    expect(hex(sha256(Buffer.from('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hex(sha256(Buffer.from('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it('agrees with that of Node, at every length around a block and for any bytes', () => {
    const nodeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    for (let length = 0; length <= 130; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
      expect(hex(sha256(bytes))).toBe(nodeHash(bytes));
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => hex(sha256(bytes)) === nodeHash(bytes)),
      { seed: 14, numRuns: 100 },
    );
  });
});
