/** A lane's level, with the readout of the window count where that has no chart of its own. */
import { useCallback, useId, useMemo, useRef } from 'react';
import type { LaneSnapshot } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { shownUntil } from '../../store/selectors.ts';
import { levelBound } from '../charts/boundDrag.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { LevelChart } from '../charts/LevelChart.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { pluralize } from '../format/numbers.ts';
import { levelText } from '../text/levelText.ts';
import { levelShapeText } from '../text/shapeText.ts';
import { CountReadout } from './CountReadout.tsx';
import { useCommonChartProps, useDescription, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { useSelectOnClick } from './useSelectOnClick.ts';
import styles from './Lanes.module.css';

export function LevelCell(props: LaneCellProps) {
  const { lane, laneInfo, chartData } = props;
  const chart = useRef<ChartHandle>(null);
  const store = useStoreApi();
  const readout = useCallback(
    (snapshot: LaneSnapshot): string => {
      const { momentsAt, selection } = store.getState();
      return laneInfo === null ? '–' : levelText(laneInfo, snapshot, momentsAt, selection !== null);
    },
    [store, laneInfo],
  );
  useLiveReadout(chart, lane, readout);
  const pointer = useChartPointer(chart, { onClick: useSelectOnClick(chart, lane) });
  const scaleHeld = useAppState((state) => state.scalesHeld);
  const bound = useMemo(() => levelBound(lane, laneInfo), [lane, laneInfo]);
  const id = useId();
  const description = useDescription(props, levelShapeText, (snapshot, at, atText, info) =>
    snapshot.level === null
      ? `No node knows a level for key ${snapshot.key} yet at ${atText}.`
      : `${levelText(info, snapshot, at, store.getState().selection !== null)} at ${atText}, of at most ${pluralize(info.full, ...info.unit)}, for key ${snapshot.key}.`,
  );
  const key = useAppState((state) =>
    state.result !== null && state.result.keyNames.length > 1 ? (state.chartData?.lanes[lane]?.key ?? '') : '',
  );
  return (
    <div className={styles['cell']} data-chart="level" {...pointer}>
      <LevelChart
        {...useCommonChartProps(props, 'Level')}
        ref={chart}
        lane={lane + 1}
        chartData={chartData}
        gauge={laneInfo}
        secondLevelBound={laneInfo?.second?.full}
        bound={bound}
        scaleHeld={scaleHeld}
        shownUntil={useAppState(shownUntil)}
        describedBy={id}
      />
      <div className={styles['corner']}>
        {key !== '' && (
          <span className={styles['key']} title={`key ${key}`}>
            key {key}
          </span>
        )}
        <CountReadout lane={lane} laneInfo={laneInfo} />
      </div>
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}
