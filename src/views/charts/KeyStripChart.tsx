/** One key's decisions in a low strip, by bin: admitted above the base line, denied below and hatched. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Densities } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawKeyStrip } from './drawKeyStrip.ts';
import type { Draw } from './liveChart.ts';

export interface KeyStripChartProps extends Omit<ChartProps, 'grid'> {
  readonly densities: Densities;
  /** The count per bin that fills half the strip: `maxDensityOf` all strips compared. */
  readonly maxDensity: number;
  readonly label: string;
  readonly ref?: Ref<ChartHandle>;
}

export function KeyStripChart({ densities, maxDensity, label, ...rest }: KeyStripChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => drawKeyStrip(ctx, viewport, theme, densities, maxDensity),
    [densities, maxDensity],
  );
  return <ChartLayers {...rest} label={label} axis={null} draw={draw} drawFront={null} readout={false} />;
}
