/** Which lesson this is, how far the learner is in it, and what is done with it as a whole. */
import type { ReactElement } from 'react';
import { lessons } from '../../lessons/index.ts';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { HandoutButton } from './HandoutButton.tsx';
import styles from './Learn.module.css';

/** Above the words, where there is room for it. */
export function LessonHead(): ReactElement | null {
  const title = useLesson((state) => state.lesson?.title);
  return (
    <header className={styles['head']}>
      <LessonNumber />
      <div className={styles['titleRow']}>
        <h2 className={styles['title']}>{title}</h2>
        <LessonTools />
      </div>
      <StepBars />
    </header>
  );
}

/** Below the words of a sheet: its top has the title and the steps. */
export function LessonAbout(): ReactElement {
  return (
    <div className={styles['about']}>
      <LessonNumber />
      <LessonTools />
    </div>
  );
}

function LessonNumber(): ReactElement | null {
  const lesson = useLesson((state) => state.lesson);
  if (lesson === null || lesson.number === null) return null;
  return (
    <p className="label">
      Lesson {lesson.number} of {lessons.length} · about {lesson.minutes} minutes
    </p>
  );
}

function LessonTools(): ReactElement {
  const own = useLesson((state) => state.lesson?.number === null);
  const actions = useActions();
  // In a frame of another page nothing is made.
  const embedded = useAppState((state) => state.embed !== null);
  return (
    <div className={styles['tools']}>
      {own && !embedded && (
        <Button size="small" variant="quiet" label="Edit the lesson" onClick={actions.makeLesson}>
          Edit
        </Button>
      )}
      <HandoutButton />
    </div>
  );
}

/** How far the learner is, and the way to any step; nothing while no lesson is open. */
export function StepBars(): ReactElement | null {
  const steps = useLesson((state) => state.lesson?.steps);
  const index = useLesson((state) => state.index);
  const { go } = useLearning();
  if (steps === undefined) return null;
  return (
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
  );
}
