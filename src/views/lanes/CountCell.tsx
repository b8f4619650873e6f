/** A lane's window count: what it admitted in the T up to each instant, against n. */
import { useCallback, useId, useMemo, useRef } from 'react';
import { SECOND, type LaneSnapshot } from '../../sim/index.ts';
import { countBound } from '../charts/chartBound.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { WindowCountChart } from '../charts/WindowCountChart.tsx';
import { formatCount, pluralize } from '../format/numbers.ts';
import { NBSP } from '../format/short.ts';
import { formatDuration } from '../format/time.ts';
import { windowCountShapeText } from '../text/shapeText.ts';
import { ChartDescription, type ChartWords } from './ChartDescription.tsx';
import { commonChartProps, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { useSelectOnClick } from './useSelectOnClick.ts';
import styles from './Lanes.module.css';

export function CountCell({ lane, laneInfo, chartData, shared }: LaneCellProps) {
  const chart = useRef<ChartHandle>(null);
  const n = laneInfo?.n ?? 0;
  const T = formatDuration((laneInfo?.T ?? 0) / SECOND).replaceAll(' ', NBSP);
  const { named } = shared;
  useLiveReadout(
    chart,
    lane,
    useCallback(
      (snapshot: LaneSnapshot) => `${formatCount(snapshot.count)} of ${formatCount(n)}${named ? ` in ${T}` : ''}`,
      [n, T, named],
    ),
  );
  const pointer = useChartPointer(chart, { onClick: useSelectOnClick(chart, lane) });
  const bound = useMemo(() => countBound(lane, n), [lane, n]);
  const id = useId();
  return (
    <div className={styles['cell']} data-chart="count" {...pointer}>
      <WindowCountChart
        {...commonChartProps(shared, 'Window count')}
        ref={chart}
        lane={lane + 1}
        chartData={chartData}
        n={n}
        yMax={shared.countTop}
        windowLength={laneInfo?.windowLength ?? null}
        bound={bound}
        describedBy={id}
      />
      <ChartDescription id={id} lane={lane} words={WORDS} />
    </div>
  );
}

const WORDS: ChartWords = {
  shape: windowCountShapeText,
  moment: ({ snapshot: { count }, atText }, { n, T }) =>
    `${pluralize(count, 'request')} admitted in the ${formatDuration(T / SECOND)} up to ${atText}; the limit is ${formatCount(n)}.`,
};
