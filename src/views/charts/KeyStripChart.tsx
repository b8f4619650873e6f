/** One key's decisions in a low strip, bin by bin: admitted above its base line, denied below and cut by lines. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Densities } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawDensities } from './drawDensities.ts';
import type { Draw } from './liveChart.ts';
import { baseLine } from './markStack.ts';

export interface KeyStripChartProps extends Omit<ChartProps, 'grid'> {
  readonly densities: Densities;
  /** The count a bin that stands for half the strip: `densityTop` of all that are to compare. */
  readonly maxDensity: number;
  readonly label: string;
  readonly ref?: Ref<ChartHandle>;
}

/**
 * As a rootogram has it: beside a key with a hundred requests in a bin, one with a single one is still seen, and never as
 * less than a third of its half.
 */
const squareRootScale = (share: number): number => Math.max(1 / 3, Math.sqrt(share));

export function KeyStripChart({ densities, maxDensity, label, ...rest }: KeyStripChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      drawDensities(ctx, viewport, theme, densities, maxDensity, squareRootScale);
      // Behind it, as lines were cut out of what is drawn below.
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
