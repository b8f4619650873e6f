/** In place of a lane's charts: why it cannot run, and below that what helps, which few pages need and is loaded with the first. */
import { Suspense, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { failedLaneIn } from '../../store/selectors.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from './FailedLaneNote.module.css';

const FailedLaneRemedies = lazyPart(() => import('./FailedLaneRemedies.tsx'));

/** @param lane the lane's index in the scenario that is shown */
export function FailedLaneNote({ lane }: { lane: number }): ReactElement | null {
  const { say } = useActions();
  const failedLane = useAppState((state) => failedLaneIn(state, lane));
  if (failedLane === null) return null;
  return (
    <div className={styles['note']}>
      <p>{failedLane.error}</p>
      <ErrorBoundary fallback={null} onError={({ message }) => say(message)}>
        <Suspense>
          <FailedLaneRemedies lane={lane} failedLane={failedLane} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
