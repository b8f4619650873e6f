/** Requests admitted in the trailing T against n, on one scale for all lanes. */
import { useCallback, useMemo, type ReactNode, type Ref } from 'react';
import type { Duration, LaneChartData } from '../../sim/index.ts';
import type { ChartBound } from './chartBound.ts';
import { useBoundHandle } from './boundHandleLoader.ts';
import { ChartLayers, type YAxisModel, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawWindowCount, drawGrid, drawLimit, drawAlignedWindows } from './drawCurve.ts';
import { drawValueAxis } from './drawValueAxis.ts';
import type { Draw } from './liveChart.ts';
import { windowCountTicks } from './scale.ts';

export interface WindowCountChartProps extends ChartProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null until the first result. */
  readonly chartData: Pick<LaneChartData, 'windowCount'> | null;
  readonly n: number;
  /** The axis' top, the same for all lanes: `countAxisTop` of the greatest n and peak. */
  readonly yMax: number;
  /** The length of the lane's aligned windows, if it has any. */
  readonly windowLength: Duration | null;
  /** The line that the hand may drag: n. */
  readonly bound?: ChartBound | null;
  readonly ref?: Ref<ChartHandle>;
}

export function WindowCountChart({
  lane,
  chartData,
  n,
  yMax,
  windowLength,
  bound = null,
  grid,
  ...rest
}: WindowCountChartProps): ReactNode {
  const curve = chartData?.windowCount ?? null;
  // Without a result there is no meaningful n.
  const hasResult = curve !== null;
  const scale = useMemo(() => ({ low: 0, high: yMax }), [yMax]);
  const axis = useCallback(
    (height: number): YAxisModel => ({
      scale,
      ticks: hasResult ? windowCountTicks(n, yMax, height) : [],
      grid: true,
    }),
    [hasResult, n, yMax, scale],
  );
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      if (curve !== null) drawWindowCount(ctx, viewport, theme, curve, scale, n);
    },
    [curve, n, scale],
  );
  const drawFront = useCallback<Draw>(
    (ctx, viewport, theme) => {
      if (windowLength !== null) drawAlignedWindows(ctx, viewport, theme, windowLength);
      drawValueAxis(ctx, viewport, theme, axis(viewport.plot.height));
      drawGrid(ctx, viewport, theme, grid);
      if (hasResult) drawLimit(ctx, viewport, theme, scale, n);
    },
    [grid, hasResult, n, scale, windowLength, axis],
  );
  const handle = useBoundHandle();
  return (
    <ChartLayers {...rest} label={`Window count of lane ${lane}`} axis={null} draw={draw} drawFront={drawFront}>
      {handle !== null && hasResult && bound !== null && (
        <handle.BoundHandle bound={bound} scale={scale} gutters={rest.gutters} />
      )}
    </ChartLayers>
  );
}
