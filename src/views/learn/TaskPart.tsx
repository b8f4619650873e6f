/** What the learner is asked to do, and whether the page finds it done. */
import type { ReactElement } from 'react';
import type { Target, Task } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { currentStep, isTaskDone, meetsTask } from '../../store/learning/learningState.ts';
import { withUnits } from '../format/units.ts';
import { conditionText } from './quantityText.ts';
import styles from './Learn.module.css';
import { LessonText } from './LessonText.tsx';
import { useBroughtIntoView } from './useBroughtIntoView.ts';

interface TaskPartProps {
  readonly task: Task;
  readonly after: string | undefined;
  readonly onPoint: (target: Target | null) => void;
}

export function TaskPart({ task, after, onPoint }: TaskPartProps): ReactElement {
  const done = useLesson(isTaskDone);
  const met = useLesson(meetsTask);
  const isChecked = useLesson(({ conditions }) => conditions !== null);
  // Who comes back to a task done before reads what was asked first.
  const result = useBroughtIntoView(done && met);
  return (
    <div className={styles['task']} role="group" aria-label="Task">
      <p className={styles['words']}>
        <strong>Now you:</strong> <LessonText inline text={task.prompt} onPoint={onPoint} />
      </p>
      <TaskChecks task={task} />
      <div ref={result} className={styles['result']} aria-live="polite" data-empty={!done || undefined}>
        {done && (
          <>
            <p>
              <strong>Done.</strong>
              {isChecked && !met && ' What is set now does not do it.'}
            </p>
            {after !== undefined && <LessonText text={after} onPoint={onPoint} />}
          </>
        )}
      </div>
    </div>
  );
}

/** What the task waits for, and what of it holds. */
function TaskChecks({ task }: { task: Task }): ReactElement {
  const conditions = useLesson((state) => state.conditions);
  return (
    <ul className={styles['checks']}>
      {task.until.map((condition, index) => (
        // A condition has no identity besides its position.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} data-holds={conditions?.[index]?.holds === true || undefined}>
          {withUnits(conditionText(condition, conditions?.[index] ?? null))}
        </li>
      ))}
    </ul>
  );
}

/** In place of a text that is folded, or that Details stand in for: what the task still waits for, and that it is done. */
export function AskedBriefly(): ReactElement | null {
  const task = useLesson((state) => currentStep(state)?.task);
  const done = useLesson(isTaskDone);
  if (task === undefined) return null;
  return (
    <div className={styles['asked']}>
      {!done && <TaskChecks task={task} />}
      <p aria-live="polite">
        {done && (
          <>
            <strong>Done.</strong> The text says what comes of it.
          </>
        )}
      </p>
    </div>
  );
}
