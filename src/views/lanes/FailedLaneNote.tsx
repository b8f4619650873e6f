/** In place of a lane's charts: why its limiter cannot run the policy, and the nearest policy that it can run, one click away. */
import type { ReactElement } from 'react';
import { formatDuration, type FailedLane } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import styles from './FailedLaneNote.module.css';

interface Props {
  /** The lane's index in the scenario that is shown. */
  readonly lane: number;
  readonly failedLane: FailedLane;
}

export function FailedLaneNote({ lane, failedLane: { error, remedy } }: Props): ReactElement {
  const { setLanePolicy } = useActions();
  return (
    <div className={styles['note']}>
      <p>{error}</p>
      {remedy !== null && (
        <Button size="small" onClick={() => setLanePolicy(lane, { [remedy.field]: remedy.value })}>
          Use {remedyText(remedy)}
        </Button>
      )}
    </div>
  );
}

/** `n 12`, `capacity 3,474`, `T 16 min 40 s` */
function remedyText({ field, value }: NonNullable<FailedLane['remedy']>): string {
  return `${field} ${field === 'T' ? formatDuration(value) : formatCount(value)}`;
}
