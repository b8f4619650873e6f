/** Hatching: 45° lines, rising to the right, in a rectangle. It marks "denied" and "over the limit" without a colour. */
import type { DrawingContext } from './drawingContext.ts';

/** One-pixel lines, this far apart along the x axis. */
const HATCH_PITCH = 5;

/**
 * Adds the lines to the current path, over the full height of the rectangle: the caller clips, strokes and restores.
 * They are on a lattice of the whole canvas, so that neighbouring rectangles join and nothing shimmers.
 */
export function hatchPath(
  ctx: DrawingContext,
  x: number,
  y: number,
  width: number,
  height: number,
  pitch = HATCH_PITCH,
): void {
  const bottom = y + height;
  // Along a line x + y is constant, and a multiple of the pitch.
  const last = x + width + bottom;
  for (let intercept = Math.ceil((x + y) / pitch) * pitch; intercept <= last; intercept += pitch) {
    ctx.moveTo(intercept - bottom, bottom);
    ctx.lineTo(intercept - y, y);
  }
}

/** A hatched rectangle. */
export function hatchRect(
  ctx: DrawingContext,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  if (width <= 0 || height <= 0) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  ctx.beginPath();
  hatchPath(ctx, x, y, width, height);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.restore();
}
