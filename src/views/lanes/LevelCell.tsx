/** A lane's level, with the readout of the window count where that has no chart of its own. */
import { useCallback, useId, useRef, useState } from 'react';
import type { LaneSnapshot } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { laneChartData, laneFrame, shownUntil } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { CurveChart } from '../charts/CurveChart.tsx';
import { LevelDrawing, type ShownLevel } from '../charts/levelDrawing.ts';
import { levelExtremes } from '../charts/scale.ts';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { levelText } from '../text/levelText.ts';
import { CountReadout } from './CountReadout.tsx';
import { LaterChartDescription } from './LaterChartDescription.tsx';
import { commonChartProps, useDrawnRun, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { useSelectOnClick } from './useSelectOnClick.ts';
import styles from './Lanes.module.css';

export function LevelCell({ lane, shared }: LaneCellProps) {
  const chart = useRef<ChartHandle>(null);
  const store = useStoreApi();
  const [drawing] = useState(() => new LevelDrawing());
  useDrawnRun(
    chart,
    lane,
    drawing,
    useCallback(
      (state: State): ShownLevel => {
        const chartData = laneChartData(state, lane);
        return {
          laneInfo: laneFrame(state, lane),
          chartData,
          ...levelExtremes(chartData, shownUntil(state)),
          scaleHeld: state.scalesHeld,
        };
      },
      [lane],
    ),
  );
  const readout = useCallback(
    (snapshot: LaneSnapshot): string => {
      const state = store.getState();
      const laneInfo = laneFrame(state, lane);
      return laneInfo === null ? '–' : levelText(laneInfo, snapshot, state.momentsAt, state.selection !== null);
    },
    [store, lane],
  );
  useLiveReadout(chart, lane, readout);
  const pointer = useChartPointer(chart, { onClick: useSelectOnClick(chart, lane) });
  const id = useId();
  const key = useAppState((state) =>
    state.result !== null && state.result.keyNames.length > 1 ? (laneChartData(state, lane)?.key ?? '') : '',
  );
  return (
    <div className={styles['cell']} data-chart="level" data-keyed={key !== '' || undefined} {...pointer}>
      <CurveChart
        {...commonChartProps(shared, 'Level')}
        ref={chart}
        lane={lane}
        label={`Level of lane ${lane + 1}`}
        drawing={drawing}
        describedBy={id}
      />
      <div className={styles['corner']}>
        {key !== '' && (
          <span className={styles['key']} title={`key ${key}`}>
            key {key}
          </span>
        )}
        <CountReadout lane={lane} />
      </div>
      <LaterChartDescription id={id} lane={lane} chart="level" />
    </div>
  );
}
