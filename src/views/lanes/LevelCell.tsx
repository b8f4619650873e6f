/** A lane's level, with the readout of the window count where that has no chart of its own. */
import { useCallback, useId, useMemo, useRef } from 'react';
import type { LaneSnapshot } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { levelBound } from '../charts/boundDrag.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { LevelChart } from '../charts/LevelChart.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { pluralize } from '../format/numbers.ts';
import { CountReadout } from './CountReadout.tsx';
import { useCommonChartProps, useDescription, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { useSelectOnClick } from './useSelectOnClick.ts';
import styles from './Lanes.module.css';

export function LevelCell(props: LaneCellProps) {
  const { lane, laneInfo, chartData } = props;
  const chart = useRef<ChartHandle>(null);
  const unit = laneInfo?.unit;
  const second = laneInfo?.second?.unit;
  const levelText = useCallback(
    (snapshot: LaneSnapshot): string => {
      if (unit === undefined || snapshot.level === null) return '–';
      const level = pluralize(Math.round(snapshot.level * 1000) / 1000, ...unit);
      if (second === undefined || snapshot.second === null) return level;
      return `${level}, ${pluralize(Math.round(snapshot.second * 1000) / 1000, ...second)}`;
    },
    [unit, second],
  );
  useLiveReadout(chart, lane, levelText);
  const pointer = useChartPointer(chart, { onClick: useSelectOnClick(chart, lane) });
  const scaleHeld = useAppState((state) => state.scalesHeld);
  const bound = useMemo(() => levelBound(lane, laneInfo), [lane, laneInfo]);
  const id = useId();
  const description = useDescription(lane, (snapshot, at) =>
    laneInfo === null
      ? ''
      : snapshot.level === null
        ? `No node knows a level for key ${snapshot.key} yet at ${at}.`
        : `${levelText(snapshot)} at ${at}, of at most ${pluralize(laneInfo.full, ...laneInfo.unit)}, for key ${snapshot.key}.`,
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
        describedBy={id}
      />
      <div className={styles['corner']}>
        {key !== '' && <span className={styles['key']}>key {key}</span>}
        <CountReadout lane={lane} laneInfo={laneInfo} />
      </div>
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}
