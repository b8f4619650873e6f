/** Messages per second that the store ran, over the whole run. */
import { useId, useMemo, type ReactElement } from 'react';
import type { ClusterStats } from '../../sim/index.ts';
import { timeTicks, valueTicks } from '../format/ticks.ts';
import { loadColumns } from './nodeResultsText.ts';
import styles from './LoadChart.module.css';
import { plotOf, SmallChart } from './SmallChart.tsx';

const SIZE = { width: 256, height: 152, left: 40, right: 12, top: 26, bottom: 20 };
const PLOT = plotOf(SIZE);
/** The y axis ends at this multiple of the highest column. */
const HEADROOM = 1.1;

export interface LoadChartProps {
  readonly cluster: ClusterStats;
  /** The chart's text alternative. */
  readonly description: string;
}

export function LoadChart({ cluster, description }: LoadChartProps): ReactElement {
  const id = useId();
  const { load, loadBin, peakLoad } = cluster;
  const end = load.length * loadBin;
  const yMax = HEADROOM * peakLoad;
  const yOf = (rate: number): number => (1 - rate / yMax) * PLOT.height;
  const columns = useMemo(() => loadColumns({ load, loadBin }, PLOT.width), [load, loadBin]);
  return (
    <figure>
      <SmallChart
        label="Store load"
        describedBy={id}
        size={SIZE}
        title="Messages per second at the store"
        xTicks={timeTicks(0, end, PLOT.width)}
        yTicks={valueTicks(0, yMax, { maxTicks: 3 })}
        xOf={(at) => (at / end) * PLOT.width}
        yOf={yOf}
        labelDrop={15}
      >
        <path className={styles['columns']} d={columnsPath(columns, yOf)} />
      </SmallChart>
      <figcaption id={id} className="label">
        {description}
      </figcaption>
    </figure>
  );
}

/** One path for all columns; a non-zero column is at least a pixel high. */
function columnsPath(columns: Float64Array, yOf: (rate: number) => number): string {
  let d = '';
  columns.forEach((rate, x) => {
    if (rate > 0) d += `M${x} ${PLOT.height}V${Math.min(PLOT.height - 1, yOf(rate)).toFixed(1)}h1V${PLOT.height}Z`;
  });
  return d;
}
