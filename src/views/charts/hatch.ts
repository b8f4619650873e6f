/** Hatching: 45° lines, rising to the right, in a rectangle. It says "refused" and "over the limit" without a colour. */

/** Lines a pixel thick, that far apart on the x axis. */
const HATCH_PITCH = 5;

/**
 * Adds the lines to the current path, from edge to edge of the rectangle's height: the caller clips, strokes and
 * restores. They stand on a lattice of the whole canvas, so that neighbouring rectangles join and nothing swims.
 */
export function hatchPath(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  pitch = HATCH_PITCH,
): void {
  const bottom = y + height;
  // Along a line x + y stays the same, and is a multiple of the pitch.
  const last = x + width + bottom;
  for (let intercept = Math.ceil((x + y) / pitch) * pitch; intercept <= last; intercept += pitch) {
    ctx.moveTo(intercept - bottom, bottom);
    ctx.lineTo(intercept - y, y);
  }
}

/** A hatched rectangle. */
export function hatchRect(
  ctx: CanvasRenderingContext2D,
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
