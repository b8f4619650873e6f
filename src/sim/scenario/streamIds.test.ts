import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNASSIGNED_STREAM as NONE } from './entryFields.ts';
import { assignStreams, minimalStreams } from './streamIds.ts';

describe('streams', () => {
  it.each([
    ['none given', [NONE, NONE, NONE], [0, 1, 2]],
    ['one given', [NONE, 0, NONE], [1, 0, 2]],
    ['one given, far away', [NONE, 9, NONE], [0, 9, 1]],
    ['the same given twice, on purpose', [5, 5, NONE], [5, 5, 0]],
    ['no entries', [], []],
  ])('are filled: %s', (...[, given, filled]) => expect(assignStreams(given)).toEqual(filled));

  it.each([
    ['as they would be filled', [0, 1, 2], [NONE, NONE, NONE]],
    ['the first removed', [1, 2], [1, 2]],
    ['the middle one removed', [0, 2], [NONE, 2]],
    ['swapped', [1, 0], [1, NONE]],
    ['one moved to the front', [2, 0, 1], [2, NONE, NONE]],
    ['twice the same', [0, 0], [0, 0]],
  ])('that a document must say: %s', (...[, streams, needed]) => expect(minimalStreams(streams)).toEqual(needed));

  it('come back, whatever they are', () => {
    const stream = fc.oneof(fc.nat(8), fc.integer({ min: 0, max: 4_294_967_295 }));
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 12 }), (streams) => {
        expect(assignStreams(minimalStreams(streams))).toEqual(streams);
      }),
      { seed: 20_260_103, numRuns: 2_000 },
    );
  });

  it('of a thousand entries in the worst order are found in time', () => {
    const streams = Array.from({ length: 1_000 }, (__, index) => 1_000 - index);
    expect(assignStreams(minimalStreams(streams))).toEqual(streams);
  });
});
