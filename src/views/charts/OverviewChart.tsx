/** The overview strip: the whole run, from 0 to its end. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Overview } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawOverview } from './drawOverview.ts';
import type { Draw } from './liveChart.ts';

export interface OverviewChartProps extends Omit<ChartProps, 'grid'> {
  /** Null until the first result. */
  readonly overview: Overview | null;
  readonly ref?: Ref<ChartHandle>;
}

export function OverviewChart({ overview, ...rest }: OverviewChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      if (overview !== null) drawOverview(ctx, viewport, theme, overview);
    },
    [overview],
  );
  return <ChartLayers {...rest} label={null} axis={null} draw={draw} drawFront={null} readout={false} veiled={false} />;
}
