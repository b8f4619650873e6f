/** The arrivals of the traffic track, with playhead and crosshair; the phases' blocks are drawn around it. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Instant, TrafficLook } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawTraffic } from './drawTraffic.ts';
import type { Draw } from './liveChart.ts';

export interface TrafficChartProps extends Omit<ChartProps, 'grid'> {
  /** Null until the first result. */
  readonly look: TrafficLook | null;
  /** The start of the range for which the look was made. */
  readonly lookFrom: Instant;
  /** Requests sent by hand, rising; they get a ▴. */
  readonly sent?: Float64Array | null;
  /** Selected requests, rising; they get a ring. */
  readonly marked?: Float64Array | null;
  readonly ref?: Ref<ChartHandle>;
}

export function TrafficChart({ look, lookFrom, sent = null, marked = null, ...rest }: TrafficChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, frame, theme) => {
      if (look !== null) drawTraffic(ctx, frame, theme, look, lookFrom, sent, marked);
    },
    [look, lookFrom, sent, marked],
  );
  return <ChartLayers {...rest} label={null} axis={null} draw={draw} drawFront={null} readout={false} veiled={false} />;
}
