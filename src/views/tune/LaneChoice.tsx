/** Which lane is tuned: the one that the lane tab and the keys of Run apply to. */
import type { ReactElement } from 'react';
import { resolvePolicy, SECOND } from '../../sim/index.ts';
import type { State } from '../../store/state.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { formatLimitShort } from '../format/rates.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { Select } from '../ui/Select.tsx';
import styles from './LaneChoice.module.css';

/** That n or T of the policy bar, in sight above, does not reach the lane; nothing where both do. */
function ownLimitText({ scenario, focusedLane }: State): string {
  const own = scenario.lanes[focusedLane]?.policy;
  if (own?.n === undefined && own?.T === undefined) return '';
  const { n, T } = resolvePolicy(scenario, focusedLane);
  return `has its own limit, ${formatLimitShort({ n, T: T / SECOND })}`;
}

export function LaneChoice(): ReactElement | null {
  const lanes = useAppState((state) => state.scenario.lanes);
  const lane = useAppState((state) => state.focusedLane);
  const ownLimit = useAppState(ownLimitText);
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
      {ownLimit === '' ? null : <span className="label">{ownLimit}</span>}
    </div>
  );
}
