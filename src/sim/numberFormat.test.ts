import { describe, expect, it } from 'vitest';
import { NEVER } from './time.ts';
import {
  formatAmount,
  formatComparison,
  formatLength,
  formatNumber,
  formatPermits,
  formatSeconds,
  pluralize,
} from './numberFormat.ts';

describe('number', () => {
  it.each([
    [0, '0'],
    [7.3, '7.3'],
    [1200, '1,200'],
    [1_234_567.891, '1,234,567.891'],
    [0.0004, '0'],
    [-0.0004, '0'],
    [-0.25, '−0.25'],
    [2.9996, '3'],
    [100, '100'],
    [-2_147_483_648, '−2,147,483,648'],
    [999.9996, '1,000'],
    [Infinity, 'Infinity'],
    [1e21, '1e+21'],
  ])('says %f as %s', (value, text) => expect(formatNumber(value)).toBe(text));

  it('takes more decimals, or none', () => {
    expect(formatNumber(0.999999, 6)).toBe('0.999999');
    expect(formatNumber(1200.5, 0)).toBe('1,201');
  });
});

describe('compared', () => {
  it.each([
    // left, right, their exact difference in some unit, and how they read
    [7.3, 10, -1, '7.3', '10'],
    [1, 1, 0, '1', '1'],
    [0.9999, 1, -1, '0.9999', '1'],
    [1.33331, 1.33333, -1, '1.33331', '1.33333'],
    [59.9991, 59.9992, -1, '59.9991', '59.9992'],
    [1 - 1e-12, 1, -1, 'just under 1', '1'],
    [1, 1, 1, 'just over 1', '1'],
    // Equal in ticks, though two divisions left two doubles.
    [0.1 + 0.2, 0.3, 0, '0.3', '0.3'],
  ])('says %f beside %f, apart by %i, as they compare', (left, right, difference, one, other) => {
    expect(formatComparison(left, right, difference)).toEqual([one, other, '0']);
  });

  it.each([
    // left, what is right of the sign, the exact difference of the sides, and how they read
    [14.333_333, 2.5, 10, 1, '14.333 ≤ 2.5 + 10'],
    [4, 14.333_333, -10.333_333, 0, '4 ≤ 14.333 + 10.333'],
    // In thousandths both sides would be equal.
    [0.0024, 0.0014, 0.0014, -1, '0.0024 ≤ 0.0014 + 0.0014'],
    [1.0009, 0.334, 0.667, -1, '1.0009 ≤ 0.334 + 0.667'],
    [1, 0.5, 0.5, -1, 'just under 1 ≤ 0.5 + 0.5'],
  ])('says %f beside %f and %f, apart by %i, as they compare', (left, right, offset, difference, text) => {
    const [one, other, size] = formatComparison(left, right, difference, offset);
    expect(`${one} ≤ ${other} + ${size}`).toBe(text);
  });
});

describe('units', () => {
  it('has one and many', () => {
    expect(pluralize(1, 'token')).toBe('1 token');
    expect(pluralize(0.5, 'token')).toBe('0.5 tokens');
    expect(pluralize(0, 'token')).toBe('0 tokens');
    expect(pluralize(2_000, 'entry', 'entries')).toBe('2,000 entries');
    // As it reads, not as it is.
    expect(pluralize(1.0001, 'token')).toBe('1 token');
    expect(formatPermits(1)).toBe('1 permit');
    expect(formatAmount('0.9999', 'token', 'tokens')).toBe('0.9999 tokens');
  });
});

it.each([
  [0, '0 s'],
  [1 / 3, '0.333333 s'],
  [1e-6, '0.000001 s'],
  [2e-7, '0.0000002 s'],
  [-2e-7, '−0.0000002 s'],
])('a length of %f s is %s', (seconds, text) => expect(formatLength(seconds)).toBe(text));

describe('seconds', () => {
  it.each([
    [8_950_000, '8.950 s'],
    [1, '0.000001 s'],
    [0, '0.000 s'],
    [-500_000, '−0.500 s'],
    [NEVER, 'never'],
  ])('says %f µs as %s', (duration, text) => expect(formatSeconds(duration)).toBe(text));
});
