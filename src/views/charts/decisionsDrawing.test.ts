import { describe, expect, it } from 'vitest';
import type { Marks } from '../../sim/index.ts';
import {
  DecisionsDrawing,
  type Annotations,
  type DecisionsChartData,
  type ShownDecisions,
} from './decisionsDrawing.ts';
import { baseLine } from './markStack.ts';
import { densitiesOf, viewportOf, marksOf, recordingContext, testTheme, type CanvasCall } from './testing.ts';

/** 10 µs per pixel; the plot is 150 px high. */
const viewport = viewportOf(0, 3200);
const SIGNS: Annotations = { grid: [], countedRequests: null, retryAt: null };

function laneInfoOf(nodes: number): ShownDecisions['laneInfo'] {
  const cluster = { nodes: Array.from({ length: nodes }, (_, node) => ({ node })), answerPathCounts: { 'no-node': 0 } };
  return { T: 10, n: 10, allowedPeak: null, summary: { peak: null }, cluster: nodes === 1 ? null : cluster };
}

type Row = readonly [at: number, verdict: number, node: number];

function chartDataOf(rows: readonly Row[], more: Partial<Marks> = {}): DecisionsChartData {
  const marks = {
    ...marksOf(
      rows.map(([at, verdict]) => [at, verdict] as const),
      10,
    ),
    node: Uint8Array.from(rows, ([, , node]) => node),
    ...more,
  };
  return { marks, densities: densitiesOf(20, [[rows.length, 0, 0]]), retries: null, requestsInRange: rows.length };
}

function draw(
  drawing: DecisionsDrawing,
  chartData: DecisionsChartData,
  nodes: number,
  signs = SIGNS,
  of = viewport,
): CanvasCall[] {
  const { ctx, drawn } = recordingContext();
  drawing.show({
    laneInfo: laneInfoOf(nodes),
    chartData,
    densityTop: 10,
    modeOf: null,
    peakHidden: false,
    disagreements: null,
  });
  drawing.draw(ctx, of, testTheme);
  drawing.drawFront(ctx, of, testTheme, signs);
  return drawn;
}

const baseLines = (drawn: readonly CanvasCall[]) =>
  drawn.filter(({ call, colour, rect }) => call === 'fillRect' && colour === testTheme.ink2 && rect[2] === 320).length;

/** A number of admissions at one instant, all by one node. */
const crowdedData = (count: number): DecisionsChartData =>
  chartDataOf(Array.from({ length: count }, () => [1000, 0, 0] as const));

describe('in a low plot', () => {
  /** Half of it is 30 px. */
  const low = viewportOf(0, 3200, { height: 94 });
  const spots = (count: number) => {
    const drawing = new DecisionsDrawing();
    const crowd = Array.from({ length: count }, () => [1000, 0, 0] as const);
    const chartData = chartDataOf([...crowd, [2000, 2, 0]]);
    draw(drawing, chartData, 1, SIGNS, low);
    expect(drawing.displayMode).toBe('marks');
    return Array.from({ length: count + 1 }, (_, i) => drawing.markPosition(10 + i)!);
  };

  it('a tall stack overlaps, and no mark is too small to be seen where it stands alone', () => {
    for (const count of [1, 5, 10, 15, 19]) {
      const all = spots(count);
      for (const { y, size } of all) {
        expect(size, `${count} at once`).toBeGreaterThan(3);
        expect(y - size / 2).toBeGreaterThanOrEqual(low.plot.y);
        expect(y + size / 2).toBeLessThanOrEqual(low.plot.y + low.plot.height);
      }
      const levels = all.slice(0, count).map(({ y }) => y);
      expect(new Set(levels).size).toBe(count);
    }
  });

  it('marks overlap only where they must', () => {
    const [first, second] = spots(4);
    expect(first!.y - second!.y).toBeGreaterThan(first!.size);
    const [one, next] = spots(10);
    expect(one!.y - next!.y).toBeGreaterThan(2);
    expect(one!.y - next!.y).toBeLessThan(one!.size);
  });
});

describe('decisions by node', () => {
  const chartData = chartDataOf([
    [1000, 0, 0],
    [1000, 2, 2],
    [2000, 0, 1],
  ]);

  it('have a row each, with its own base line, and are hit there', () => {
    const drawing = new DecisionsDrawing();
    expect(baseLines(draw(drawing, chartData, 3))).toBe(3);
    expect(drawing).toMatchObject({ displayMode: 'marks', rowCount: 3 });
    for (const [request, row, side] of [
      [10, 0, -1],
      [11, 2, 1],
      [12, 1, -1],
    ] as const) {
      const spot = drawing.markPosition(request)!;
      expect(Math.sign(spot.y - baseLine(viewport.plot, row, 3))).toBe(side);
      expect(Math.abs(spot.y - baseLine(viewport.plot, row, 3))).toBeLessThan(8);
      expect(drawing.requestAt(spot.x, spot.y, 12)).toBe(request);
    }
  });

  it('are underlined in their row where the selected one counted them', () => {
    const drawing = new DecisionsDrawing();
    const drawn = draw(drawing, chartData, 3, { ...SIGNS, countedRequests: Uint32Array.of(12) });
    const { x, y, size } = drawing.markPosition(12)!;
    const underline = drawn.find(
      ({ call, colour, rect }) => call === 'fillRect' && colour === testTheme.ink && rect[3] === 2,
    );
    expect(underline?.rect).toEqual([x - size / 2, y + size / 2 - 1, size, 2]);
  });

  it('may be half marks and have tails, like all others', () => {
    const drawing = new DecisionsDrawing();
    const drawn = draw(
      drawing,
      chartDataOf([[1000, 1, 2]], { wait: Float64Array.of(500), retry: Uint8Array.of(1) }),
      3,
    );
    const tail = drawn.find(({ call, lineWidth }) => call === 'stroke' && lineWidth === 1.5);
    expect(tail?.path[1]?.at).toEqual([190, drawing.markPosition(10)?.y]);
    const ring = drawn.find(
      ({ call, colour, path }) => call === 'stroke' && colour === testTheme.delayed && path !== tail?.path,
    );
    expect(ring?.path.find(({ to }) => to === 'arc')?.at.slice(3)).toEqual([Math.PI / 2, (3 * Math.PI) / 2]);
  });

  it('of a single process, or in a low plot, share one row', () => {
    const together = (drawing: DecisionsDrawing, drawn: readonly CanvasCall[]) => {
      expect(baseLines(drawn)).toBe(1);
      expect(drawing).toMatchObject({ displayMode: 'marks', rowCount: 1 });
    };
    const one = new DecisionsDrawing();
    together(one, draw(one, chartData, 1));
    const low = new DecisionsDrawing();
    together(low, draw(low, chartData, 3, SIGNS, viewportOf(0, 3200, { height: 100 })));
  });

  it('share one row when a stack is too tall for the row of a node, until it is well below', () => {
    const drawing = new DecisionsDrawing();
    const rowsAfter = (count: number) => {
      draw(drawing, crowdedData(count), 3);
      return [drawing.displayMode, drawing.rowCount];
    };
    // Half a row is 22.5 px: six marks of 3 px and the gap at the base line.
    expect(rowsAfter(6)).toEqual(['marks', 3]);
    expect(rowsAfter(7)).toEqual(['marks', 1]);
    expect(rowsAfter(6)).toEqual(['marks', 1]);
    expect(rowsAfter(5)).toEqual(['marks', 3]);
    expect(rowsAfter(40)).toEqual(['densities', 1]);
  });

  it('keep their levels while the range slides', () => {
    const drawing = new DecisionsDrawing();
    // Less than two pixels apart: each node's next mark is above or below the previous one.
    const stream = Array.from({ length: 60 }, (_, i) => [i * 4, 0, i % 2] as const);
    const slide = (from: number): (number | undefined)[] => {
      const request = Uint32Array.from({ length: 40 }, (_, i) => from + i);
      const range = viewportOf(from * 4, from * 4 + 720);
      draw(drawing, chartDataOf(stream.slice(from, from + 40), { request }), 2, SIGNS, range);
      return [20, 21, 22, 23].map((one) => drawing.markPosition(one)?.y);
    };
    const before = slide(0);
    expect(new Set(before).size).toBe(4);
    // Shifted by an odd number of each node's requests, so that a layout from the left would change all levels.
    expect(slide(6)).toEqual(before);
  });
});
