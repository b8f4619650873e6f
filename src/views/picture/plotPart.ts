/** A plot as a part of a picture, with the place that all plots above one time axis have. */
import type { Draw } from '../charts/liveChart.ts';
import { plotIn, type Gutters, type TimeRange } from '../charts/viewport.ts';
import type { PicturePart } from './picture.ts';
import { PICTURE_THEME } from './pictureTheme.ts';
import { CONTENT_WIDTH, MARGIN } from './textPart.ts';

export const PLOT_GUTTERS: Gutters = { left: 52, right: 8, top: 6, bottom: 6 };
/** Of all charts, in CSS pixels: the columns that their data is asked for. */
export const PLOT_WIDTH = CONTENT_WIDTH - PLOT_GUTTERS.left - PLOT_GUTTERS.right;
export const TIME_AXIS_HEIGHT = 18;

/** @param draws one over the other */
export function plotPart(
  height: number,
  draws: readonly Draw[],
  range: TimeRange,
  gutters: Pick<Gutters, 'top' | 'bottom'> = PLOT_GUTTERS,
): PicturePart {
  const plot = plotIn(CONTENT_WIDTH, height, { ...PLOT_GUTTERS, top: gutters.top, bottom: gutters.bottom });
  return {
    height,
    layers: draws.map((draw) => ({
      x: MARGIN,
      width: CONTENT_WIDTH,
      draw: (ctx, pixelRatio) => draw(ctx, { width: CONTENT_WIDTH, height, plot, ...range, pixelRatio }, PICTURE_THEME),
    })),
  };
}
