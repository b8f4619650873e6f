/** In place of a lane's charts: why it cannot run, and below that what helps, which few pages need and is loaded with the first. */
import { Suspense, type ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from './FailedLaneNote.module.css';
import type { FailedLaneProps } from './FailedLaneRemedies.tsx';

const FailedLaneRemedies = lazyPart(() => import('./FailedLaneRemedies.tsx'));

export function FailedLaneNote(props: FailedLaneProps): ReactElement {
  const { say } = useActions();
  return (
    <div className={styles['note']}>
      <p>{props.failedLane.error}</p>
      <ErrorBoundary fallback={null} onError={({ message }) => say(message)}>
        <Suspense>
          <FailedLaneRemedies {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
