import { describe, expect, it } from 'vitest';
import type { Curve } from '../../sim/index.ts';
import { columnsOf } from './pixelColumns.ts';
import { drawBounds, drawWindowCount, drawGrid, drawLevel, drawLimit, drawAlignedWindows } from './drawCurve.ts';
import { levelScale, type LevelGauge, type ValueScale } from './scale.ts';
import { viewportOf, recordingContext, testTheme, type CanvasCall } from './testing.ts';

const viewport = viewportOf(0, 3200);
const scale = { low: 0, high: 20 };
const curveOf = (...rows: readonly (readonly [at: number, value: number])[]): Curve => ({
  at: Float64Array.from(rows, ([at]) => at),
  value: Float64Array.from(rows, ([, value]) => value),
});
const callsOf = (draw: (ctx: CanvasRenderingContext2D) => void): CanvasCall[] => {
  const { ctx, drawn } = recordingContext();
  draw(ctx);
  return drawn;
};
/** The corners of a path, as pixels. */
const corners = ({ path }: CanvasCall) =>
  path.filter(({ to }) => to === 'lineTo' || to === 'moveTo').map(({ at }) => at);

describe('a level', () => {
  const steps = curveOf([0, 0], [1600, 0], [1600, 10], [3200, 10]);

  it('is a line of 1.5 px ink over a fill of 7 % down to zero, with vertical jumps', () => {
    const drawn = callsOf((ctx) => drawLevel(ctx, viewport, testTheme, steps, scale));
    const [fill, stroke] = drawn.filter(({ call }) => call !== 'clip') as [CanvasCall, CanvasCall];
    expect(fill).toMatchObject({ call: 'fill', colour: testTheme.ink, alpha: 0.07 });
    expect(stroke).toMatchObject({ call: 'stroke', colour: testTheme.ink, alpha: 1, lineWidth: 1.5 });
    expect(corners(stroke)).toEqual([
      [40, 174],
      [200, 174],
      [200, 99],
      [360, 99],
    ]);
    expect(corners(fill).slice(-2)).toEqual([
      [360, 174],
      [40, 174],
    ]);
  });

  it('above the axis follows its edge', () => {
    const drawn = callsOf((ctx) => drawLevel(ctx, viewport, testTheme, curveOf([0, 30], [3200, 30]), scale));
    expect(corners(drawn.at(-1) as CanvasCall).map(([, y]) => y)).toEqual([24, 24]);
  });

  it('shows the part in the range', () => {
    const far = curveOf([0, 1], [10, 1], [100, 2], [9000, 3], [9100, 4], [9200, 5], [9300, 6]);
    const drawn = callsOf((ctx) => drawLevel(ctx, viewportOf(200, 300), testTheme, far, scale));
    // With the neighbours that it connects to.
    expect(corners(drawn.at(-1) as CanvasCall).map(([, y]) => y)).toEqual([159, 151.5, 144]);
    expect(callsOf((ctx) => drawLevel(ctx, viewport, testTheme, curveOf(), scale))).toEqual([]);
  });
});

describe('a curve with more vertices than pixels', () => {
  const saw = curveOf(...Array.from({ length: 4000 }, (_, i) => [i * 0.8, i % 2 === 0 ? 2 : 18] as const));

  it('is drawn as columns from its minimum to its maximum, not as a path', () => {
    const drawn = callsOf((ctx) => drawLevel(ctx, viewport, testTheme, saw, scale));
    const strokes = drawn.filter(({ call }) => call === 'stroke');
    expect(strokes).toMatchObject([{ colour: testTheme.ink, alpha: 1, lineWidth: 1 }]);
    const columns = strokes[0]!.path;
    expect(columns).toHaveLength(2 * 320);
    for (const [i, { to, at }] of columns.entries()) {
      expect([to, at[0]]).toEqual([i % 2 === 0 ? 'moveTo' : 'lineTo', 40.5 + Math.floor(i / 2)]);
      expect(at[1]).toBeCloseTo(i % 2 === 0 ? 39 - 0.75 : 159 + 0.75, 9);
    }
  });

  it('is filled from zero to its far side, above and below', () => {
    const area = (curve: Curve, high: ValueScale) =>
      callsOf((ctx) => drawLevel(ctx, viewport, testTheme, curve, high)).find(({ call }) => call === 'fill');
    // Zero is at 174, and 20 at 24.
    const above = corners(area(saw, scale)!);
    expect(above.map(([x]) => x)).toEqual([40, ...Array.from({ length: 640 }, (_, i) => 40 + Math.ceil(i / 2)), 360]);
    expect([above[0]?.[1], above.at(-1)?.[1]]).toEqual([174, 174]);
    for (const [, y] of above.slice(1, -1)) expect(y).toBeCloseTo(39, 9);
    // Zero is in the middle, at 99: a debt reaches down to 159.
    const debt = curveOf(...Array.from({ length: 4000 }, (_, i) => [i * 0.8, i % 2 === 0 ? -2 : -8] as const));
    const below = corners(area(debt, { ...scale, low: -10, high: 10 })!);
    expect([below[0]?.[1], below.at(-1)?.[1]]).toEqual([99, 99]);
    for (const [, y] of below.slice(1, -1)) expect(y).toBeCloseTo(159, 9);
  });

  it('has no gaps: each column reaches the next', () => {
    let last: readonly [number, number] | null = null;
    const wander = curveOf(...Array.from({ length: 700 }, (_, i) => [i * 4.57, 10 + 9 * Math.sin(i * i)] as const));
    columnsOf(viewport, wander, scale, 0, 700).forEach((_left, top, bottom) => {
      if (last !== null) {
        expect(top).toBeLessThanOrEqual(last[1] + 1e-9);
        expect(bottom).toBeGreaterThanOrEqual(last[0] - 1e-9);
      }
      last = [top, bottom];
    });
    expect(last).not.toBeNull();
  });

  it.each([0.8, 1, 1.25, 1.5, 2])('has one column for each of %f device pixels a pixel', (pixelRatio) => {
    const columns = columnsOf({ ...viewport, pixelRatio }, saw, scale, 0, 4000);
    const edges: number[] = [];
    columns.forEach((left) => edges.push(left * pixelRatio));
    expect(columns.width * pixelRatio).toBeCloseTo(1, 9);
    expect(edges).toHaveLength(320 * pixelRatio);
    for (const [i, edge] of edges.entries()) expect(edge).toBeCloseTo(40 * pixelRatio + i, 6);
  });

  it('one spike in a million samples keeps its height', () => {
    const flat = Array.from({ length: 4000 }, (_, i) => [i * 0.8, i === 1234 ? 19 : 1] as const);
    let highest = Infinity;
    columnsOf(viewport, curveOf(...flat), scale, 0, 4000).forEach((_left, top) => {
      highest = Math.min(highest, top);
    });
    expect(highest).toBeCloseTo(174 - 19 * 7.5, 9);
  });
});

describe('a window count', () => {
  const hatched = (drawn: readonly CanvasCall[]) =>
    drawn.filter(({ call, colour }) => call === 'stroke' && colour === 'ink2');

  it('is hatched above n only', () => {
    const over = callsOf((ctx) =>
      drawWindowCount(ctx, viewport, testTheme, curveOf([0, 0], [1600, 16], [3200, 0]), scale, 10),
    );
    expect(hatched(over)).toHaveLength(1);
    // Clipped to the area above n: 10 of 20 on 150 px.
    const clips = over.filter(({ call }) => call === 'clip').map(({ path }) => path[0]);
    expect(clips).toContainEqual({ to: 'rect', at: [40, 24, 320, 75] });
    const under = callsOf((ctx) =>
      drawWindowCount(ctx, viewport, testTheme, curveOf([0, 0], [1600, 10], [3200, 0]), scale, 10),
    );
    expect(hatched(under)).toEqual([]);
  });

  it('when dense, is erased above the curve', () => {
    // 20 of 320 columns at 15, 280 at 5, and 20 at 15 again.
    const rows = Array.from({ length: 4000 }, (_, i) => [i * 0.8, i < 250 || i > 3750 ? 15 : 5] as const);
    const drawn = callsOf((ctx) => drawWindowCount(ctx, viewport, testTheme, curveOf(...rows), scale, 10));
    expect(hatched(drawn)).toHaveLength(1);
    const erased = drawn.filter(({ composite }) => composite === 'destination-out');
    expect(erased.map(({ call, alpha }) => [call, alpha])).toEqual([['fill', 1]]);
    // From the top of the plot down to the curve, and to the limit where the curve is below it.
    const outline = corners(erased[0]!);
    expect([outline[0], outline.at(-1)]).toEqual([
      [40, 24],
      [360, 24],
    ]);
    const heights = outline.slice(1, -1).map(([, y]) => y);
    expect(new Set(heights.slice(0, 40))).toEqual(new Set([61.5]));
    expect(new Set(heights.slice(42, 598))).toEqual(new Set([99]));
    expect(new Set(heights.slice(-40))).toEqual(new Set([61.5]));
    // Before the curve itself.
    expect(drawn.indexOf(erased[0]!)).toBeLessThan(
      drawn.findIndex(({ call, colour }) => call === 'stroke' && colour === testTheme.ink),
    );
  });
});

describe('bounds', () => {
  const bounds = (gauge: LevelGauge) =>
    callsOf((ctx) => drawBounds(ctx, viewport, testTheme, gauge, levelScale(gauge, viewport.plot.height, 0)));
  const wallOf = (drawn: readonly CanvasCall[]) => drawn.find(({ call }) => call === 'clip')?.path[0]?.at;
  const dashed = (drawn: readonly CanvasCall[]) =>
    drawn.filter(({ dash }) => dash.length > 0).map((one) => corners(one)[0]?.[1]);

  it('tokens are refused at the floor: the wall is below it, the bound dashed', () => {
    const drawn = bounds({ wall: 'floor', full: 10, low: 0, n: 10 });
    expect(wallOf(drawn)).toEqual([40, 174, 320, 6]);
    // 86 % of 150 px above the foot.
    expect(dashed(drawn)).toEqual([45.5]);
  });

  it('water, counts and scores at the ceiling: the wall is above it, the floor dashed', () => {
    const drawn = bounds({ wall: 'ceiling', full: 10, low: 0, n: 10 });
    expect(wallOf(drawn)).toEqual([40, 39, 320, 6]);
    expect(dashed(drawn)).toEqual([174.5]);
  });

  it('without a bound there is no wall', () => {
    expect(wallOf(bounds({ wall: 'ceiling', full: Infinity, low: 0, n: 10 }))).toBeUndefined();
  });

  it('the line n is at n', () => {
    const drawn = callsOf((ctx) => drawLimit(ctx, viewport, testTheme, scale, 10));
    expect(drawn.find(({ colour }) => colour === 'ink2')?.rect).toEqual([40, 99, 320, 1]);
  });
});

describe('behind it', () => {
  const rects = (draw: (ctx: CanvasRenderingContext2D) => void) => callsOf(draw).map(({ rect }) => [rect[0], rect[2]]);

  it('every other aligned window is shaded, the same ones when the range slides', () => {
    expect(rects((ctx) => drawAlignedWindows(ctx, viewportOf(600, 3800), testTheme, 1000))).toEqual([
      [40, 40],
      [180, 100],
    ]);
    expect(rects((ctx) => drawAlignedWindows(ctx, viewportOf(700, 3900), testTheme, 1000))).toEqual([
      [40, 30],
      [170, 100],
    ]);
    // Starting inside an odd window: the next one, and the one after the next.
    expect(rects((ctx) => drawAlignedWindows(ctx, viewportOf(1600, 4800), testTheme, 1000))).toEqual([
      [80, 100],
      [280, 80],
    ]);
    expect(rects((ctx) => drawAlignedWindows(ctx, viewport, testTheme, 20))).toEqual([]);
  });

  it('grid lines are at the ticks in range', () => {
    expect(rects((ctx) => drawGrid(ctx, viewport, testTheme, [-1, 0, 1600, 3200, 3201]))).toEqual([
      [40, 1],
      [200, 1],
      [360, 1],
    ]);
  });
});
