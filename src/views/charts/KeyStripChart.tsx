/** One key's decisions in a low strip, by bin: admitted above the base line, denied below and hatched. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Densities } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawDensities } from './drawDensities.ts';
import type { Draw } from './liveChart.ts';
import { baseLine } from './markStack.ts';

export interface KeyStripChartProps extends Omit<ChartProps, 'grid'> {
  readonly densities: Densities;
  /** The count per bin that fills half the strip: `maxDensityOf` all strips compared. */
  readonly maxDensity: number;
  readonly label: string;
  readonly ref?: Ref<ChartHandle>;
}

/**
 * Square-root heights, as in a rootogram: a single request is still visible beside a key with a hundred in one bin, and
 * is never lower than a third of its half.
 */
const squareRootScale = (share: number): number => Math.max(1 / 3, Math.sqrt(share));

export function KeyStripChart({ densities, maxDensity, label, ...rest }: KeyStripChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      drawDensities(ctx, viewport, theme, densities, maxDensity, squareRootScale);
      // Drawn behind the densities, because their hatching is cut out of what is already drawn.
      ctx.save();
      ctx.globalCompositeOperation = 'destination-over';
      ctx.fillStyle = theme.line;
      ctx.fillRect(viewport.plot.x, baseLine(viewport.plot), viewport.plot.width, 1);
      ctx.restore();
    },
    [densities, maxDensity],
  );
  return <ChartLayers {...rest} label={label} axis={null} draw={draw} drawFront={null} readout={false} />;
}
