/** Messages per second that the store ran, over the whole run. */
import { useId, useMemo, type ReactElement } from 'react';
import type { ClusterStats } from '../../sim/index.ts';
import type { SmallChartModel, SmallChartPoint } from '../charts/smallChartModel.ts';
import { timeTicks, valueTicks } from '../format/ticks.ts';
import { loadColumns } from './nodeResultsText.ts';
import { PicturedChart } from './PicturedChart.tsx';

const SIZE = { width: 256, height: 134, left: 48, right: 12, top: 8, bottom: 20 };
const TITLE = 'Messages per second at the store';
/** The y axis ends at this multiple of the highest column. */
const HEADROOM = 1.1;

export interface LoadChartProps {
  readonly lane: number;
  readonly cluster: ClusterStats;
  /** The chart's text alternative. */
  readonly description: string;
}

export function LoadChart({ lane, cluster, description }: LoadChartProps): ReactElement {
  const id = useId();
  const subject = useMemo(
    () => ({
      lane,
      name: 'Store load',
      description,
      xName: 'Time',
      yName: TITLE,
      legend: '',
      chartFor: (width: number, height: number) => loadChart(cluster, width, height),
    }),
    [lane, cluster, description],
  );
  return (
    <figure>
      <PicturedChart subject={subject} size={SIZE} describedBy={id} title={TITLE} />
      <figcaption id={id} className="label">
        {description}
      </figcaption>
    </figure>
  );
}

/** A column for each pixel; one that is not empty is at least a pixel high. */
function loadChart({ load, loadBin, peakLoad }: ClusterStats, width: number, height: number): SmallChartModel {
  const end = load.length * loadBin;
  const top = HEADROOM * peakLoad;
  const rates = [...loadColumns({ load, loadBin }, width)];
  // The last column ends with the run.
  const points = [...rates, rates.at(-1) ?? 0].map((rate, column): SmallChartPoint => ({
    x: (column / width) * end,
    y: rate === 0 ? 0 : Math.max(top / height, rate),
  }));
  return {
    x: { scale: 'linear', domain: [0, end], ticks: timeTicks(0, end, width) },
    y: { domain: [0, top], ticks: valueTicks(0, top, { maxTicks: 3 }) },
    series: [{ kind: 'columns', points }],
  };
}
