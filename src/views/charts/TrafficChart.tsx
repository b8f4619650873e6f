/** The arrivals of the traffic track, with playhead and crosshair; the phases' blocks are drawn around it. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { TrafficChartData } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawTraffic } from './drawTraffic.ts';
import type { Draw } from './liveChart.ts';

export interface TrafficChartProps extends Omit<ChartProps, 'grid'> {
  /** Null until the first result. */
  readonly chartData: TrafficChartData | null;
  /** Instants of manually sent requests, ascending; they get a ▴. */
  readonly sent?: Float64Array | null;
  /** Instants of selected requests, ascending; they get a ring. */
  readonly selected?: Float64Array | null;
  readonly ref?: Ref<ChartHandle>;
}

export function TrafficChart({ chartData, sent = null, selected = null, ...rest }: TrafficChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      if (chartData !== null) drawTraffic(ctx, viewport, theme, chartData, sent, selected);
    },
    [chartData, sent, selected],
  );
  return <ChartLayers {...rest} label={null} axis={null} draw={draw} drawFront={null} readout={false} veiled={false} />;
}
