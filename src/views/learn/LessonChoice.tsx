/** All lessons, and how far the learner is in each. */
import type { ReactElement } from 'react';
import { lessons, type LessonEntry } from '../../lessons/index.ts';
import { useLearning } from '../../store/learning/learningContext.tsx';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Learn.module.css';

export function LessonChoice(): ReactElement {
  const { makeLesson, openDialog } = useActions();
  return (
    <div className={styles['scroll']}>
      <h2 className={styles['title']}>Lessons</h2>
      <p>Each takes three to five minutes, and asks before it shows. Everything runs here and stays on this machine.</p>
      <LessonList />
      <p>Common questions about limiters, each answered by a run:</p>
      <Button onClick={() => openDialog({ name: 'lessons', part: 'confusions' })}>What confuses people</Button>
      <p>You can also make a lesson from the scenario on the page, and share it as a link.</p>
      <Button onClick={makeLesson}>Make a lesson</Button>
    </div>
  );
}

export function LessonList(): ReactElement {
  return (
    <ol className={styles['lessons']} aria-label="Lessons">
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          <LessonItem lesson={lesson} />
        </li>
      ))}
    </ol>
  );
}

function LessonItem({ lesson: { id, number, title, minutes } }: { lesson: LessonEntry }): ReactElement {
  const learning = useLearning();
  const { step, done } = learning.progressOf(id);
  const state = done ? 'done' : step > 0 ? `at step ${step + 1}` : '';
  return (
    <button type="button" className={styles['lesson']} onClick={() => void learning.open(id)}>
      <span className={styles['number']}>{number}</span>
      <span className={styles['name']}>{title}</span>
      <span className="label">
        {minutes} minutes{state === '' ? '' : `, ${state}`}
      </span>
    </button>
  );
}
