import { expect, it } from 'vitest';
import { drawnLines, frontierPoints, frontierRates } from './frontierPoints.ts';

it('rates end at the first that nobody’s busiest T is above', () => {
  expect(frontierRates(17)).toEqual([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]);
  expect(frontierRates(1)).toEqual([1, 2]);
});

it('points are rates a second, with the capacities of each line', () => {
  const capacities = [
    [4, 2],
    [9, 3],
    [9, 3],
    [12, 3],
  ];
  const points = frontierPoints([1, 5], 10, capacities);
  expect(points).toEqual([
    { rate: 0.1, most: 4, nearly: 9, almost: 9, all: 12 },
    { rate: 0.5, most: 2, nearly: 3, almost: 3, all: 3 },
  ]);
  expect(drawnLines(points).map(({ id, label }) => [id, label])).toEqual([
    ['most', '90 %'],
    ['nearly', '99 % to 99.9 %'],
    ['all', 'all'],
  ]);
});
