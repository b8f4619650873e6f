import { describe, expect, it } from 'vitest';
import type { Densities, LaneFairness } from '../../sim/index.ts';
import {
  isComparable,
  keyRowCells,
  jainText,
  jainExplanation,
  ratioText,
  otherKeysText,
  splitKey,
  keyStripText,
  wrongDecisionTexts,
} from './fairnessText.ts';

describe("Jain's index", () => {
  it.each([
    [1, '1.000'],
    [0.5064, '0.506'],
    [1 / 3, '0.333'],
    // Nearly even is not even.
    [0.99999, '0.999'],
    [0.9994, '0.999'],
    [null, '–'],
  ])('of %s is %s', (index, text) => expect(jainText(index)).toBe(text));

  it('is explained with its range for a number of keys', () => {
    expect(jainExplanation(8)).toBe(
      'Jain’s index of what was admitted: 1 means equal shares for all 8 keys, 0.125 means one key gets everything.',
    );
    expect(jainExplanation(48_095)).toMatch(/all 48,095 keys, close to 0 means one key gets everything\.$/);
  });
});

const answers = (requests: number, denied: number, delayed = 0) => ({
  requests,
  admitted: requests - denied,
  delayed,
  denied,
});
const standing = (keys: number, labelled: LaneFairness['byLabel'] = null): LaneFairness => ({
  keys,
  jain: null,
  byLabel: labelled,
});

describe('labels', () => {
  it('give the errors of each group', () => {
    expect(wrongDecisionTexts({ good: answers(1_200, 3), bad: answers(80, 40) })).toEqual(['3 of 1,200', '40 of 80']);
    expect(wrongDecisionTexts({ good: answers(0, 0), bad: answers(5, 5) })).toEqual(['–', '0 of 5']);
    expect(ratioText(0, 0)).toBe('–');
  });

  it('or several keys make a comparison possible', () => {
    expect(isComparable([standing(1), standing(1)])).toBe(false);
    expect(isComparable([standing(1), standing(2)])).toBe(true);
    expect(isComparable([standing(1, { good: answers(1, 0), bad: answers(0, 0) })])).toBe(true);
    expect(isComparable([])).toBe(false);
  });
});

/** Bins of half a second, starting at 6 s. */
const strip = (admitted: readonly number[], delayed: readonly number[], denied: readonly number[]): Densities => ({
  from: 6_000_000,
  span: 500_000,
  admitted: Uint32Array.from(admitted),
  delayed: Uint32Array.from(delayed),
  denied: Uint32Array.from(denied),
});

describe('a strip in words', () => {
  it.each([
    [
      'says how many, and from when to when they were denied',
      strip([3, 0, 1, 0], [0, 0, 0, 0], [0, 2, 1, 0]),
      false,
      '6 s to 8 s: 4 admitted, 3 denied, from about 6.500 s to 7.500 s.',
    ],
    [
      'counts the delayed as admitted',
      strip([3, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]),
      true,
      '6 s to 8 s: 5 admitted, 2 of them delayed, 1 denied, at about 7.750 s.',
    ],
    [
      'has no times of denials where there are none',
      strip([3, 0], [0, 0], [0, 0]),
      false,
      '6 s to 7 s: 3 admitted, none denied.',
    ],
    ['says when there is nothing', strip([0, 0], [0, 0], [0, 0]), true, '6 s to 7 s: no requests.'],
  ])('%s', (_, of, canDelay, words) => {
    const to = 6_000_000 + of.denied.length * 500_000;
    expect(keyStripText(of, canDelay, { from: 6_000_000, to })).toBe(words);
  });

  it('says no more than what is drawn, where bins reach beyond it', () => {
    const range = { from: 6_200_000, to: 7_000_000 };
    expect(keyStripText(strip([0, 1, 0], [0, 0, 0], [1, 0, 2]), false, range)).toBe(
      '6.2 s to 7 s: 1 admitted, 3 denied, from about 6.200 s to 7.000 s.',
    );
  });
});

it('a row has only the figures that apply to its lane', () => {
  const texts = (canDelay: boolean) => keyRowCells(answers(1_500, 300, 20), canDelay).map(({ text }) => text);
  expect(texts(true)).toEqual(['1,500', '1,200', '20', '300']);
  expect(texts(false)).toEqual(['1,500', '1,200', '300']);
});

it('a truncated key keeps its end, and omitted keys are counted', () => {
  expect(splitKey('customer-1234')).toEqual(['custome', 'r-1234']);
  expect(splitKey('user-1')).toEqual(['', 'user-1']);
  expect(splitKey('a')).toEqual(['', 'a']);
  expect([otherKeysText(1), otherKeysText(2_980)]).toEqual(['1 other', '2,980 others']);
});
