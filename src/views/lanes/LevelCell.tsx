/** A lane's level, with the readout of the window count where that has no chart of its own. */
import { useCallback, useId, useRef } from 'react';
import type { LaneSnapshot } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import { LevelChart } from '../charts/LevelChart.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { pluralize } from '../format/numbers.ts';
import { levelShapeText } from '../text/shapeText.ts';
import { CountReadout } from './CountReadout.tsx';
import {
  NO_POINTER_OPTIONS,
  useCommonChartProps,
  useDescription,
  useLiveReadout,
  type LaneCellProps,
} from './laneCell.ts';
import styles from './Lanes.module.css';

export function LevelCell(props: LaneCellProps) {
  const { lane, laneInfo, chartData, shared } = props;
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
  const pointer = useChartPointer(chart, NO_POINTER_OPTIONS);
  const id = useId();
  const description = useDescription(props, levelShapeText, (snapshot, at, { full, unit: fullUnit }) =>
    snapshot.level === null
      ? `No node knows a level for key ${snapshot.key} yet at ${at}.`
      : `${levelText(snapshot)} at ${at}, of at most ${pluralize(full, ...fullUnit)}, for key ${snapshot.key}.`,
  );
  const key = useAppState((state) =>
    state.result !== null && state.result.keyNames.length > 1 ? (state.chartData?.lanes[lane]?.key ?? '') : '',
  );
  return (
    <div className={styles['cell']} data-chart="level" {...pointer}>
      <LevelChart
        {...useCommonChartProps(props, key === '' ? 'Level' : `Level, key ${key}`)}
        ref={chart}
        lane={lane + 1}
        chartData={chartData}
        gauge={laneInfo}
        secondLevelBound={laneInfo?.second?.full}
        describedBy={id}
      />
      <div className={styles['corner']}>
        {key !== '' && !shared.named && <span className={styles['key']}>key {key}</span>}
        <CountReadout lane={lane} laneInfo={laneInfo} />
      </div>
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}
