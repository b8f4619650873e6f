/**
 * The staircase of the clients' busiest T, and around it the band of a coarse log's readings. It does not depend on n: while n
 * is dragged, Recharts has nothing to draw.
 */
import { memo, type ReactElement } from 'react';
import { Area, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { GridLines } from '../../charts/axisParts.tsx';
import type { Step } from './busiest.ts';
import styles from './charts.module.css';
import { AXIS_LOOK, BAND_LOOK, gridLines, LINE_LOOK, TUNE_MARGIN } from './chartLook.ts';
import { clientTicks, permitTicks, TUNE_GUTTERS, tunePlot } from './plotFrame.ts';

interface StairsPlotProps {
  readonly width: number;
  readonly height: number;
  readonly steps: readonly Step[];
  readonly clients: number;
  /** The upper end of the axis of permits. */
  readonly top: number;
}

export const StairsPlot = memo(function StairsPlot({
  width,
  height,
  steps,
  clients,
  top,
}: StairsPlotProps): ReactElement {
  const plot = tunePlot(width, height);
  const yTicks = permitTicks(top).map(({ at }) => at);
  return (
    <ComposedChart
      width={width}
      height={height}
      data={steps}
      margin={TUNE_MARGIN}
      accessibilityLayer={false}
      className={styles['chart'] ?? ''}
    >
      <GridLines ys={gridLines(plot, top, yTicks)} />
      <XAxis
        dataKey="client"
        type="number"
        domain={[0, clients]}
        ticks={clientTicks(clients).map(({ at }) => at)}
        {...AXIS_LOOK}
        height={TUNE_GUTTERS.bottom}
      />
      <YAxis
        type="number"
        domain={[0, top]}
        allowDataOverflow
        ticks={yTicks}
        {...AXIS_LOOK}
        width={TUNE_GUTTERS.left}
      />
      {steps.some(({ band: [least, most] }) => least < most) && <Area dataKey="band" type="stepAfter" {...BAND_LOOK} />}
      <Line dataKey="permits" type="stepAfter" stroke="var(--ink)" strokeWidth={1.5} {...LINE_LOOK} />
    </ComposedChart>
  );
});
