import { describe, expect, it } from 'vitest';
import type { Marks } from '../../sim/index.ts';
import { drawDensities, narrowRetries } from './drawDensities.ts';
import { drawMarks } from './drawMarks.ts';
import { MarkStack } from './markStack.ts';
import { densitiesOf, viewportOf, marksOf, recordingContext, testTheme, type CanvasCall } from './testing.ts';

/** 10 µs per pixel; the base line is at y 99. */
const viewport = viewportOf(0, 3200);
const BASE = 99;

describe('the mark of a retry', () => {
  const draw = (rows: Parameters<typeof marksOf>[0], retry: readonly number[], pitch: number): CanvasCall[] => {
    const { ctx, drawn } = recordingContext();
    const marks: Marks = { ...marksOf(rows), retry: Uint8Array.from(retry) };
    const stack = new MarkStack();
    stack.layOut(marks, viewport, pitch);
    drawMarks(ctx, viewport, testTheme, marks, stack);
    return drawn.filter(({ call, path }) => call !== 'clip' && path.length > 0);
  };
  const arcs = (drawn: CanvasCall | undefined) =>
    drawn?.path.filter(({ to }) => to === 'arc').map(({ at }) => at) ?? [];

  describe.each([7, 5, 3])('at a pitch of %d', (pitch) => {
    const size = pitch - 0.6;

    it('is the half of the dot before its instant, in the same colour', () => {
      const [dots] = draw(
        [
          [1600, 0],
          [2400, 0],
        ],
        [0, 1],
        pitch,
      );
      expect(dots).toMatchObject({ call: 'fill', colour: testTheme.admitted });
      const [whole, half] = arcs(dots);
      expect(whole?.slice(3)).toEqual([0, 2 * Math.PI]);
      // From the bottom, clockwise on the screen: over the left.
      expect(half?.slice(3)).toEqual([Math.PI / 2, (3 * Math.PI) / 2]);
      expect(half?.[0]).toBe(280);
      expect(half?.slice(1, 3)).toEqual(whole?.slice(1, 3));
      expect(half?.[2]).toBeCloseTo(size / 2, 9);
    });

    it('is half of the ring, with the same tail', () => {
      const rows = [[1600, 1, 500]] as const;
      const [tail, hole, ring] = draw(rows, [1], pitch);
      expect(tail).toEqual(draw(rows, [0], pitch)[0]);
      expect(hole).toMatchObject({ call: 'fill', colour: testTheme.surface });
      expect(ring).toMatchObject({ call: 'stroke', colour: testTheme.delayed });
      expect(arcs(ring)[0]?.slice(3)).toEqual([Math.PI / 2, (3 * Math.PI) / 2]);
      // Nothing joins the two ends of the half: it begins where its arc does.
      expect(ring?.path[0]).toEqual({ to: 'moveTo', at: [200, (arcs(ring)[0]?.[1] ?? 0) + (arcs(ring)[0]?.[2] ?? 0)] });
    });

    it('is one of the two strokes of the cross, as thick', () => {
      const [whole] = draw([[1600, 2]], [0], pitch);
      const [half] = draw([[1600, 2]], [1], pitch);
      expect(half).toMatchObject({ call: 'stroke', colour: testTheme.denied, lineWidth: whole?.lineWidth });
      expect(whole?.path.slice(0, 2)).toEqual(half?.path);
      expect(half?.path[0]?.at[1]).toBeGreaterThan(BASE);
    });
  });

  it('told apart without colour: six shapes for three outcomes, first tries and retries', () => {
    const shapes = [0, 1].flatMap((retry) =>
      [0, 1, 2].map((verdict) =>
        draw([[1600, verdict, verdict === 1 ? 100 : 0]], [retry], 7)
          .map(({ call, path }) => `${call} ${path.map(({ to, at }) => `${to} ${at.slice(3).join()}`).join()}`)
          .join(),
      ),
    );
    expect(new Set(shapes).size).toBe(6);
  });

  it('is never halved without clients', () => {
    const { ctx, drawn } = recordingContext();
    const marks = marksOf([[1600, 0]]);
    const stack = new MarkStack();
    stack.layOut(marks, viewport, 7);
    drawMarks(ctx, viewport, testTheme, marks, stack);
    expect(arcs(drawn.find(({ call }) => call === 'fill'))[0]?.slice(3)).toEqual([0, 2 * Math.PI]);
  });
});

describe('retries in densities', () => {
  const all = densitiesOf(20, [
    [50, 20, 40],
    [0, 0, 30],
    [100, 0, 0],
  ]);
  const retries = {
    admitted: Uint32Array.of(30, 0, 0),
    delayed: Uint32Array.of(5, 0, 0),
    denied: Uint32Array.of(10, 30, 0),
  };
  const cutsOf = (pixelRatio: number) => {
    const { ctx, drawn } = recordingContext();
    const sharp = { ...viewport, pixelRatio };
    drawDensities(ctx, sharp, testTheme, all, 100);
    const bars = drawn.length;
    narrowRetries(ctx, sharp, all, retries, 100);
    const cuts = drawn.slice(bars);
    expect(cuts.every(({ call, composite }) => call === 'fillRect' && composite === 'destination-out')).toBe(true);
    return cuts.map(({ rect }) => rect);
  };

  it('are the far end of each bar, half as wide', () => {
    // Half the plot, 75 px, is a count of 100; bins begin at x 40 and are 2 px wide.
    expect(cutsOf(1)).toEqual([
      // Of 50 admitted, 20 at their first try: the upper 30 lose their right half.
      [41, BASE - 37.5, 1, 22.5],
      // Above those, the uppermost 5 of 20 delayed.
      [41, BASE - 37.5 - 15, 1, 3.75],
      // And below, the lowest 10 of 40 denied.
      [41, BASE + 22.5, 1, 7.5],
      // Where all are retries, the whole bar.
      [43, BASE, 1, 22.5],
    ]);
  });

  it('are aligned to device pixels on a sharper screen too', () => {
    expect(cutsOf(2).map(([left, , width]) => [left, width])).toEqual([
      [41, 1],
      [41, 1],
      [41, 1],
      [43, 1],
    ]);
  });

  it('show a lone retry at the minimum height', () => {
    const { ctx, drawn } = recordingContext();
    const one = densitiesOf(20, [[0, 0, 1]]);
    narrowRetries(
      ctx,
      viewport,
      one,
      { admitted: Uint32Array.of(0), delayed: Uint32Array.of(0), denied: Uint32Array.of(1) },
      1e6,
    );
    expect(drawn.map(({ rect }) => rect)).toEqual([[41, BASE, 1, 2]]);
  });
});
