/** One key's decisions in a low strip, bin by bin: admitted above its base line, denied below and cut by lines. */
import { useCallback, type ReactNode, type Ref } from 'react';
import type { Densities } from '../../sim/index.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawDensities } from './drawDensities.ts';
import type { Draw } from './liveChart.ts';
import { baseLine } from './stack.ts';

export interface StripChartProps extends Omit<ChartProps, 'grid'> {
  readonly strip: Densities;
  /** The count a bin that stands for half the strip: `densityTop` of all that are to compare. */
  readonly top: number;
  readonly label: string;
  readonly ref?: Ref<ChartHandle>;
}

/**
 * As a rootogram has it: beside a key with a hundred requests in a bin, one with a single one is still seen, and never as
 * less than a third of its half.
 */
const ROOT = (share: number): number => Math.max(1 / 3, Math.sqrt(share));

export function StripChart({ strip, top, label, ...rest }: StripChartProps): ReactNode {
  const draw = useCallback<Draw>(
    (ctx, frame, theme) => {
      drawDensities(ctx, frame, theme, strip, top, ROOT);
      // Behind it, as lines were cut out of what is drawn below.
      ctx.save();
      ctx.globalCompositeOperation = 'destination-over';
      ctx.fillStyle = theme.line;
      ctx.fillRect(frame.plot.x, baseLine(frame.plot), frame.plot.width, 1);
      ctx.restore();
    },
    [strip, top],
  );
  return <ChartLayers {...rest} label={label} axis={null} draw={draw} drawFront={null} readout={false} />;
}
