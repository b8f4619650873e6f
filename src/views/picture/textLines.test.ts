import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOfText } from '../charts/textMetrics.ts';
import { textLines } from './textLines.ts';

describe('lines of a text', () => {
  it('break at spaces, and end with … where there is more', () => {
    expect(textLines('one two three', 60, 12, 9)).toEqual(['one two', 'three']);
    expect(textLines('one two three four five', 60, 12, 2)).toEqual(['one two', 'three fo…']);
    expect(textLines('one two three', 1_000, 12, 1)).toEqual(['one two three']);
  });

  it('do not break between a number and its unit', () => {
    expect(textLines('it lasts for 10 s', 85, 12, 9)).toEqual(['it lasts for', '10 s']);
    expect(textLines('it lasts for 10 sheep', 85, 12, 9)).toEqual(['it lasts for 10', 'sheep']);
  });

  it('are none for a text without any words', () => {
    expect(textLines(' \n\u0000\t ', 100, 12, 3)).toEqual([]);
  });

  it('break within a word that is wider than a line, and lose none of it', () => {
    const word = 'https://example.org/'.repeat(40);
    const lines = textLines(word, 200, 12, 1_000);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('')).toBe(word);
  });

  it('have as much of a long name as there is room for', () => {
    expect(textLines(`1 ${'x'.repeat(80)}`, 100, 12, 1)).toEqual(['1 xxxxxxxxxxx…']);
    // A key's is the last of a sentence, and all that tells two of them apart.
    expect(textLines(`of the key ${'k'.repeat(14)}`, 120, 12, 1)).toEqual(['of the key kkkkkk…']);
  });

  it('are without what would turn them', () => {
    expect(textLines('a\u202Eb\u200F c', 100, 12, 1)).toEqual(['ab c']);
  });

  it('fit, are few, and stay well-formed for any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 40, max: 700 }), fc.integer({ min: 1, max: 5 }), (text, width, most) => {
        const lines = textLines(text, width, 12, most);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) {
          expect(line.isWellFormed()).toBe(true);
          expect(line).not.toMatch(/[\n\r\t\0]/);
          expect(widthOfText(line, 12)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 40 },
    );
  });
});
