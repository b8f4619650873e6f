/**
 * A value axis on the canvas: labels and horizontal grid. Where values change with every drag of n, as in levels and window
 * counts, Recharts would take a frame's time for each chart; on paper it would come too late.
 */
import type { YAxisModel } from './ChartLayers.tsx';
import { gridOpacity } from './gridOpacity.ts';
import type { ChartTheme } from './chartTheme.ts';
import { yOf } from './scale.ts';
import { snap, type Viewport } from './viewport.ts';
import type { DrawingContext } from './drawingContext.ts';

/** Between a label and the plot, as on the axes that Recharts draws. */
const LABEL_GAP = 6;
/** Half the height of a digit, with a pixel to spare: a label on the plot's edge stays whole. */
const HALF_LABEL = 6;

export function drawValueAxis(
  ctx: DrawingContext,
  { plot, height, pixelRatio }: Viewport,
  theme: ChartTheme,
  { scale, ticks, grid }: YAxisModel,
): void {
  ctx.save();
  ctx.font = `12px ${theme.font}`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const { at, label } of ticks) {
    const y = yOf(plot, scale, at);
    if (grid) {
      ctx.globalAlpha = gridOpacity(theme);
      ctx.fillStyle = theme.ink;
      ctx.fillRect(plot.x, snap(y - 0.5, pixelRatio), plot.width, 1);
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.ink2;
    ctx.fillText(label, plot.x - LABEL_GAP, Math.max(HALF_LABEL, Math.min(height - HALF_LABEL, y)));
  }
  ctx.restore();
}
