/**
 * Lines, bands and grid of charts that Recharts draws, in their pictures. On the page they are elements that take their look
 * from its styles; a picture has neither, so here the same points are drawn on a context, by the same scales.
 */
import type { DrawingContext } from '../charts/drawingContext.ts';
import { PICTURE_THEME } from './pictureTheme.ts';
import { PICTURED_PLOT } from './chartPicture.ts';

const { width: WIDTH, height: HEIGHT } = PICTURED_PLOT;

/** CSS pixels of the plot. */
export type Point = readonly [x: number, y: number];

/** Further above its plot than anything is seen, but finite: some bursts pass no bucket at all. */
const OUT_OF_SIGHT = -100 * HEIGHT;

/** Where a value is on an axis from 0 to `top`; what is greater is above the plot. */
export function heightAt(value: number, top: number): number {
  return Math.max(OUT_OF_SIGHT, HEIGHT * (1 - value / top));
}

/** The corners of a staircase: each value holds up to the next place. */
export function stepped(points: readonly Point[]): readonly Point[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    return before === undefined ? [point] : [[point[0], before[1]] as const, point];
  });
}

export function drawGrid(ctx: DrawingContext, shares: readonly number[]): void {
  ctx.fillStyle = PICTURE_THEME.grid;
  for (const share of shares) ctx.fillRect(0, HEIGHT * (1 - share) - 0.5, WIDTH, 1);
}

/** Nothing outside the plot. */
export function drawInPlot(ctx: DrawingContext, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  // A line along an end of the axis is seen in its full width.
  ctx.rect(0, -1, WIDTH, HEIGHT + 2);
  ctx.clip();
  draw();
  ctx.restore();
}

export function drawLine(
  ctx: DrawingContext,
  points: readonly Point[],
  dash: readonly number[] = [],
  colour = PICTURE_THEME.ink,
): void {
  ctx.save();
  tracePath(ctx, points);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.lineJoin = 'round';
  ctx.setLineDash([...dash]);
  ctx.stroke();
  ctx.restore();
}

/** On a ring of the ground, which sets it apart from the lines that it lies on. */
export function drawDot(ctx: DrawingContext, [x, y]: Point): void {
  ctx.beginPath();
  ctx.arc(x, y, 5, 0, 2 * Math.PI);
  ctx.fillStyle = PICTURE_THEME.ink;
  ctx.fill();
  ctx.strokeStyle = PICTURE_THEME.surface;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

/** What lies between two lines. */
export function drawArea(
  ctx: DrawingContext,
  lower: readonly Point[],
  upper: readonly Point[],
  colour: string,
  opacity = 1,
): void {
  ctx.save();
  tracePath(ctx, [...lower, ...upper.toReversed()]);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.globalAlpha = opacity;
  ctx.fill();
  ctx.restore();
}

/** From the least to the most over the readings of a coarse log. */
export function drawBand(ctx: DrawingContext, least: readonly Point[], most: readonly Point[]): void {
  drawArea(ctx, least, most, PICTURE_THEME.ink, 0.14);
}

/** A name in the plot, from its left end. @param middle of its line */
export function drawName(ctx: DrawingContext, text: string, left: number, middle: number, present = false): void {
  ctx.save();
  ctx.font = `${present ? '600 ' : ''}12px ${PICTURE_THEME.font}`;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = present ? PICTURE_THEME.ink : PICTURE_THEME.ink2;
  ctx.fillText(text, left, middle);
  ctx.restore();
}

function tracePath(ctx: DrawingContext, points: readonly Point[]): void {
  ctx.beginPath();
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  }
}
