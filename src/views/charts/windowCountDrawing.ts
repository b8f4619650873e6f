/** One lane's window count as it is drawn: a new run is shown by `show`, without React. */
import type { Instant, LaneChartData, LaneInfo } from '../../sim/index.ts';
import { countBound, type PlacedBound } from './chartBound.ts';
import type { ChartTheme } from './chartTheme.ts';
import { drawAlignedWindows, drawGrid, drawLimit, drawWindowCount } from './drawCurve.ts';
import type { DrawingContext } from './drawingContext.ts';
import { drawValueAxis } from './drawValueAxis.ts';
import { windowCountTicks, type ValueScale } from './scale.ts';
import type { Viewport } from './viewport.ts';

export interface ShownWindowCount {
  /** Null until the first result. */
  readonly laneInfo: Pick<LaneInfo, 'n' | 'windowLength'> | null;
  readonly chartData: Pick<LaneChartData, 'windowCount'> | null;
  /** The axis' top, the same for all lanes: `countAxisTop` of the greatest n and peak. */
  readonly countTop: number;
}

export class WindowCountDrawing {
  #shown: ShownWindowCount = { laneInfo: null, chartData: null, countTop: 1 };

  show(shown: ShownWindowCount): void {
    this.#shown = shown;
  }

  readonly draw = (ctx: DrawingContext, viewport: Viewport, theme: ChartTheme): void => {
    const { laneInfo, chartData } = this.#shown;
    if (laneInfo !== null && chartData !== null)
      drawWindowCount(ctx, viewport, theme, chartData.windowCount, this.#scale, laneInfo.n);
  };

  /** @param grid the instants of its vertical lines */
  drawFront(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, grid: readonly Instant[]): void {
    const { laneInfo, countTop } = this.#shown;
    const scale = this.#scale;
    if (laneInfo !== null) {
      const { n, windowLength } = laneInfo;
      if (windowLength !== null) drawAlignedWindows(ctx, viewport, theme, windowLength);
      const ticks = windowCountTicks(n, countTop, viewport.plot.height);
      drawValueAxis(ctx, viewport, theme, { scale, ticks, grid: true });
    }
    drawGrid(ctx, viewport, theme, grid);
    if (laneInfo !== null) drawLimit(ctx, viewport, theme, scale, laneInfo.n);
  }

  /** The line n as what the hand may drag; null while there is no result. */
  placedBound(lane: number): PlacedBound | null {
    const { laneInfo } = this.#shown;
    return laneInfo && { bound: countBound(lane, laneInfo.n), scale: this.#scale };
  }

  get #scale(): ValueScale {
    return { low: 0, high: this.#shown.countTop };
  }
}
