/** On how many requests the compared lanes disagree, and a button to step to the next. */
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden } from '../../store/selectors.ts';
import { pluralize } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Caption.module.css';

export function Disagreements() {
  const count = useAppState((state) => (isFutureHidden(state) ? 0 : (state.chartData?.disagreements.count ?? 0)));
  const { stepDisagreement } = useActions();
  if (count === 0) return null;
  return (
    <span className={styles['disagreements']}>
      {pluralize(count, 'disagreement')}.
      <Button size="small" variant="quiet" onClick={() => stepDisagreement(1)} label="Next disagreement">
        Next (D)
      </Button>
    </span>
  );
}
