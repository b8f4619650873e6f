/** The way through a lesson: back, on, to be shown, and back to what the step began with. */
import type { ReactElement } from 'react';
import type { ReadStep } from '../../sim/index.ts';
import { isChanged, meetsTask } from '../../store/learning/learningState.ts';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { lessonAfter } from '../../store/learning/openLesson.ts';
import { useActions, useRestingState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Learn.module.css';

interface LessonFootProps {
  readonly step: ReadStep;
  readonly isBetOpen: boolean;
  /** Called when the step has begun again. */
  readonly onBackToLesson: () => void;
}

export function LessonFoot({ step, isBetOpen, onBackToLesson }: LessonFootProps): ReactElement {
  const learning = useLearning();
  const actions = useActions();
  const index = useLesson((state) => state.index);
  const met = useLesson(meetsTask);
  const isLast = useLesson((state) => state.index + 1 === state.lesson?.steps.length);
  const hasNext = useLesson((state) => state.lesson !== null && lessonAfter(state.lesson) !== null);
  const changed = useRestingState((state) => isChanged(learning.state.getState(), state.scenario));
  const canShow = isBetOpen || (step.task !== undefined && !met && Object.keys(step.task.solution).length > 0);
  return (
    <footer className={styles['foot']}>
      {changed && (
        <Button
          className={styles['again'] ?? ''}
          onClick={() => {
            learning.backToLesson();
            onBackToLesson();
          }}
        >
          Back to the lesson
        </Button>
      )}
      <div className={styles['ways']}>
        <Button disabled={index === 0} onClick={() => learning.go(index - 1)}>
          Back
        </Button>
        <span className={styles['gap']} />
        {(step.bet !== undefined || step.task !== undefined) && (
          <Button disabled={!canShow} onClick={learning.showMe}>
            Show me
          </Button>
        )}
        {isLast && !hasNext ? (
          <Button variant="primary" onClick={() => actions.openDialog({ name: 'lessons' })}>
            Lessons
          </Button>
        ) : (
          <Button variant="primary" onClick={learning.next}>
            {isLast ? 'Next lesson' : 'Next'}
          </Button>
        )}
      </div>
    </footer>
  );
}
