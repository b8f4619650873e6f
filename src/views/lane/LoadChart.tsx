/** How many messages the store ran a second, over the whole run. */
import { useId, useMemo, type ReactElement } from 'react';
import type { ClusterStats } from '../../sim/index.ts';
import { timeTicks, valueTicks } from '../format/ticks.ts';
import { loadColumns } from './nodeResultsText.ts';
import styles from './LaneNodes.module.css';

const WIDTH = 256;
const HEIGHT = 152;
const LEFT = 40;
const RIGHT = 12;
const TOP = 26;
const BOTTOM = 20;
const PLOT = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
/** Above the highest column there is as much of the plot free. */
const HEADROOM = 1.1;

export interface LoadChartProps {
  readonly cluster: ClusterStats;
  /** The same in a sentence. */
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
    <figure className={styles['load']}>
      <svg
        viewBox={`${-LEFT} ${-TOP} ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label="Store load"
        aria-describedby={id}
      >
        <text className={styles['tick']} x={-LEFT} y={-TOP + 11}>
          Messages a second at the store
        </text>
        {valueTicks(0, yMax, { maxTicks: 3 }).map(({ at, label }) => (
          <g key={at} transform={`translate(0 ${yOf(at)})`}>
            <path className={styles['grid']} d={`M0 0H${PLOT.width}`} />
            <text className={styles['tick']} x={-6} dy="0.35em" textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {timeTicks(0, end, PLOT.width).map(({ at, label }) => (
          <text
            key={at}
            className={styles['tick']}
            x={(at / end) * PLOT.width}
            y={PLOT.height + 15}
            textAnchor="middle"
          >
            {label}
          </text>
        ))}
        <path className={styles['columns']} d={columnsPath(columns, yOf)} />
        <path className={styles['axis']} d={`M0 0V${PLOT.height}H${PLOT.width}`} />
      </svg>
      <figcaption id={id} className="label">
        {description}
      </figcaption>
    </figure>
  );
}

/** One shape of all columns; what is not nothing is at least a pixel high. */
function columnsPath(columns: Float64Array, yOf: (rate: number) => number): string {
  let d = '';
  columns.forEach((rate, x) => {
    if (rate > 0) d += `M${x} ${PLOT.height}V${Math.min(PLOT.height - 1, yOf(rate)).toFixed(1)}h1V${PLOT.height}Z`;
  });
  return d;
}
