/** The lines of rate and burst, the bands of a coarse log's readings, and the bursts that its stamps cannot tell. */
import { memo, type ReactElement } from 'react';
import { Area, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { formatRateShort } from '../../../sim/index.ts';
import { GridLines } from '../../charts/axisParts.tsx';
import { AXIS_LOOK, BAND_LOOK, gridLines, LINE_LOOK, TUNE_MARGIN } from './chartLook.ts';
import styles from './charts.module.css';
import type { DrawnLine, FrontierPoint } from './frontierPoints.ts';
import type { AxisScale } from '../../charts/axisScale.ts';
import { logTicks, permitTicks, TUNE_GUTTERS, tunePlot } from './plotFrame.ts';

interface FrontierPlotProps {
  readonly width: number;
  readonly height: number;
  readonly points: readonly FrontierPoint[];
  readonly lines: readonly DrawnLine[];
  /** The ends of the axis of rates, permits a second, and the upper end of that of capacities. */
  readonly low: number;
  readonly high: number;
  readonly top: number;
  /** Bursts that refill in less, seconds, are not identifiable. */
  readonly leastTime: number;
}

export const FrontierPlot = memo(function FrontierPlot({
  width,
  height,
  points,
  lines,
  low,
  high,
  top,
  leastTime,
}: FrontierPlotProps): ReactElement {
  const plot = tunePlot(width, height);
  const yTicks = permitTicks(top).map(({ at }) => at);
  const x: AxisScale = { low, high, log: true };
  return (
    <ComposedChart
      width={width}
      height={height}
      data={points}
      margin={TUNE_MARGIN}
      accessibilityLayer={false}
      className={styles['chart'] ?? ''}
    >
      {leastTime > 0 && (
        <Area
          dataKey={({ rate }: FrontierPoint) => Math.min(top, leastTime * rate)}
          type="linear"
          stroke="none"
          fill="var(--sunken)"
          fillOpacity={1}
          className="tune-unknown"
          {...LINE_LOOK}
        />
      )}
      <GridLines ys={gridLines(plot, top, yTicks)} />
      <XAxis
        dataKey="rate"
        type="number"
        scale="log"
        domain={[low, high]}
        allowDataOverflow
        ticks={logTicks(x, Math.floor(plot.width / 44))}
        {...AXIS_LOOK}
        tickFormatter={(rate: number) => formatRateShort(rate)}
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
      {lines.map(
        ({ id, hasBand }) =>
          hasBand && (
            <Area key={`${id} band`} dataKey={({ bands }: FrontierPoint) => bands[id]} type="linear" {...BAND_LOOK} />
          ),
      )}
      {lines.map(({ id, dash }) => (
        <Line
          key={id}
          dataKey={id}
          type="linear"
          stroke="var(--ink)"
          strokeWidth={1.5}
          {...(dash === null ? {} : { strokeDasharray: dash })}
          {...LINE_LOOK}
        />
      ))}
    </ComposedChart>
  );
});
