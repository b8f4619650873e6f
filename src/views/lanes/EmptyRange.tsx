/** In place of decisions where the range has none: why, and the way to the next. */
import { SECOND } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { formatInstantExact, formatSeconds } from '../format/time.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { noRequestsText } from '../text/emptyText.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Lanes.module.css';

export function EmptyRange() {
  const actions = useActions();
  const { width } = useLayout();
  const range = useAppState((state) => state.range);
  const requests = useAppState((state) => state.result?.openLoopRequests ?? 0);
  const next = useAppState((state) => state.chartData?.traffic.nextArrival ?? null);
  const text =
    requests === 0
      ? noRequestsText(width)
      : `No requests between ${formatSeconds(range.from / SECOND)} and ${formatSeconds(range.to / SECOND)}.` +
        (next === null ? '' : ` The next request is at ${formatInstantExact(next)}.`);
  return (
    <div className={styles['nothing']}>
      <span role="img" aria-label={text}>
        {text}
      </span>
      {next !== null && (
        <Button size="small" onClick={() => actions.seek(next)}>
          Go there
        </Button>
      )}
    </div>
  );
}
