/** A task as the teacher makes it: what is to be done, when it is done, and what Show me does, which is shown to the page. */
import { useEffect, type ReactElement } from 'react';
import { LESSON_LIMITS, type Task } from '../../sim/index.ts';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Group } from '../ui/Group.tsx';
import { ConditionFields, FIRST_CONDITION } from './ConditionFields.tsx';
import styles from './MakeLesson.module.css';
import { emptyText, TypedField } from './TypedField.tsx';
import type { RunValues } from './useRunValues.ts';

interface TaskFormProps {
  readonly index: number;
  readonly task: Task;
  readonly run: RunValues | null;
  readonly onChange: (task: Task) => void;
}

export function TaskForm({ index, task, run, onChange }: TaskFormProps): ReactElement {
  const { until } = task;
  const isDone = run !== null && run.task.length > 0 && run.task.every(({ holds }) => holds);
  return (
    <>
      <TypedField
        label="What is to be done"
        value={task.prompt}
        rows={2}
        maxLength={LESSON_LIMITS.question}
        problem={emptyText('The task')}
        onChange={(prompt) => onChange({ ...task, prompt })}
      />
      {until.map((condition, nth) => (
        // A condition has no identity besides its position.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={nth} label={`Done when ${nth + 1}`} heading="It is done when" className={styles['part']}>
          <ConditionFields
            condition={condition}
            result={run?.task[nth] ?? null}
            onChange={(changed) => onChange({ ...task, until: until.map((one, i) => (i === nth ? changed : one)) })}
          />
          {until.length > 1 && (
            <Button
              size="small"
              label={`Remove condition ${nth + 1}`}
              onClick={() => onChange({ ...task, until: until.filter((_, i) => i !== nth) })}
            >
              Remove
            </Button>
          )}
        </Group>
      ))}
      <Button
        size="small"
        disabled={until.length >= LESSON_LIMITS.conditions}
        onClick={() => onChange({ ...task, until: [...until, FIRST_CONDITION] })}
      >
        Add a condition
      </Button>
      <Solution index={index} task={task} isDone={isDone} />
    </>
  );
}

/** What Show me does is done once by the teacher, on the page itself. */
function Solution({ index, task, isDone }: { index: number; task: Task; isDone: boolean }): ReactElement {
  const { making } = useLearning();
  const { say } = useActions();
  const isShowing = useLesson(({ shownFrom }) => shownFrom !== null);
  // Where another step is chosen, say, nobody is left to keep it.
  useEffect(() => making.takeBack, [making]);
  const hasSolution = Object.keys(task.solution).length > 0;
  if (!isShowing)
    return (
      <Group label="Show me" className={styles['part']}>
        <p className="label">
          {hasSolution ? 'Show me does what you showed.' : 'Nothing yet: learners get no Show me.'}
        </p>
        <Button
          size="small"
          onClick={() => {
            making.demonstrate();
            say('Now do the task on the page. Then keep it.');
          }}
        >
          {hasSolution ? 'Show another way' : 'Show how it is done'}
        </Button>
      </Group>
    );
  return (
    <Group label="Show me" className={styles['part']}>
      <p className="label" aria-live="polite">
        {isDone ? 'This run does the task.' : 'Do the task on the page: this run does not do it yet.'}
      </p>
      <div className={styles['row']}>
        <Button size="small" variant="primary" disabled={!isDone} onClick={() => making.keepSolution(index)}>
          Keep it
        </Button>
        <Button size="small" onClick={making.takeBack}>
          Cancel
        </Button>
      </div>
    </Group>
  );
}
