import { describe, expect, it } from 'vitest';
import { formatSignificant } from '../../sim/index.ts';
import { amountText, boundText, levelText } from './levelText.ts';

describe('an amount', () => {
  const tokens = ['token', 'tokens'] as const;
  const entries = ['entry', 'entries'] as const;
  const ahead = ['second ahead', 'seconds ahead'] as const;

  it('says what became of it, by the side on which the limiter refuses', () => {
    expect(amountText(4.6, tokens, 'floor', false)).toBe('4.6 tokens left');
    expect(amountText(1, tokens, 'floor', false)).toBe('1 token left');
    expect(amountText(6, entries, 'ceiling', false)).toBe('6 entries used');
    expect(amountText(-1.2, tokens, 'floor', false)).toBe('1.2 tokens owed');
    expect(amountText(0, tokens, 'floor', false)).toBe('0 tokens left');
    expect(amountText(-0.0001, tokens, 'floor', false)).toBe('0 tokens left');
  });

  it('leaves units as they are that say it themselves', () => {
    expect(amountText(2.5, ahead, 'ceiling', false)).toBe('2.5 seconds ahead');
    expect(amountText(-0.5, ahead, 'ceiling', false)).toBe('0.5 seconds behind');
    expect(amountText(3, ['stored', 'stored'], 'floor', false)).toBe('3 stored');
  });

  it('has three significant digits, or all where a request is selected', () => {
    expect(amountText(4.5678, tokens, 'floor', false)).toBe('4.57 tokens left');
    expect(amountText(4.5678, tokens, 'floor', true)).toBe('4.568 tokens left');
    expect(amountText(12_345.678, tokens, 'floor', false)).toBe('12,346 tokens left');
  });

  it('of a selected request is not written as 0 where that would deny what it explains', () => {
    const closed = ['second until it opens', 'seconds until it opens'] as const;
    expect(amountText(0.000_4, closed, 'ceiling', true)).toBe('0.0004 seconds until it opens');
    expect(amountText(-0.000_004, tokens, 'floor', true)).toBe('0.000004 tokens owed');
    expect(amountText(1e-9, tokens, 'floor', true)).toBe('0 tokens left');
  });

  it('tells times within a window of a millisecond apart', () => {
    for (const full of [true, false]) {
      expect(amountText(0.000_8, ahead, 'ceiling', full)).toBe('0.0008 seconds ahead');
      expect(amountText(-0.000_333_333, ahead, 'ceiling', full)).toBe('0.000333 seconds behind');
      expect(amountText(0.001, ahead, 'ceiling', full)).toBe('0.001 seconds ahead');
    }
    expect(amountText(0.004_267, tokens, 'floor', true)).toBe('0.004267 tokens left');
    expect(amountText(0.004_267, tokens, 'floor', false)).toBe('0.004 tokens left');
  });
});

it('three significant digits never cut a whole number', () => {
  const written = [0, 1, 10, 999.5, 16.6667, 0.12345, 0.00049, 1_234_567, -2.345].map(formatSignificant);
  expect(written).toEqual(['0', '1', '10', '1,000', '16.7', '0.123', '0', '1,234,567', '−2.35']);
});

it('a bound is the most there may be, unless the level is above it', () => {
  const of = { full: 10, unit: ['permit', 'permits'] } as const;
  expect(boundText(10, of)).toBe('of at most 10 permits');
  expect(boundText(10 + 1e-9, of)).toBe('of at most 10 permits');
  expect(boundText(16, of)).toBe('above the limit of 10 permits');
  expect(boundText(2, { ...of, full: 1 })).toBe('above the limit of 1 permit');
});

describe('a level', () => {
  const gauge = { unit: ['token', 'tokens'], wall: 'floor', second: null } as const;

  it('that a store holds says since when, unless it was just read', () => {
    const stored = { level: 3, second: null, storedAt: 9.95e6 };
    expect(levelText(gauge, stored, 14e6)).toBe('3 tokens left at 9.950 s');
    expect(levelText(gauge, stored, 9.95e6)).toBe('3 tokens left');
    expect(levelText(gauge, { ...stored, level: null, storedAt: null }, 14e6)).toBe('–');
  });

  it('comes with its second quantity', () => {
    const shown = { level: 3, second: 2.5, storedAt: null };
    const two = { ...gauge, second: { name: 'the quota', unit: ['token', 'tokens'], full: null } } as const;
    expect(levelText(two, shown, 0)).toBe('3 tokens left, 2.5 in the quota');
    const other = {
      ...gauge,
      second: { name: 'seconds', unit: ['s to nextFree', 's to nextFree'], full: null },
    } as const;
    expect(levelText(other, shown, 0)).toBe('3 tokens left, 2.5 s to nextFree');
  });
});
