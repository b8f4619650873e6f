/** The map of Tune by itself, for a page that has it in a frame. */
import type { ReactElement } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { WithTuning } from '../../store/tuning/tuningContext.tsx';
import { MapChart } from './charts/MapChart.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import styles from './TuneMap.module.css';

export default function TuneMap(): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes.length);
  if (lanes === 0) return <p className={styles['map']}>This scenario has no lanes, so there is no map of one.</p>;
  return (
    <WithTuning>
      <div className={styles['map']}>
        {lanes > 1 && <LaneChoice />}
        <MapChart isEmpty={false} />
      </div>
    </WithTuning>
  );
}
