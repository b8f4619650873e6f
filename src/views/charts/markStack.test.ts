import { describe, expect, it } from 'vitest';
import type { Marks } from '../../sim/index.ts';
import {
  baseLine,
  chooseDisplayMode,
  rowHalfHeight,
  markSize,
  MarkStack,
  nearestInColumn,
  nearestMark,
  pitchesFor,
  levelOffset,
  rowsFor,
} from './markStack.ts';
import { viewportOf, marksOf } from './testing.ts';

/** 10 µs per pixel. */
const viewport = viewportOf(0, 3200);
const stacked = (marks: Marks, pitch = 7, given = viewport) => {
  const stack = new MarkStack();
  stack.layOut(marks, given, pitch);
  return stack;
};
const levels = (stack: MarkStack) => [...stack.level.subarray(0, stack.count)];

describe('the topmost mark between two x', () => {
  it('counts a delayed one as far as its tail, and only what is there', () => {
    const stack = new MarkStack();
    stack.layOut(
      marksOf([
        [400, 0],
        [400, 0],
        [800, 1, 600],
        [2000, 2],
      ]),
      viewport,
      7,
    );
    const first = stack.y(0) - 3.2;
    expect(stack.topBetween(70, 90)).toBeCloseTo(first - 7);
    expect(stack.topBetween(150, 160)).toBeCloseTo(first);
    expect(stack.topBetween(190, 230)).toBe(Infinity);
    expect(stack.topBetween(230, 250)).toBeGreaterThan(first);
  });
});

describe('stacks', () => {
  it('put every mark at its exact x', () => {
    const stack = stacked(
      marksOf([
        [0, 0],
        [5, 0],
        [1234, 2],
      ]),
    );
    expect([...stack.x.subarray(0, 3)]).toEqual([40, 40.5, 163.4]);
  });

  it.each([
    ['a pitch apart: side by side', [0, 70, 140], [0, 0, 0]],
    ['a little closer: up', [0, 69, 139], [0, 1, 0]],
    ['at the same instant: a column', [0, 0, 0, 0], [0, 1, 2, 3]],
    ['back to the base line as soon as there is room', [0, 10, 20, 70, 80], [0, 1, 2, 0, 1]],
  ])('%s', (_, at, expected) => {
    expect(levels(stacked(marksOf(at.map((instant) => [instant, 0] as const))))).toEqual(expected);
  });

  it('have one side for admitted and one for denied', () => {
    const stack = stacked(
      marksOf([
        [0, 0],
        [0, 2],
        [0, 1],
        [0, 3],
      ]),
    );
    expect(levels(stack)).toEqual([0, 0, 1, 1]);
    expect([stack.above, stack.below]).toEqual([2, 2]);
    // The base line is at 24 + 75.
    expect([0, 1, 2, 3].map((i) => stack.y(i))).toEqual([93, 105, 86, 112]);
  });

  it('keep a level free until its tail has ended', () => {
    const stack = stacked(
      marksOf([
        [0, 1, 1000],
        [500, 0],
        [1060, 0],
        [1130, 0],
      ]),
    );
    expect(stack.end[0]).toBe(140);
    expect(levels(stack)).toEqual([0, 1, 1, 0]);
  });

  it('never let marks of one side touch', () => {
    let seed = 7;
    const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const rows = Array.from({ length: 400 }, () => [next() * 3200, Math.floor(next() * 3), next() * 60] as const)
      .toSorted((a, b) => a[0] - b[0])
      .map(([at, verdict, wait]) => [at, verdict, verdict === 1 ? wait : 0] as const);
    const marks = marksOf(rows);
    const stack = stacked(marks);
    for (let i = 0; i < stack.count; i++) {
      for (let j = 0; j < i; j++) {
        const sameSide = (marks.verdict[i] as number) >= 2 === (marks.verdict[j] as number) >= 2;
        if (sameSide && stack.level[i] === stack.level[j]) {
          expect((stack.x[i] as number) - (stack.end[j] as number)).toBeGreaterThan(7 - 1e-3);
        }
      }
    }
  });

  it('ten at one instant fit the wide layout, eleven do not', () => {
    const at = (count: number) => stacked(marksOf(Array.from({ length: count }, () => [100, 0] as const)));
    expect(at(10).maxReach).toBeLessThanOrEqual(75);
    expect(at(11).maxReach).toBeGreaterThan(75);
    expect(stacked(marksOf([])).maxReach).toBe(0);
  });
});

describe('rows of nodes', () => {
  const NONE = 255;
  const byNode = (rows: readonly (readonly [at: number, verdict: number, node: number])[]): Marks => ({
    ...marksOf(rows.map(([at, verdict]) => [at, verdict] as const)),
    node: Uint8Array.from(rows, ([, , node]) => node),
  });
  const inRows = (marks: Marks, rows: number) => {
    const stack = new MarkStack();
    stack.layOut(marks, viewport, 5, rows);
    return stack;
  };

  it.each([
    [2, 56, 2],
    [2, 55.9, 1],
    [5, 150, 5],
    [6, 150, 1],
    // One node has the whole plot, as a single process has.
    [1, 150, 1],
    [0, 150, 1],
  ])('%d nodes in %d px are %d rows', (nodes, height, rows) => {
    expect(rowsFor({ x: 0, y: 0, width: 100, height }, nodes)).toBe(rows);
  });

  it('are equally high, the first at the top, with room above for text', () => {
    expect([0, 1, 2].map((row) => baseLine(viewport.plot, row, 3))).toEqual([62, 107, 152]);
    expect(rowHalfHeight(viewport.plot, 3)).toBe(22.5);
  });

  it('leave no room above where they need it', () => {
    const low = { ...viewport.plot, height: 3 * 28 + 6 };
    expect([rowHalfHeight(low, 3), baseLine(low, 0, 3)]).toEqual([14, 24 + 6 + 14]);
    expect(rowHalfHeight(viewport.plot, 1)).toBe(75);
  });

  it('hold what their node received, admitted above and denied below its own base line', () => {
    const stack = inRows(
      byNode([
        [0, 0, 1],
        [100, 2, 0],
        [200, 2, 2],
      ]),
      3,
    );
    expect([0, 1, 2].map((i) => stack.y(i))).toEqual([107 - 5, 62 + 5, 152 + 5]);
  });

  it('stack separately: marks close in time do not collide across rows', () => {
    const marks = byNode([
      [0, 0, 0],
      [0, 0, 1],
      [0, 0, 0],
      [0, 2, 1],
    ]);
    expect(levels(inRows(marks, 2))).toEqual([0, 0, 1, 0]);
    expect(levels(inRows(marks, 1))).toEqual([0, 1, 2, 0]);
  });

  it('have one for what no node received, below the others', () => {
    expect(inRows(byNode([[0, 2, NONE]]), 3).y(0)).toBe(152 + 5);
  });

  it('are hit by row', () => {
    const stack = inRows(
      byNode([
        [1000, 0, 0],
        [1000, 0, 2],
      ]),
      3,
    );
    expect([57, 147].map((y) => nearestMark(stack, 140, y, 12))).toEqual([0, 1]);
    expect(nearestMark(stack, 140, 102, 12)).toBe(-1);
  });

  it('are laid out again when the same request goes to another node', () => {
    const stack = new MarkStack();
    stack.layOut(
      byNode([
        [0, 0, 0],
        [1, 0, 0],
      ]),
      viewport,
      5,
      2,
    );
    expect(levels(stack)).toEqual([0, 1]);
    stack.layOut(
      byNode([
        [0, 0, 0],
        [1, 0, 1],
      ]),
      viewport,
      5,
      2,
    );
    expect(levels(stack)).toEqual([0, 0]);
  });
});

describe('sliding', () => {
  const stream = Array.from({ length: 200 }, (_, i) => [i * 18, i % 7 === 3 ? 2 : 0] as const);
  const part = (from: number, to: number) => marksOf(stream.slice(from, to), from);

  it('marks keep their levels while others appear and disappear at either end', () => {
    const stack = new MarkStack();
    let before = new Map<number, number>();
    const steps = [...Array.from({ length: 60 }, (_, i) => i), ...Array.from({ length: 60 }, (_, i) => 60 - i)];
    for (const from of steps) {
      stack.layOut(part(from, from + 100), viewportOf(from * 18, from * 18 + 1800), 7);
      const now = new Map(levels(stack).map((level, i) => [from + i, level]));
      for (const [request, level] of now) expect(level).toBe(before.get(request) ?? level);
      before = now;
    }
  });

  it('new marks on the left do not touch others either', () => {
    const stack = new MarkStack();
    stack.layOut(part(50, 150), viewportOf(900, 2700), 7);
    stack.layOut(part(20, 120), viewportOf(360, 2160), 7);
    const marks = part(20, 120);
    const rows = new Map<string, number[]>();
    for (let i = 0; i < 100; i++) {
      const row = `${marks.verdict[i]}/${stack.level[i]}`;
      rows.set(row, [...(rows.get(row) ?? []), stack.x[i] as number]);
    }
    expect(rows.size).toBeGreaterThan(3);
    for (const xs of rows.values()) {
      const apart = xs.slice(1).map((x, i) => x - (xs[i] as number));
      expect(Math.min(7, ...apart)).toBeGreaterThan(7 - 1e-3);
    }
  });

  it('another run is laid out from scratch', () => {
    const stack = new MarkStack();
    stack.layOut(marksOf([0, 1, 2].map((at) => [at, 0] as const)), viewport, 7);
    expect(levels(stack)).toEqual([0, 1, 2]);
    stack.layOut(
      marksOf([
        [0, 2],
        [1, 0],
        [2, 0],
      ]),
      viewport,
      7,
    );
    expect(levels(stack)).toEqual([0, 0, 1]);
  });

  it('another scale is laid out from scratch', () => {
    const stack = new MarkStack();
    const marks = marksOf([0, 30].map((at) => [at, 0] as const));
    stack.layOut(marks, viewport, 7);
    expect(levels(stack)).toEqual([0, 1]);
    stack.layOut(marks, viewportOf(0, 320), 7);
    expect(levels(stack)).toEqual([0, 0]);
  });
});

describe('marks or densities', () => {
  it('the pitch is 5 in a low plot, a mark slightly less', () => {
    expect([pitchesFor(51.9), pitchesFor(52)]).toEqual([
      [5, 4, 3],
      [7, 5, 4, 3],
    ]);
    expect([markSize(7), markSize(5)]).toEqual([6.4, 4.4]);
    expect(levelOffset(1, 7) - levelOffset(0, 7)).toBe(7);
  });

  it.each([
    ['few and low', 'marks', 600, 75, 'marks'],
    ['initially the limit is 600', null, 601, 10, 'densities'],
    ['marks are kept up to 20 % more', 'marks', 720, 10, 'marks'],
    ['but no more', 'marks', 721, 10, 'densities'],
    ['marks return only up to 600', 'densities', 601, 10, 'densities'],
    ['marks return', 'densities', 600, 10, 'marks'],
    ['a stack that does not fit', 'marks', 20, 75.1, 'densities'],
    ['one that just fits does not bring marks back', 'densities', 20, 75, 'densities'],
    ['one that is 20 % lower does', 'densities', 20, 60, 'marks'],
  ] as const)('%s', (_, before, inRange, tallest, expected) => {
    expect(chooseDisplayMode(before, inRange, tallest, 75)).toBe(expected);
  });
});

describe('hits', () => {
  const marks = marksOf(
    [
      [1000, 0],
      [1000, 2],
      [1200, 0],
    ],
    40,
  );
  const stack = stacked(marks);
  // The base line is at 24 + 75.
  it.each([
    ['the dot above the base line', 140, 93, 12, 0],
    ['the cross below it', 140, 105, 12, 1],
    ['the nearest of two', 151, 93, 12, 2],
    ['within 12 px', 128.5, 93, 12, 0],
    ['but not beyond', 127, 93, 12, -1],
    ['a finger reaches 44', 100, 93, 44, 0],
    ['nothing there', 300, 93, 44, -1],
  ])('%s', (_, x, y, tolerance, expected) => {
    expect(nearestMark(stack, x, y, tolerance)).toBe(expected);
  });

  it('goes by column and side in densities', () => {
    expect(nearestInColumn(marks, viewport, 141, 30, 12)).toBe(0);
    expect(nearestInColumn(marks, viewport, 141, 160, 12)).toBe(1);
    expect(nearestInColumn(marks, viewport, 200, 160, 12)).toBe(-1);
  });
});
