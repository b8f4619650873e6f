/** Learn: a lesson's text, beside or below the page that it is about. */
import { useState, type ReactElement } from 'react';
import { WithLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { currentStep } from '../../store/learning/learning.ts';
import { Button } from '../ui/Button.tsx';
import { HandoutKey } from './HandoutButton.tsx';
import styles from './Learn.module.css';
import './lit.css';
import { LessonChoice } from './LessonChoice.tsx';
import { LessonStepPart } from './LessonStepPart.tsx';

interface LearnProps {
  /** Whether it stands at the left; else it is a sheet below. */
  readonly beside: boolean;
}

export default function Learn({ beside }: LearnProps): ReactElement {
  const [folded, setFolded] = useState(false);
  return (
    <WithLearning>
      <HandoutKey />
      <section
        className={styles['text']}
        aria-label="Lesson"
        data-place={beside ? 'beside' : 'below'}
        data-folded={(!beside && folded) || undefined}
      >
        {!beside && (
          <Button
            variant="quiet"
            size="small"
            className={styles['fold'] ?? ''}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            {folded ? 'Show the text' : 'Collapse the text'}
          </Button>
        )}
        {(beside || !folded) && <Content />}
      </section>
    </WithLearning>
  );
}

function Content(): ReactElement {
  const problem = useLesson((state) => state.problem);
  const step = useLesson(currentStep);
  return (
    <>
      {problem !== null && (
        <p className={styles['problem']} role="note">
          {problem}
        </p>
      )}
      {step === null ? <LessonChoice /> : <LessonStepPart step={step} />}
    </>
  );
}
