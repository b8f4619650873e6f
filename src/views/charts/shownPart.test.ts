import { describe, expect, it } from 'vitest';
import type { LaneChartData } from '../../sim/index.ts';
import { maxDensityOf } from './drawDensities.ts';
import { maxOf } from './scale.ts';
import { shownPartOf } from './shownPart.ts';
import { marksOf } from './testing.ts';

const curve = (...vertices: readonly (readonly [at: number, value: number])[]) => ({
  at: Float64Array.from(vertices, ([at]) => at),
  value: Float64Array.from(vertices, ([, value]) => value),
});

const level = curve([0, 0], [10, 4], [10, 5], [20, 0], [20, 9]);
const bins = { admitted: Uint32Array.of(1, 2, 30), delayed: Uint32Array.of(0, 1, 0), denied: Uint32Array.of(0, 0, 7) };
const CHART: LaneChartData = {
  key: '',
  level,
  secondaryLevel: null,
  windowCount: curve([0, 1], [20, 1], [20, 8]),
  marks: marksOf([
    [0, 0],
    [10, 0],
    [10, 0],
    [20, 0],
  ]),
  densities: { from: 0, span: 10, ...bins },
  retries: bins,
  requestsInRange: 4,
};

it('the greatest value is that of the vertices up to the instant', () => {
  expect([-1, 0, 9, 10, 19, 20, Infinity].map((until) => maxOf(level, until))).toEqual([0, 0, 0, 5, 5, 9, 9]);
});

it('the greatest density is that of the bins that have begun', () => {
  expect(maxDensityOf([CHART], 19)).toBeLessThan(10);
  expect(maxDensityOf([CHART], 20)).toBeGreaterThanOrEqual(30);
});

describe('the shown part', () => {
  it('is everything while nothing is hidden', () => {
    expect(shownPartOf(CHART, Infinity)).toBe(CHART);
  });

  it('has no request, bin or vertex of later', () => {
    const part = shownPartOf(CHART, 15);
    expect([...part.level.at]).toEqual([0, 10, 10, 15]);
    expect([...part.level.value]).toEqual([0, 4, 5, 2.5]);
    expect([...part.windowCount.value]).toEqual([1, 1]);
    expect([...(part.marks?.at ?? [])]).toEqual([0, 10, 10]);
    expect(part.requestsInRange).toBe(3);
    expect([...part.densities.admitted]).toEqual([1, 2, 0]);
    expect([...(part.retries?.denied ?? [])]).toEqual([0, 0, 0]);
  });

  it('is the same whatever comes later', () => {
    const other: LaneChartData = {
      ...CHART,
      windowCount: curve([0, 1], [18, 1], [18, 3]),
      marks: marksOf([
        [0, 0],
        [10, 0],
        [10, 0],
      ]),
      densities: {
        from: 0,
        span: 10,
        admitted: Uint32Array.of(1, 2, 0),
        delayed: bins.delayed,
        denied: bins.delayed.map(() => 0),
      },
      retries: { ...bins, admitted: Uint32Array.of(1, 2, 0), denied: Uint32Array.of(0, 0, 0) },
      requestsInRange: 3,
    };
    expect(shownPartOf(other, 15)).toEqual(shownPartOf(CHART, 15));
  });

  it('counts the requests of the bins where single ones are not known', () => {
    expect(shownPartOf({ ...CHART, marks: null, requestsInRange: 41 }, 15).requestsInRange).toBe(4);
  });

  it('is empty before the range', () => {
    const part = shownPartOf(CHART, -5);
    expect(part.level.at).toHaveLength(0);
    expect(part.requestsInRange).toBe(0);
    expect(part.densities.admitted.every((count) => count === 0)).toBe(true);
  });
});
