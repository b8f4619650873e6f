import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../tune/setting.ts';
import { indexOfValue, mapTicks, mapValues } from './mapAxes.ts';

const n: Parameter = { id: 'n', label: 'Limit n', min: 1, max: 1_000_000, step: 1, unit: '', value: 20 };
const T: Parameter = { id: 'T', label: 'Window T', min: 0.001, max: 2_592_000, step: 0.001, unit: 's', value: 10 };

describe('the values of an axis', () => {
  it('are round, from a decade below the present one', () => {
    expect(mapValues(n)).toEqual([
      1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800,
      1_000,
    ]);
    expect(mapValues(T).slice(0, 4)).toEqual([1, 1.2, 1.5, 2]);
    expect(mapValues(T).at(-1)).toBe(1_000);
  });

  it('stay put while the present one moves within its decade', () => {
    expect(mapValues({ ...n, value: 99 })).toEqual(mapValues(n));
    expect(mapValues({ ...n, value: 100 })).not.toEqual(mapValues(n));
  });

  it.each([
    [1, 1, 100],
    [3, 1, 100],
    [1_000_000, 100_000, 1_000_000],
  ])('of n %i go from %i to %i, within what the format allows', (value, first, last) => {
    const values = mapValues({ ...n, value });
    expect([values[0], values.at(-1)]).toEqual([first, last]);
  });

  it('of T are never below its step', () => {
    expect(mapValues({ ...T, value: 0.002 })[0]).toBe(0.001);
  });
});

it('a value between two is at an index with a fraction', () => {
  const values = [1, 10, 100];
  expect([0.5, 1, 10, 100, 500].map((value) => indexOfValue(values, value))).toEqual([0, 0, 1, 2, 2]);
  expect(indexOfValue(values, Math.sqrt(1_000))).toBeCloseTo(1.5);
});

it('ticks are at round values, fewer where there is less room', () => {
  const values = mapValues(n);
  const at = (most: number) => mapTicks(values, most).map((index) => values[index]);
  expect(at(20)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]);
  expect(at(5)).toEqual([1, 10, 100, 1_000]);
  expect(at(2)).toEqual([1, 1_000]);
});
