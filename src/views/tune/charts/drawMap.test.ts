/** What is drawn of a map, by what a canvas is told. */
import { expect, it } from 'vitest';
import type { ChartTheme } from '../../charts/chartTheme.ts';
import { drawMap, greatestOf, mapRamp, type MapGrid } from './drawMap.ts';

interface Drawn {
  /** Rectangles with their opacity: x, y, width, height, opacity. */
  readonly rects: readonly (readonly number[])[];
  /** Segments of the dashed edge: from x, y to x, y. */
  readonly edge: readonly (readonly number[])[];
}

function drawn(part: Partial<MapGrid>): Drawn {
  const rects: number[][] = [];
  const edge: number[][] = [];
  let at = [0, 0];
  let dashed = false;
  const lines: number[][] = [];
  const ctx = {
    globalAlpha: 1,
    clearRect: () => undefined,
    fillRect: (...rect: number[]) => rects.push([...rect, ctx.globalAlpha]),
    beginPath: () => (lines.length = 0),
    moveTo: (x: number, y: number) => (at = [x, y]),
    lineTo: (x: number, y: number) => lines.push([...at, x, y]),
    setLineDash: () => (dashed = true),
    stroke: () => dashed && edge.push(...lines),
    save: () => undefined,
    restore: () => undefined,
    rect: () => undefined,
    clip: () => undefined,
  };
  const grid: MapGrid = {
    columns: 2,
    rows: 1,
    cells: {
      state: Uint8Array.of(1, 1),
      value: Float64Array.of(0.25, 1),
      min: Float64Array.of(0.25, 0),
      max: Float64Array.of(0.25, 1),
    },
    measure: 'refused',
    stride: 1,
    isIdentifiable: () => true,
    ...part,
  };
  drawMap(ctx as unknown as CanvasRenderingContext2D, {} as ChartTheme, 20, 10, grid);
  return { rects, edge };
}

it('a cell is one colour, and two halves where the readings of a log differ', () => {
  // The opacity goes with the root of the share of the greatest.
  expect(drawn({}).rects).toEqual([
    [0, 0, 10, 10, 0.06 + 0.94 * 0.5],
    [10, 0, 5, 10, 0],
    [15, 0, 5, 10, 1],
  ]);
});

it('the key has the colours of the cells, from 0 to the greatest that is a number', () => {
  const ramp = mapRamp('refused', { denied: 'red' } as ChartTheme);
  expect(ramp).toMatch(/^linear-gradient\(to right, color-mix\(in srgb, red 0%, transparent\) 0%, /);
  expect(ramp).toContain('color-mix(in srgb, red 53%, transparent) 25%');
  expect(ramp).toMatch(/color-mix\(in srgb, red 100%, transparent\) 100%\)$/);
  expect(greatestOf({ max: Float64Array.of(0.25, NaN, Infinity, 0.5) })).toBe(0.5);
  expect(greatestOf({ max: Float64Array.of(0, NaN) })).toBe(0);
});

it('an edge divides what the stamps can tell from what they cannot', () => {
  expect(drawn({}).edge).toEqual([]);
  expect(drawn({ isIdentifiable: (column) => column === 0 }).edge).toEqual([[10, 10, 10, 0]]);
  expect(drawn({ columns: 1, rows: 2, isIdentifiable: (_, row) => row === 1 }).edge).toEqual([[0, 5, 20, 5]]);
});
