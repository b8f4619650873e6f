/** What Recharts draws of a small chart. */
import type { ReactElement } from 'react';
import { Area, ComposedChart, Line, Scatter, XAxis, YAxis } from 'recharts';
import { cx } from '../ui/cx.ts';
import { AXIS_OF_TICKS, AxisText, GridLines } from './axisParts.tsx';
import styles from './SmallChart.module.css';
import {
  plotHeightOf,
  type SmallChartAxis,
  type SmallChartModel,
  type SmallChartSeries,
  type SmallChartSize,
} from './smallChartModel.ts';

interface SmallChartPlotProps extends SmallChartModel {
  readonly size: SmallChartSize;
}

export default function SmallChartPlot({ size, x, y, series }: SmallChartPlotProps): ReactElement {
  const { width, height, left, right, top, bottom } = size;
  const [low, high] = y.domain;
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ left: 0, right, top, bottom: 0 }}
      accessibilityLayer={false}
      className="chart-axes"
    >
      <GridLines ys={y.ticks.map(({ at }) => top + plotHeightOf(size) * (1 - (at - low) / (high - low)))} />
      <XAxis
        dataKey="x"
        type="number"
        scale={x.scale}
        domain={[...x.domain]}
        height={bottom}
        {...ticksOf(x)}
        axisLine={AXIS_LINE}
      />
      <YAxis dataKey="y" type="number" domain={[...y.domain]} width={left} {...ticksOf(y)} axisLine={AXIS_LINE} />
      {series.map((each, index) => drawn(each, index))}
    </ComposedChart>
  );
}

function drawn({ kind, points, look }: SmallChartSeries, index: number): ReactElement {
  const shared = {
    data: [...points],
    dataKey: 'y' as const,
    isAnimationActive: false,
    className: cx(styles[kind], look !== undefined && styles[look]),
  };
  // A chart's series stay where they are.
  if (kind === 'dots') return <Scatter key={index} {...shared} shape={Dot} />;
  const curve = { ...shared, type: kind === 'line' ? 'linear' : 'stepAfter', dot: false } as const;
  return kind === 'columns' ? <Area key={index} {...curve} stroke="none" /> : <Line key={index} {...curve} />;
}

const AXIS_LINE = { stroke: 'var(--ink-2)' };

const ticksOf = ({ ticks }: SmallChartAxis) => ({
  ticks: ticks.map(({ at }) => at),
  tickFormatter: (at: number) => ticks.find((tick) => tick.at === at)?.label ?? '',
  ...AXIS_OF_TICKS,
  tick: AxisText,
  allowDataOverflow: true,
  tickMargin: 4,
});

function Dot({ cx: x, cy: y }: { cx?: number | undefined; cy?: number | undefined }): ReactElement {
  return <circle cx={x} cy={y} r={4.5} />;
}
