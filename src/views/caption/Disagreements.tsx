/** On how many requests the compared lanes disagree, and a button to step to the next. */
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { comparedLanes, shownDisagreementCount } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { areSigns, barScale } from '../charts/drawDisagreements.ts';
import { pluralize } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Caption.module.css';

/** What the bars above the decisions stand for, where disagreements are too close for a sign each. */
function barLegend(state: State): string {
  const { chartData, chartColumns, range } = state;
  if (chartData === null || comparedLanes(state).length !== 2) return '';
  const { disagreements } = chartData;
  if (areSigns(disagreements, chartColumns / (range.to - range.from))) return '';
  return `; a full bar is ${barScale(disagreements).label}`;
}

export function Disagreements() {
  const count = useAppState(shownDisagreementCount);
  const legend = useAppState(barLegend);
  const { stepDisagreement } = useActions();
  if (count === 0) return null;
  const [figure = '', noun] = pluralize(count, 'disagreement').split(' ');
  return (
    <span className={styles['disagreements']}>
      <span className={styles['count']} style={{ width: `${figure.length}ch` }}>
        {figure}
      </span>{' '}
      {noun}
      {legend}.
      <Button size="small" variant="quiet" onClick={() => stepDisagreement(1)} label="Next disagreement">
        Next (D)
      </Button>
    </span>
  );
}
