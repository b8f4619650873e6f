import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestChange } from './textChange.ts';

describe('the change between two texts', () => {
  it.each([
    ['', '', null],
    ['send(1)', 'send(1)', null],
    ['send(1)', 'send(2)', { from: 5, to: 6, insert: '2' }],
    ['send(1)', 'send(12)', { from: 6, to: 6, insert: '2' }],
    ['send(12)', 'send(1)', { from: 6, to: 7, insert: '' }],
    // Either of the two a's may be the new one.
    ['a', 'aa', { from: 1, to: 1, insert: 'a' }],
    ['aa', 'a', { from: 1, to: 2, insert: '' }],
    ['', 'ab', { from: 0, to: 0, insert: 'ab' }],
    ['one\ntwo', 'one\nthree', { from: 5, to: 7, insert: 'hree' }],
  ])('%j to %j', (before, after, change) => expect(smallestChange(before, after)).toEqual(change));

  it('turns one into the other, and leaves their common start and end alone', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });
    fc.assert(
      fc.property(text, text, text, text, (head, before, after, tail) => {
        const [from, to] = [head + before + tail, head + after + tail];
        const change = smallestChange(from, to);
        if (change === null) {
          expect(from).toBe(to);
          return;
        }
        expect(from.slice(0, change.from) + change.insert + from.slice(change.to)).toBe(to);
        expect(change.from).toBeGreaterThanOrEqual(head.length);
        expect(change.to - change.from).toBeLessThanOrEqual(before.length);
        expect(change.insert.length).toBeLessThanOrEqual(after.length);
      }),
    );
  });
});
