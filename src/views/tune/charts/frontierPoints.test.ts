import { expect, it } from 'vitest';
import { drawnLines, entryOf, frontierPoints, frontierRates, rateScale } from './frontierPoints.ts';

it('rates end at the first that nobody’s busiest T is above', () => {
  expect(frontierRates(17)).toEqual([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]);
  expect(frontierRates(1)).toEqual([1, 2]);
});

const OWN = [
  [4, 2],
  [9, 3],
  [9, 3],
  [12, 3],
];

it('points are rates a second, with the capacities of each line', () => {
  const points = frontierPoints([1, 5], 10, [OWN]);
  expect(points).toMatchObject([
    { rate: 0.1, most: 4, nearly: 9, almost: 9, all: 12 },
    { rate: 0.5, most: 2, nearly: 3, almost: 3, all: 3 },
  ]);
  expect(drawnLines(points)).toMatchObject([
    { id: 'most', label: '90 %', hasBand: false },
    { id: 'nearly', label: '99–99.9 %', hasBand: false },
    { id: 'all', label: 'all', hasBand: false },
  ]);
  expect(entryOf(points, 'all', 10)).toBe(1);
  expect(entryOf(points, 'all', 2)).toBe(-1);
});

it('a band is from the least to the most over the readings, and lines with another band are other lines', () => {
  const points = frontierPoints([1, 5], 10, [
    OWN,
    [
      [2, 2],
      [9, 3],
      [9, 3],
      [12, 3],
    ],
    [
      [3, 3],
      [9, 3],
      [11, 3],
      [12, 3],
    ],
  ]);
  expect(points.map(({ bands }) => bands)).toEqual([
    { most: [2, 4], nearly: [9, 9], almost: [9, 11], all: [12, 12] },
    { most: [2, 3], nearly: [3, 3], almost: [3, 3], all: [3, 3] },
  ]);
  expect(drawnLines(points)).toMatchObject([
    { id: 'most', hasBand: true },
    { id: 'nearly', label: '99 %', hasBand: false },
    { id: 'almost', label: '99.9 %', hasBand: true },
    { id: 'all', hasBand: false },
  ]);
});

it('the axis of rates reaches the present rate, however far above all that is asked', () => {
  expect(rateScale([1, 2, 5], 3, 10)).toEqual({ low: 0.1, high: 0.5, log: true });
  expect(rateScale([1, 2, 5], 1_000, 10)).toEqual({ low: 0.1, high: 100, log: true });
});
