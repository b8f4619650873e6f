import { describe, expect, it } from 'vitest';
import { formatCount, pluralize, formatNumber, parseNumber } from './numbers.ts';

describe('count', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [72_000_000, '72,000,000'],
    [-1_200, '−1,200'],
  ])('%d: %s', (value, text) => expect(formatCount(value)).toBe(text));
});

describe('number', () => {
  it.each([
    [7.3, '7.3'],
    [5 / 3, '1.667'],
    [0.1 + 0.2, '0.3'],
    [1_234.5, '1,234.5'],
    [-0.0001, '0'], // never a negative nothing
    [-0.5, '−0.5'],
    [1_000_000.123, '1,000,000.123'],
  ])('%d: %s', (value, text) => expect(formatNumber(value)).toBe(text));
});

describe('counted', () => {
  it.each([
    [0, '0 requests'],
    [1, '1 request'],
    [1_000, '1,000 requests'],
  ])('%d: %s', (value, text) => expect(pluralize(value, 'request')).toBe(text));

  it('knows irregular words', () => expect(pluralize(2, 'entry', 'entries')).toBe('2 entries'));
});

describe('numberFromText', () => {
  it.each([
    ['10', 10],
    [' 10 ', 10],
    ['1,000', 1_000],
    ['1,000,000', 1_000_000],
    ['1 000', 1_000],
    ['1,000.5', 1_000.5],
    ['2.5', 2.5],
    ['2,5', 2.5], // a decimal comma
    ['.5', 0.5],
    ['10.', 10], // on the way to 10.5
    ['1e6', 1_000_000],
    ['-5', -5],
    ['−5', -5],
    ['', undefined],
    ['-', undefined],
    ['.', undefined],
    ['ten', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1,2,3', undefined],
    ['10 20 x', undefined],
  ])('%j: %d', (text, value) => expect(parseNumber(text)).toBe(value));
});
