/** A curve over time with its value axis and the line of its limit, which the hand may drag: a level or a window count. */
import { useCallback, useRef, type ReactNode, type Ref } from 'react';
import type { Instant } from '../../sim/index.ts';
import type { PlacedHandle } from './BoundHandle.tsx';
import { useBoundHandle } from './boundHandleLoader.ts';
import type { PlacedBound } from './chartBound.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';
import type { Draw } from './liveChart.ts';
import type { Viewport } from './viewport.ts';

/** What a curve's chart draws. It takes new data by itself; the chart is then told to redraw. */
export interface CurveDrawing {
  readonly draw: Draw;
  /** @param grid the instants of its vertical lines */
  drawFront(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, grid: readonly Instant[]): void;
  /** The limit as what the hand may drag; null where there is none. */
  placedBound(lane: number): PlacedBound | null;
}

export interface CurveChartProps extends ChartProps {
  /** From 0. */
  readonly lane: number;
  /** The accessible name. */
  readonly label: string;
  readonly drawing: CurveDrawing;
  readonly ref?: Ref<ChartHandle>;
}

export function CurveChart({ lane, drawing, grid, ...rest }: CurveChartProps): ReactNode {
  const placed = useRef<PlacedHandle>(null);
  const drawFront = useCallback<Draw>(
    (ctx, viewport, theme) => drawing.drawFront(ctx, viewport, theme, grid),
    [drawing, grid],
  );
  const placedBound = useCallback(() => drawing.placedBound(lane), [drawing, lane]);
  const place = useCallback(() => placed.current?.place(), []);
  const handle = useBoundHandle();
  return (
    <ChartLayers {...rest} axis={null} draw={drawing.draw} drawFront={drawFront} onRedraw={place}>
      {handle !== null && <handle.BoundHandle ref={placed} placedBound={placedBound} gutters={rest.gutters} />}
    </ChartLayers>
  );
}
