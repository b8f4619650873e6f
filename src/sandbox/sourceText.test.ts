import { describe, expect, it } from 'vitest';
import { maskNonCode, offsetOf, positionOf } from './sourceText.ts';

describe('maskNonCode', () => {
  it.each([
    ['a // for\nb /* c\n */ d', 'a       \nb     \n    d'],
    [`x = 'it\\'s' + "a\\"b" + c`, `x =         +        + c`],
    ['`a ${b + `in ${c} side`} for` + d', '   ${b +     ${c}      }      + d'],
    ['`{` + { a: `}` }', '    + { a:     }'],
    ['x = /fo[/]r/g; y = a / b / c', 'x =          ; y = a / b / c'],
    ['return /while/.test(z)', 'return        .test(z)'],
    ["'open\nwhile", '     \nwhile'],
    ['/* open', '       '],
    ['`open ${a', '      ${a'],
  ])('%s', (code, text) => {
    expect(maskNonCode(code)).toBe(text);
  });

  it('copes with a million characters', () => {
    for (const piece of ['/', '`', '${', '/*', '"', '}', '\\', 'a'])
      expect(maskNonCode(piece.repeat(1_000_000 / piece.length))).toHaveLength(1_000_000);
  });
});

describe('positions', () => {
  const code = 'a\né😀b\n\nc';

  it('are counted by the machine in characters and by an editor in UTF-16 units', () => {
    expect(offsetOf(code, { line: 2, column: 3 })).toBe(5);
    expect(positionOf(code, 5)).toEqual({ line: 2, column: 4 });
  });

  it('survive a round trip, without characters of two units', () => {
    const plain = 'first\n\n  third';
    for (let offset = 0; offset <= plain.length; offset++)
      expect(offsetOf(plain, positionOf(plain, offset))).toBe(offset);
  });

  it('are bounded by their line and by the text', () => {
    expect(offsetOf(code, { line: 1, column: 99 })).toBe(1);
    expect(offsetOf(code, { line: 5, column: 1 })).toBe(-1);
    expect(offsetOf(code, { line: NaN, column: NaN })).toBe(0);
  });
});
