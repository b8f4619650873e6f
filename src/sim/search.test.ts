import { expect, it } from 'vitest';
import { firstAtOrAfter, firstWhere } from './search.ts';

it('finds the first that is not less', () => {
  const values = Float64Array.of(1, 2, 2, 5);
  expect([0, 1, 2, 3, 5, 6].map((value) => firstAtOrAfter(values, value))).toEqual([0, 0, 1, 3, 3, 4]);
  expect([0, 2, 6].map((value) => firstAtOrAfter(values, value, 2))).toEqual([0, 1, 2]);
});

it('looks only from the start to the end', () => {
  const found = (start: number, end: number) => firstWhere(end, (position) => position >= 3, start);
  expect([found(0, 9), found(3, 9), found(5, 9), found(0, 2), found(2, 2)]).toEqual([3, 3, 5, 2, 2]);
});
