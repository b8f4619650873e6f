/** Messages per second that the store ran, over the whole run. */
import { useId, useMemo, type ReactElement } from 'react';
import type { ClusterStats } from '../../sim/index.ts';
import { SmallChart } from '../charts/SmallChart.tsx';
import { plotHeightOf, plotWidthOf, type SmallChartPoint } from '../charts/smallChartModel.ts';
import { timeTicks, valueTicks } from '../format/ticks.ts';
import { loadColumns } from './nodeResultsText.ts';

const SIZE = { width: 256, height: 134, left: 40, right: 12, top: 8, bottom: 20 };
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
  const points = useMemo(() => columnPoints({ load, loadBin }, yMax), [load, loadBin, yMax]);
  return (
    <figure>
      <SmallChart
        label="Store load"
        describedBy={id}
        size={SIZE}
        title="Messages per second at the store"
        x={{ scale: 'linear', domain: [0, end], ticks: timeTicks(0, end, plotWidthOf(SIZE)) }}
        y={{ domain: [0, yMax], ticks: valueTicks(0, yMax, { maxTicks: 3 }) }}
        series={[{ kind: 'columns', points }]}
      />
      <figcaption id={id} className="label">
        {description}
      </figcaption>
    </figure>
  );
}

/** A column for each pixel; one that is not empty is at least a pixel high. */
function columnPoints(stats: Pick<ClusterStats, 'load' | 'loadBin'>, yMax: number): readonly SmallChartPoint[] {
  const width = plotWidthOf(SIZE);
  const end = stats.load.length * stats.loadBin;
  const least = yMax / plotHeightOf(SIZE);
  const rates = [...loadColumns(stats, width)];
  // The last column ends with the run.
  return [...rates, rates.at(-1) ?? 0].map((rate, column) => ({
    x: (column / width) * end,
    y: rate === 0 ? 0 : Math.max(least, rate),
  }));
}
