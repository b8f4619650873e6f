/** Requests admitted in the trailing T against n, on one scale for all lanes. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Duration, LaneLook } from '../../sim/index.ts';
import { ChartLayers, type Axis, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawCount, drawGrid, drawLimit, drawWindows } from './drawCurve.ts';
import type { Draw } from './liveChart.ts';
import { windowTicks } from './scale.ts';

export interface CountChartProps extends ChartProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null until the first result. */
  readonly look: Pick<LaneLook, 'count'> | null;
  readonly n: number;
  /** The axis' top, the same for all lanes: `countTop` of the greatest n and peak. */
  readonly top: number;
  /** The length of the lane's aligned windows, if it has them. */
  readonly windows: Duration | null;
  readonly ref?: Ref<ChartHandle>;
}

export function CountChart({ lane, look, n, top, windows, grid, ...rest }: CountChartProps): ReactNode {
  const curve = look?.count ?? null;
  // Without a result there is no n to speak of.
  const known = curve !== null;
  const axis = useCallback(
    (height: number): Axis => ({
      scale: { low: 0, high: top },
      ticks: known ? windowTicks(n, top, height) : [],
      grid: true,
    }),
    [known, n, top],
  );
  const draw = useCallback<Draw>(
    (ctx, frame, theme) => {
      if (curve !== null) drawCount(ctx, frame, theme, curve, { low: 0, high: top }, n);
    },
    [curve, n, top],
  );
  const drawFront = useCallback<Draw>(
    (ctx, frame, theme) => {
      if (windows !== null) drawWindows(ctx, frame, theme, windows);
      drawGrid(ctx, frame, theme, grid);
      if (known) drawLimit(ctx, frame, theme, { low: 0, high: top }, n);
    },
    [grid, known, n, top, windows],
  );
  return <ChartLayers {...rest} label={`Window count of lane ${lane}`} axis={axis} draw={draw} drawFront={drawFront} />;
}
