/** A lane's level, with the readout of the window count where that has no chart of its own. */
import { useCallback, useId, useMemo, useRef } from 'react';
import type { LaneSnapshot } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { shownUntil } from '../../store/selectors.ts';
import { levelBound } from '../charts/chartBound.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { LevelChart } from '../charts/LevelChart.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { pluralize } from '../format/numbers.ts';
import { levelText } from '../text/levelText.ts';
import { levelShapeText } from '../text/shapeText.ts';
import { CountReadout } from './CountReadout.tsx';
import { ChartDescription, type ChartWords } from './ChartDescription.tsx';
import { commonChartProps, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { useSelectOnClick } from './useSelectOnClick.ts';
import styles from './Lanes.module.css';

export function LevelCell({ lane, laneInfo, chartData, shared }: LaneCellProps) {
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
  const key = useAppState((state) =>
    state.result !== null && state.result.keyNames.length > 1 ? (state.chartData?.lanes[lane]?.key ?? '') : '',
  );
  return (
    <div className={styles['cell']} data-chart="level" data-keyed={key !== '' || undefined} {...pointer}>
      <LevelChart
        {...commonChartProps(shared, 'Level')}
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
      <ChartDescription id={id} lane={lane} words={WORDS} />
    </div>
  );
}

const WORDS: ChartWords = {
  shape: levelShapeText,
  moment: ({ snapshot, at, atText, selected }, laneInfo) =>
    snapshot.level === null
      ? `No node knows a level for key ${snapshot.key} yet at ${atText}.`
      : `${levelText(laneInfo, snapshot, at, selected)} at ${atText}, of at most ${pluralize(laneInfo.full, ...laneInfo.unit)}, for key ${snapshot.key}.`,
};
