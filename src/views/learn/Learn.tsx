/** Learn: a lesson's text, beside or below the page that it is about. */
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { WithLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { currentStep } from '../../store/learning/learningState.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isInLesson, stageOf } from '../../store/selectors.ts';
import { Button } from '../ui/Button.tsx';
import { HandoutKey } from './HandoutButton.tsx';
import styles from './Learn.module.css';
import './lit.css';
import { LessonChoice } from './LessonChoice.tsx';
import { StepBars } from './LessonHead.tsx';
import { LessonStepPart } from './LessonStepPart.tsx';
import { AskedBriefly } from './TaskPart.tsx';

interface LearnProps {
  /** Whether it stands at the left; else it is a sheet below. */
  readonly beside: boolean;
}

export default function Learn({ beside }: LearnProps): ReactElement {
  return (
    <WithLearning>
      <HandoutKey />
      {beside ? (
        <section className={styles['text']} aria-label="Lesson" data-place="beside">
          <Content beside />
        </section>
      ) : (
        <Sheet />
      )}
    </WithLearning>
  );
}

/** Below the page: it folds to its title, so that more of the page is seen. */
function Sheet(): ReactElement {
  const { openDrawer } = useActions();
  const title = useLesson((state) => state.lesson?.title ?? 'Lessons');
  const place = useAppState((state) => state.lessonStep);
  // Between the lanes and the sheet there is no room for Details as well: they stand in for the text.
  const covered = useAppState((state) => stageOf(state) === 'run' && state.drawer !== null);
  const [folded, setFolded] = useState(false);
  // A step is read before what it opens.
  useLayoutEffect(() => openDrawer(null), [place, openDrawer]);
  const hidden = folded || covered;
  const toggle = (): void => {
    if (covered) openDrawer(null);
    setFolded(!hidden);
  };
  return (
    <section className={styles['text']} aria-label="Lesson" data-place="below" data-folded={hidden || undefined}>
      <header className={styles['top']}>
        <div className={styles['place']}>
          <h2 className={styles['title']}>{title}</h2>
          {!hidden && <StepBars />}
        </div>
        <Button
          variant="quiet"
          size="small"
          className={styles['fold'] ?? ''}
          aria-expanded={!hidden}
          title={covered ? 'Close Details and show the text' : undefined}
          onClick={toggle}
        >
          {hidden ? 'Show the text' : 'Collapse the text'}
        </Button>
      </header>
      {hidden && <AskedBriefly />}
      {/* What was chosen or drawn in a bet is still there when it is shown again. */}
      <div className={styles['content']} hidden={hidden}>
        <Content beside={false} hidden={hidden} />
      </div>
    </section>
  );
}

interface ContentProps extends LearnProps {
  readonly hidden?: boolean;
}

function Content({ beside, hidden = false }: ContentProps): ReactElement {
  const problem = useLesson((state) => state.problem);
  const step = useLesson(currentStep);
  // Whoever chooses a lesson from the list has had the focus in it; a lesson that a link opens leaves it where it is.
  const [fromList] = useState(!useAppState(isInLesson));
  return (
    <>
      {problem !== null && (
        <p className={styles['problem']} role="note">
          {problem}
        </p>
      )}
      {step === null ? (
        <LessonChoice />
      ) : (
        <LessonStepPart step={step} beside={beside} hidden={hidden} takesFocus={fromList} />
      )}
    </>
  );
}
