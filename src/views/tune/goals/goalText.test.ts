import { expect, it } from 'vitest';
import type { Goal } from '../../../sim/index.ts';
import { foundText, goalFigureText, type Sought } from './goalText.ts';

const goals: readonly Goal[] = [
  { measure: 'clientsRefused', at: 'most', value: 0.001 },
  { measure: 'peakSecond', at: 'most', value: 60 },
];
const sought: Sought = {
  end: 'least',
  parameter: 'n',
  text: String,
  goals,
  T: 10,
  timeAt: () => 10,
  resolution: 0,
  range: 'the values of n from 1 to 1,000',
};
const at = [{ clientsRefused: 0, peakSecond: 52 }];

it('says what was found, what fails beside it, and how much was tried', () => {
  const measured = [{ clientsRefused: 0.025, peakSecond: 51 }];
  expect(foundText(sought, { value: 14, at, before: { value: 13, measured }, tried: 11, exact: true })).toBe(
    'The least n that meets every goal is 14. 13 fails: at most 0.1 % of clients are ever refused (2.5 %). ' +
      '11 of the values of n from 1 to 1,000 were tried, and no other can be better.',
  );
});

it('names a goal that fails under one reading of the log only', () => {
  const measured = [
    { clientsRefused: 0, peakSecond: 50 },
    { clientsRefused: 0.5, peakSecond: 50 },
  ];
  const text = foundText(sought, { value: 14, at, before: { value: 13, measured }, tried: 11, exact: true });
  expect(text).toContain('13 fails: at most 0.1 % of clients are ever refused (50 %).');
});

it('does not claim an optimum that it did not check', () => {
  const text = foundText(sought, { value: 1, at, before: null, tried: 10_000, exact: false });
  expect(text).toBe(
    'The least n that meets every goal is 1. It is the end of the range. ' +
      '10,000 of the values of n from 1 to 1,000 were tried: another may be better.',
  );
});

it('says the nearest where nothing meets the goals', () => {
  const nearest = { value: 900, at: [{ clientsRefused: 0, peakSecond: 90 }] };
  expect(foundText(sought, { value: null, nearest, tried: 2, exact: true })).toBe(
    'None of the values of n from 1 to 1,000 meets every goal. The nearest, 900, fails: peak of all keys ≤ 60 in 1 s (90).',
  );
  expect(foundText(sought, { value: null, nearest: null, tried: 2, exact: true })).toContain('can run none');
});

it('a figure is a range where the readings differ', () => {
  const figures = { clientsRefused: { value: 0.01, min: 0.01, max: 0.04 }, peakSecond: null };
  expect(goalFigureText({ measure: 'clientsRefused', value: 0.1 }, { figures, unidentifiable: ['peakSecond'] })).toBe(
    '1 % to 4 %',
  );
  expect(goalFigureText({ measure: 'peakSecond', value: 60 }, { figures, unidentifiable: [] })).toBe('–');
  expect(
    goalFigureText({ measure: 'clientsRefused', value: 0.1 }, { figures, unidentifiable: ['clientsRefused'] }),
  ).toBe('1 % to 4 %, not identifiable');
});

it('claims no greatest value where only the range ends', () => {
  const text = foundText({ ...sought, end: 'greatest' }, { value: 1_000, at, before: null, tried: 11, exact: true });
  expect(text).toBe(
    'All of the values of n from 1 to 1,000 meet every goal, including the largest that was tried, 1000.',
  );
});

it('says that an answer is not identifiable where the log’s stamps are too coarse for the window', () => {
  const measured = [{ clientsRefused: 0.025, peakSecond: 51 }];
  const text = foundText(
    { ...sought, timeAt: (n) => n / 20, resolution: 1 },
    { value: 14, at, before: { value: 13, measured }, tried: 11, exact: true },
  );
  expect(text).toContain('A window or burst of 700 ms is not identifiable from this log.');
  expect(text).not.toContain('no other can be better');
});
