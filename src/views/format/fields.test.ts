import { describe, expect, it } from 'vitest';
import { parseDurationField, parseWholeField, stepValue } from './fields.ts';
import { type TimeUnit } from './time.ts';

const n = { name: 'n', min: 1, max: 1_000_000 };
const T = { name: 'T', min: 0.001, max: 2_592_000 };

describe('a whole number', () => {
  it.each([
    ['10', 10],
    ['1,000,000', 1_000_000],
    ['1e3', 1_000],
    ['7.', 7],
  ])('%j: %d', (text, value) => expect(parseWholeField(n, text)).toEqual({ value }));

  it.each([
    ['0', 'n is 0. It may be a whole number from 1 to 1,000,000.'],
    ['-5', 'n is −5. It may be a whole number from 1 to 1,000,000.'],
    ['2.5', 'n is 2.5. It may be a whole number from 1 to 1,000,000.'],
    ['1000001', 'n is 1000001. It may be a whole number from 1 to 1,000,000.'],
    ['', 'n is empty. It may be a whole number from 1 to 1,000,000.'],
    ['many', 'n is “many”. It may be a whole number from 1 to 1,000,000.'],
    [
      'more than anybody could wish for',
      'n is “more than anybody could…”. It may be a whole number from 1 to 1,000,000.',
    ],
  ])('%j: %s', (text, error) => expect(parseWholeField(n, text)).toEqual({ error }));
});

describe('a length of time', () => {
  it.each<[string, TimeUnit, number]>([
    ['10', 's', 10],
    ['0.1', 's', 0.1],
    ['1.5', 'min', 90],
    ['30', 'd', 2_592_000],
    ['1', 'ms', 0.001],
    ['500ms', 's', 0.5], // its own unit wins
    ['2 h', 's', 7_200],
    ['1,000', 'ms', 1],
  ])('%j in %s: %d s', (text, unit, value) => expect(parseDurationField(T, text, unit)).toEqual({ value }));

  it.each<[string, TimeUnit, string]>([
    ['0', 's', 'T is 0 s. It may be from 1 ms to 30 d.'],
    ['31', 'd', 'T is 31 d. It may be from 1 ms to 30 d.'],
    ['31 d', 's', 'T is 31 d. It may be from 1 ms to 30 d.'],
    ['', 's', 'T is empty. It may be from 1 ms to 30 d.'],
    ['soon', 's', 'T is “soon”. It may be from 1 ms to 30 d.'],
    ['10 y', 's', 'T is “10 y”. It may be from 1 ms to 30 d.'],
  ])('%j in %s: %s', (text, unit, error) => expect(parseDurationField(T, text, unit)).toEqual({ error }));
});

describe('a step of a figure', () => {
  it.each([
    [10, 11, 9],
    [10.5, 11, 10],
    [1, 2, 0.9],
    [0.9, 1, 0.8],
    [0.3, 0.4, 0.2],
    [0.1, 0.2, 0.09],
    [0.25, 0.3, 0.2],
    [0.002_777_778, 0.003, 0.002],
  ])('from %d up to %d, down to %d', (figure, up, down) => {
    expect(stepValue(figure, 1)).toBe(up);
    expect(stepValue(figure, -1)).toBe(down);
  });
});
