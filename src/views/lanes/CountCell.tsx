/** A lane's window count: what it admitted in the T up to each instant, against n. */
import { useCallback, useId, useRef, useState } from 'react';
import type { LaneSnapshot } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { laneChartData, laneFrame } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { CurveChart } from '../charts/CurveChart.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { WindowCountDrawing, type ShownWindowCount } from '../charts/windowCountDrawing.ts';
import { LaterChartDescription } from './LaterChartDescription.tsx';
import { windowCountText } from './CountReadout.tsx';
import { commonChartProps, useDrawnRun, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { useSelectOnClick } from './useSelectOnClick.ts';
import styles from './Lanes.module.css';

export function CountCell({ lane, shared }: LaneCellProps) {
  const chart = useRef<ChartHandle>(null);
  const store = useStoreApi();
  const { named, scales } = shared;
  const [drawing] = useState(() => new WindowCountDrawing());
  useDrawnRun(
    chart,
    lane,
    drawing,
    useCallback(
      (state: State): ShownWindowCount => ({
        laneInfo: laneFrame(state, lane),
        chartData: laneChartData(state, lane),
        countTop: scales.of(state).countTop,
      }),
      [lane, scales],
    ),
  );
  const readout = useCallback(
    (snapshot: LaneSnapshot): string => windowCountText(snapshot, laneFrame(store.getState(), lane), named),
    [store, lane, named],
  );
  useLiveReadout(chart, lane, readout);
  const pointer = useChartPointer(chart, { onClick: useSelectOnClick(chart, lane) });
  const id = useId();
  return (
    <div className={styles['cell']} data-chart="count" {...pointer}>
      <CurveChart
        {...commonChartProps(shared, 'Window count')}
        ref={chart}
        lane={lane}
        label={`Window count of lane ${lane + 1}`}
        drawing={drawing}
        describedBy={id}
      />
      <LaterChartDescription id={id} lane={lane} chart="count" />
    </div>
  );
}
