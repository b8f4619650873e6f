import { describe, expect, it } from 'vitest';
import type { Marks } from '../../sim/index.ts';
import { DecisionsDrawing, type DecisionsLook, type Signs } from './decisionsDrawing.ts';
import { baseLine } from './stack.ts';
import { densitiesOf, frameOf, marksOf, recorder, theme, type Drawn } from './testing.ts';

/** 10 µs are a pixel; the plot is 150 high. */
const frame = frameOf(0, 3200);
const SIGNS: Signs = { grid: [], worst: null, members: null, promise: null, disagreements: null };

type Row = readonly [at: number, verdict: number, node: number];

function lookOf(rows: readonly Row[], more: Partial<Marks> = {}): DecisionsLook {
  const marks = {
    ...marksOf(
      rows.map(([at, verdict]) => [at, verdict] as const),
      10,
    ),
    nodes: Uint8Array.from(rows, ([, , node]) => node),
    ...more,
  };
  return { marks, densities: densitiesOf(20, [[rows.length, 0, 0]]), retries: null, inRange: rows.length };
}

function draw(drawing: DecisionsDrawing, look: DecisionsLook, nodes: number, signs = SIGNS, of = frame): Drawn[] {
  const { ctx, drawn } = recorder();
  drawing.draw(ctx, of, theme, look, 10, null, nodes);
  drawing.drawFront(ctx, of, theme, 10, signs);
  return drawn;
}

const baseLines = (drawn: readonly Drawn[]) =>
  drawn.filter(({ call, colour, rect }) => call === 'fillRect' && colour === theme.ink2 && rect[2] === 320).length;

/** So many admitted at one instant, all by one node. */
const crowd = (count: number): DecisionsLook => lookOf(Array.from({ length: count }, () => [1000, 0, 0] as const));

describe('decisions by node', () => {
  const look = lookOf([
    [1000, 0, 0],
    [1000, 2, 2],
    [2000, 0, 1],
  ]);

  it('stand in a row each, with its own base line, and are hit there', () => {
    const drawing = new DecisionsDrawing();
    expect(baseLines(draw(drawing, look, 3))).toBe(3);
    expect(drawing).toMatchObject({ mode: 'marks', rows: 3 });
    for (const [request, row, side] of [
      [10, 0, -1],
      [11, 2, 1],
      [12, 1, -1],
    ] as const) {
      const spot = drawing.spotOf(request)!;
      expect(Math.sign(spot.y - baseLine(frame.plot, row, 3))).toBe(side);
      expect(Math.abs(spot.y - baseLine(frame.plot, row, 3))).toBeLessThan(8);
      expect(drawing.requestAt(spot.x, spot.y, 12)).toBe(request);
    }
  });

  it('are underlined in their row where the selected one counted them', () => {
    const drawing = new DecisionsDrawing();
    const drawn = draw(drawing, look, 3, { ...SIGNS, members: Uint32Array.of(12) });
    const { x, y, size } = drawing.spotOf(12)!;
    const underline = drawn.find(
      ({ call, colour, rect }) => call === 'fillRect' && colour === theme.ink && rect[3] === 2,
    );
    expect(underline?.rect).toEqual([x - size / 2, y + size / 2 - 1, size, 2]);
  });

  it('may be half marks, and have tails, like all others', () => {
    const drawing = new DecisionsDrawing();
    const drawn = draw(drawing, lookOf([[1000, 1, 2]], { wait: Float64Array.of(500), retry: Uint8Array.of(1) }), 3);
    const tail = drawn.find(({ call, lineWidth }) => call === 'stroke' && lineWidth === 1.5);
    expect(tail?.path[1]?.at).toEqual([190, drawing.spotOf(10)?.y]);
    const ring = drawn.find(
      ({ call, colour, path }) => call === 'stroke' && colour === theme.delayed && path !== tail?.path,
    );
    expect(ring?.path.find(({ to }) => to === 'arc')?.at.slice(3)).toEqual([Math.PI / 2, (3 * Math.PI) / 2]);
  });

  it('of one process, or in a low plot, stand all together', () => {
    const together = (drawing: DecisionsDrawing, drawn: readonly Drawn[]) => {
      expect(baseLines(drawn)).toBe(1);
      expect(drawing).toMatchObject({ mode: 'marks', rows: 1 });
    };
    const one = new DecisionsDrawing();
    together(one, draw(one, look, 1));
    const low = new DecisionsDrawing();
    together(low, draw(low, look, 3, SIGNS, frameOf(0, 3200, { height: 100 })));
  });

  it('stand together where a stack is too tall for its row, and apart again once it is well below', () => {
    const drawing = new DecisionsDrawing();
    const rowsAfter = (count: number) => {
      draw(drawing, crowd(count), 3);
      return [drawing.mode, drawing.rows];
    };
    // Half a row is 22.5 px: six of 3 px and what is clear of the base line.
    expect(rowsAfter(6)).toEqual(['marks', 3]);
    expect(rowsAfter(7)).toEqual(['marks', 1]);
    expect(rowsAfter(6)).toEqual(['marks', 1]);
    expect(rowsAfter(5)).toEqual(['marks', 3]);
    expect(rowsAfter(40)).toEqual(['densities', 1]);
  });

  it('keep their levels while the range slides', () => {
    const drawing = new DecisionsDrawing();
    // Under two pixels apart: each node's next stands above or below the one before.
    const stream = Array.from({ length: 60 }, (_, i) => [i * 4, 0, i % 2] as const);
    const slide = (from: number): (number | undefined)[] => {
      const request = Uint32Array.from({ length: 40 }, (_, i) => from + i);
      const range = frameOf(from * 4, from * 4 + 720);
      draw(drawing, lookOf(stream.slice(from, from + 40), { request }), 2, SIGNS, range);
      return [20, 21, 22, 23].map((one) => drawing.spotOf(one)?.y);
    };
    const before = slide(0);
    expect(new Set(before).size).toBe(4);
    // By an odd number of each node's requests, so that a layout from the left would change them all.
    expect(slide(6)).toEqual(before);
  });
});
