/** Which lane is tuned: the one that the lane tab and the keys of Run apply to. */
import type { ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { laneNameWithEdition } from '../text/laneText.ts';
import { Select } from '../ui/Select.tsx';
import styles from './LaneChoice.module.css';

export function LaneChoice(): ReactElement | null {
  const lanes = useAppState((state) => state.scenario.lanes);
  const lane = useAppState((state) => state.focusedLane);
  const { focusLane } = useActions();
  if (lanes.length === 0) return null;
  return (
    <div className={styles['choice']}>
      <span className="label" aria-hidden="true">
        Tuning lane
      </span>
      <Select
        label="Tuning lane"
        hideLabel
        className={styles['select'] ?? ''}
        value={String(lane)}
        options={lanes.map((each, index) => ({
          value: String(index),
          label: `${index + 1} ${laneNameWithEdition(each)}`,
        }))}
        onChange={(value) => focusLane(Number(value))}
      />
    </div>
  );
}
