/** A small chart of the drawer as a picture: what Recharts shows on the page, larger. */
import type { DrawingContext } from '../charts/drawingContext.ts';
import type { SmallChartFor, SmallChartPoint, SmallChartSeries } from '../charts/smallChartModel.ts';
import { shareOf } from '../charts/axisScale.ts';
import { chartPicture, PICTURED_PLOT, type PicturedLane } from './chartPicture.ts';
import { drawArea, drawDot, drawGrid, drawInPlot, drawLine, heightAt, stepped, type Point } from './drawPictured.ts';
import type { Picture } from './picture.ts';
import { PICTURE_THEME } from './pictureTheme.ts';

/** What a small chart is about. */
export interface SmallChartSubject {
  /** From 0. */
  readonly lane: number;
  readonly name: string;
  /** Its figures in words. */
  readonly description: string;
  readonly xName: string;
  readonly yName: string;
  /** What its lines mean; empty where there is only one. */
  readonly legend: string;
  readonly chartFor: SmallChartFor;
}

const { width: WIDTH, height: HEIGHT } = PICTURED_PLOT;

export function smallChartPicture(subject: SmallChartSubject, about: PicturedLane): Picture {
  const { name, description, xName, yName, legend, chartFor } = subject;
  const { x, y, series } = chartFor(WIDTH, HEIGHT);
  const [low, high] = x.domain;
  const across = (value: number): number => shareOf({ low, high, log: x.scale === 'log' }, value);
  const top = y.domain[1];
  const placed = (point: SmallChartPoint): Point => [WIDTH * across(point.x), heightAt(point.y, top)];
  const up = y.ticks.map(({ at, label }) => ({ share: at / top, label }));
  return chartPicture(about, {
    heading: name,
    sentence: description,
    legend,
    description,
    across: { name: xName, ticks: x.ticks.map(({ at, label }) => ({ share: across(at), label })) },
    up: { name: yName, ticks: up },
    draws: [
      (ctx) => {
        drawGrid(
          ctx,
          up.map(({ share }) => share),
        );
        drawInPlot(ctx, () => {
          for (const { kind, points, look } of series) DRAW[kind](ctx, points.map(placed), look);
        });
      },
    ],
  });
}

type DrawSeries = (ctx: DrawingContext, points: readonly Point[], look: SmallChartSeries['look']) => void;

const drawCurve: DrawSeries = (ctx, points, look) =>
  look === 'dashed' ? drawLine(ctx, points, [4, 3], PICTURE_THEME.ink2) : drawLine(ctx, points);

const DRAW: Readonly<Record<SmallChartSeries['kind'], DrawSeries>> = {
  line: drawCurve,
  steps: (ctx, points, look) => drawCurve(ctx, stepped(points), look),
  columns: (ctx, points) => {
    const corners = stepped(points);
    drawArea(
      ctx,
      corners.map(([x]) => [x, HEIGHT]),
      corners,
      PICTURE_THEME.ink2,
    );
  },
  dots: (ctx, points) => {
    for (const point of points) drawDot(ctx, point);
  },
};
