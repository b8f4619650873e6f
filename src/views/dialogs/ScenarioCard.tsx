/** A scenario that can be opened, as a card: each lane's outcome, the title, what to watch. */
import { useId, type ReactElement, type ReactNode } from 'react';
import type { Scenario } from '../../sim/index.ts';
import { withUnits } from '../format/units.ts';
import { laneName } from '../text/laneText.ts';
import { DecisionStrip } from './DecisionStrip.tsx';
import { outcomeText, type OutcomeCounts } from './stripLayout.ts';
import styles from './PresetsDialog.module.css';

interface ScenarioCardProps {
  readonly title: string;
  /** A sentence: what to watch, or what it answers. */
  readonly description: string;
  readonly scenario: Scenario;
  /** One per lane. */
  readonly outcomes: readonly OutcomeCounts[];
  /** Why it was found, where the card does not show it. */
  readonly why: string | null;
  readonly onOpen: () => void;
  /** What stands below the description, and what after it. */
  readonly below?: ReactNode;
  readonly after?: ReactNode;
}

export function ScenarioCard(props: ScenarioCardProps): ReactElement {
  const { title, description, scenario, outcomes, why, onOpen, below, after } = props;
  const id = useId();
  return (
    <button
      type="button"
      className={styles['card']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClick={onOpen}
    >
      <span className={styles['lanes']} aria-hidden="true">
        {scenario.lanes.map((lane, index) => (
          // A lane has no identity besides its position.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={styles['lane']}>
            {outcomes[index] !== undefined && <DecisionStrip {...outcomes[index]} />}
            <span className={styles['name']}>
              {laneName(lane)}
              {lane.edition === 'published' && ' †'}
            </span>
          </span>
        ))}
      </span>
      <span id={`${id}-title`} className={styles['title']}>
        {title}
      </span>
      <span id={`${id}-text`}>
        <span>{withUnits(description)}</span>
        {below}
        <span className="visually-hidden">
          {' '}
          {scenario.lanes.map((lane, index) => outcomeText(laneName(lane), outcomes[index])).join(' ')}
        </span>
        {after}
        {why !== null && <span className={styles['why']}> {why}</span>}
      </span>
    </button>
  );
}
