import { describe, expect, it } from 'vitest';
import { parseNumbers, formatNumbers, formatStrings, collapseIfEqual, parseStrings } from './lists.ts';

describe('a list of numbers', () => {
  it.each([
    ['', []],
    ['0, 0, 1.5', [0, 0, 1.5]],
    ['0 0\n1.5;2', [0, 0, 1.5, 2]],
    [' 3, ', [3]],
    ['1e-6', [0.000001]],
    ['1, x, 2', [1, 'x', 2]],
  ])('%j', (text, list) => expect(parseNumbers(text)).toEqual(list));

  it('reads what it writes', () => {
    const list = [0, 0.000001, 1e-7, 9.95, 2_592_000];
    expect(parseNumbers(formatNumbers(list))).toEqual(list);
  });
});

describe('a list of words', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a, b,a', ['a', 'b', 'a']],
    ['two words, b', ['two words', 'b']],
    ['"a, b", c', ['a, b', 'c']],
    ['a, "say ""hi"""', ['a', 'say "hi"']],
    ['a,,b', ['a', '', 'b']],
    // An unclosed quotation mark, or text after it: nothing is lost.
    ['"a, b', ['"a', 'b']],
    ['"a"x, b', ['"a"x', 'b']],
  ])('%j', (text, list) => expect(parseStrings(text)).toEqual(list));

  it.each([[['a', 'b']], [['a, b', ' c ', '', '"']], [['a']]])('reads what it writes: %j', (list) =>
    expect(parseStrings(formatStrings(list))).toEqual(list),
  );
});

describe('a list of equal items', () => {
  it('collapses to one item', () => {
    expect(collapseIfEqual([1, 1, 1])).toBe(1);
    expect(collapseIfEqual([1, 2])).toEqual([1, 2]);
    expect(collapseIfEqual([])).toEqual([]);
    expect(collapseIfEqual('a')).toBe('a');
  });
});
