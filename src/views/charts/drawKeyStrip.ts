/** One key's decisions in a low strip, by bin: admitted above the base line, denied below and hatched. */
import type { Densities } from '../../sim/index.ts';
import type { ChartTheme } from './chartTheme.ts';
import { drawDensities } from './drawDensities.ts';
import type { DrawingContext } from './drawingContext.ts';
import { baseLine } from './markStack.ts';
import type { Viewport } from './viewport.ts';

/**
 * Square-root heights, as in a rootogram: a single request is still visible beside a key with a hundred in one bin, and
 * is never lower than a third of its half.
 */
const squareRootScale = (share: number): number => Math.max(1 / 3, Math.sqrt(share));

/** @param maxDensity the count per bin that fills half the strip */
export function drawKeyStrip(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  densities: Densities,
  maxDensity: number,
): void {
  drawDensities(ctx, viewport, theme, densities, maxDensity, squareRootScale);
  // Drawn behind the densities, because their hatching is cut out of what is already drawn.
  ctx.save();
  ctx.globalCompositeOperation = 'destination-over';
  ctx.fillStyle = theme.line;
  ctx.fillRect(viewport.plot.x, baseLine(viewport.plot), viewport.plot.width, 1);
  ctx.restore();
}
