/**
 * What Recharts draws of a lane's charts: y axes, horizontal grid, and the time axes above the lanes, in its own chunk. The
 * data is drawn on canvas (`ChartLayers.tsx`), within the same fixed gutters.
 */
import { memo, type ReactNode } from 'react';
import { LineChart, XAxis, YAxis, type XAxisTickContentProps, type YAxisTickContentProps } from 'recharts';
import { AXIS_OF_TICKS, GridLines } from './axisParts.tsx';
import type { Tick } from '../format/ticks.ts';
import type { Gutters, TimeRange } from './viewport.ts';
import type { ValueScale } from './scale.ts';

const NO_DATA: readonly never[] = [];
const UNIT_DOMAIN: [number, number] = [0, 1];
const LABEL_GAP = 6;

export interface ChartAxesProps {
  readonly width: number;
  readonly height: number;
  readonly gutters: Gutters;
  readonly scale: ValueScale;
  readonly ticks: readonly Tick[];
  /** Whether each tick has a grid line across the plot. */
  readonly grid: boolean;
}

/**
 * Y axis and grid. The x domain is always [0, 1]: time is mapped in the canvas, so panning does not involve Recharts.
 * Does not render again while the props are identical.
 */
const ChartAxes = memo(function ChartAxes({ width, height, gutters, scale, ticks, grid }: ChartAxesProps) {
  const { left, right, top, bottom } = gutters;
  const plotHeight = height - top - bottom;
  return (
    <LineChart
      width={width}
      height={height}
      data={NO_DATA}
      margin={{ left: 0, right, top, bottom }}
      accessibilityLayer={false}
      className="chart-axes"
      // A chart's description, or its list of decisions, says what these are read for.
      aria-hidden
    >
      {grid && (
        <GridLines ys={ticks.map(({ at }) => top + plotHeight * (1 - (at - scale.low) / (scale.high - scale.low)))} />
      )}
      <XAxis hide dataKey="at" type="number" domain={UNIT_DOMAIN} niceTicks="none" allowDataOverflow />
      <YAxis
        type="number"
        width={left}
        domain={[scale.low, scale.high]}
        allowDataOverflow
        ticks={ticks.map(({ at }) => at)}
        {...AXIS_OF_TICKS}
        axisLine={false}
        tickSize={0}
        tickMargin={LABEL_GAP}
        tick={<YLabel labels={ticks} />}
      />
    </LineChart>
  );
});
export default ChartAxes;

/** Recharts adds the position to the element it is given. */
function YLabel({ x, y, payload, labels }: Partial<YAxisTickContentProps> & Labels): ReactNode {
  return (
    <text className="chart-label" x={x} y={y} dy="0.35em" textAnchor="end">
      {labelOf(labels, payload?.value)}
    </text>
  );
}

interface Labels {
  readonly labels: readonly Tick[];
}

export interface TimeAxisProps extends TimeRange {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly ticks: readonly Tick[];
}

/** The time axis of a column of charts: labels only, the last of them with its unit and inside the axis. */
export const TimeAxis = memo(function TimeAxis({ width, height, left, right, from, to, ticks: all }: TimeAxisProps) {
  const ticks = withoutOverlappedTick(
    all,
    (at) => left + ((at - from) / (to - from)) * (width - left - right),
    width - right / 2,
  );
  return (
    <LineChart
      width={width}
      // Recharts draws no axis for a plot without height.
      height={height + 1}
      data={NO_DATA}
      margin={{ left, right, top: 0, bottom: 0 }}
      accessibilityLayer={false}
      className="chart-axes"
    >
      <XAxis
        // An x axis without a data key uses the row indices, whatever its domain.
        dataKey="at"
        type="number"
        height={height}
        domain={[from, to]}
        allowDataOverflow
        ticks={ticks.map(({ at }) => at)}
        {...AXIS_OF_TICKS}
        axisLine={false}
        tickSize={0}
        tickMargin={0}
        tick={<TimeLabel labels={ticks} middle={height / 2} end={width - right / 2} />}
      />
    </LineChart>
  );
});

/** The last label is moved inside the axis and may then overlap the one before it, which is dropped. */
function withoutOverlappedTick(ticks: readonly Tick[], xOf: (at: number) => number, end: number): readonly Tick[] {
  const [before, last] = ticks.slice(-2);
  if (before === undefined || last === undefined) return ticks;
  const labelWidth = ({ label }: Tick): number => label.length * CHARACTER_WIDTH;
  const start = Math.min(end - labelWidth(last), xOf(last.at) - labelWidth(last) / 2);
  return start < xOf(before.at) + labelWidth(before) / 2 + 4 ? [...ticks.slice(0, -2), last] : ticks;
}

/** Approximate width of a 12 px digit. */
const CHARACTER_WIDTH = 7.2;

interface TimeLabelProps extends Labels {
  readonly middle: number;
  readonly end: number;
}

function TimeLabel({ x, payload, labels, middle, end }: Partial<XAxisTickContentProps> & TimeLabelProps): ReactNode {
  const label = labelOf(labels, payload?.value);
  // A label that would extend beyond the end of the axis is right-aligned with it.
  const over = Number(x) + (label.length * CHARACTER_WIDTH) / 2 > end;
  return (
    <text className="chart-label" x={over ? end : x} y={middle} dy="0.35em" textAnchor={over ? 'end' : 'middle'}>
      {label}
    </text>
  );
}

function labelOf(ticks: readonly Tick[], value: unknown): string {
  return ticks.find(({ at }) => at === value)?.label ?? '';
}
