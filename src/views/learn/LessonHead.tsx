/** Which lesson this is, and how far the learner is in it. */
import type { ReactElement } from 'react';
import { lessons } from '../../lessons/index.ts';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { HandoutButton } from './HandoutButton.tsx';
import styles from './Learn.module.css';

export function LessonHead(): ReactElement | null {
  const lesson = useLesson((state) => state.lesson);
  const index = useLesson((state) => state.index);
  const { go } = useLearning();
  const actions = useActions();
  // In a frame of another page nothing is made.
  const embedded = useAppState((state) => state.embed !== null);
  if (lesson === null) return null;
  const { number, minutes, title, steps } = lesson;
  return (
    <header className={styles['head']}>
      {number !== null && (
        <p className="label">
          Lesson {number} of {lessons.length} · about {minutes} minutes
        </p>
      )}
      <div className={styles['titleRow']}>
        <h2 className={styles['title']}>{title}</h2>
        <div className={styles['tools']}>
          {number === null && !embedded && (
            <Button size="small" variant="quiet" label="Edit the lesson" onClick={actions.makeLesson}>
              Edit
            </Button>
          )}
          <HandoutButton />
        </div>
      </div>
      <ol className={styles['bars']} aria-label="Steps">
        {steps.map((_, step) => (
          // A step has no identity besides its position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={step}>
            <button
              type="button"
              className={styles['bar']}
              aria-label={`Step ${step + 1}`}
              aria-current={step === index ? 'step' : undefined}
              data-reached={step <= index || undefined}
              onClick={() => go(step)}
            />
          </li>
        ))}
      </ol>
    </header>
  );
}
