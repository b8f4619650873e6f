/** A lesson for a room: large type, only the words and charts of the step, keys to go on, answers when the teacher says. */
import * as Radix from '@radix-ui/react-dialog';
import { Suspense, useEffect, useRef, useState, type ReactElement } from 'react';
import { currentStep, isBetOpen, isTaskDone } from '../../store/learning/learningState.ts';
import { useLearning, useLesson, WithLearning } from '../../store/learning/learningContext.tsx';
import { lessonAfter, lessonBefore } from '../../store/learning/openLesson.ts';
import { currentLink } from '../../store/openScenario.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { focusOnceShown } from '../hooks/focusOnceShown.ts';
import { noQrText } from '../qr/qrText.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { useCloseRequest } from '../ui/useCloseRequest.ts';
import styles from './Present.module.css';
import { SlideCharts } from './SlideCharts.tsx';
import { SlideWords } from './SlideWords.tsx';

const QrCode = lazyPart(() => import('../qr/QrCode.tsx'));

export default function Present(): ReactElement {
  const { openDialog } = useActions();
  const content = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  /** The link whose code stands in place of the charts. */
  const [link, setLink] = useState<string | null>(null);
  useCloseRequest(true, () => (link === null ? openDialog(null) : setLink(null)));
  return (
    <Radix.Root open onOpenChange={() => openDialog(null)}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          className={styles['slide']}
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusedBefore.current = document.activeElement;
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const before = focusedBefore.current;
            // A window that was made narrow meanwhile has the button in its menu.
            if (before instanceof HTMLElement && before.isConnected) before.focus();
            else focusOnceShown('#lanes');
          }}
          onEscapeKeyDown={(event) => {
            if (link === null) return;
            event.preventDefault();
            setLink(null);
          }}
        >
          <WithLearning>
            <Slide link={link} setLink={setLink} />
          </WithLearning>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface SlideProps {
  readonly link: string | null;
  readonly setLink: (link: string | null) => void;
}

function Slide({ link, setLink }: SlideProps): ReactElement {
  const { present, back: goBack, next: goOn, showMe } = useLearning();
  const { openDialog } = useActions();
  const lesson = useLesson((state) => state.lesson);
  const index = useLesson((state) => state.index);
  const step = useLesson(currentStep);
  const hidden = useLesson(
    (state) => isBetOpen(state) || (currentStep(state)?.task !== undefined && !isTaskDone(state)),
  );
  useEffect(() => {
    present(true);
    return () => present(false);
  }, [present]);
  const linkOf = useLink();
  const count = lesson?.steps.length ?? 0;
  const isLast = index + 1 === count;
  const hasNextLesson = useLesson((state) => state.lesson !== null && lessonAfter(state.lesson) !== null);
  const hasLessonBefore = useLesson((state) => state.lesson !== null && lessonBefore(state.lesson) !== null);
  const leave = (): void => openDialog(null);
  const back = (): void => {
    setLink(null);
    goBack();
  };
  const next = (): void => {
    setLink(null);
    goOn();
  };
  const reveal = (): void => {
    if (hidden) showMe();
  };
  useKeys({ next, back, reveal });
  return (
    <>
      <div className={styles['head']}>
        <Radix.Title className={styles['title']}>{lesson?.title ?? 'Lesson'}</Radix.Title>
        <p>
          {index + 1} of {count}
        </p>
      </div>
      <div className={styles['body']}>
        {step !== null && (
          <>
            <SlideWords key={index} step={step} onLeave={leave} />
            {link === null ? (
              <SlideCharts step={step} />
            ) : (
              <div className={styles['code']}>
                <Suspense>
                  <QrCode link={link} />
                </Suspense>
                {noQrText(link) === null && <p>Scan to open this step.</p>}
                <WayToStep />
              </div>
            )}
          </>
        )}
      </div>
      <div className={styles['foot']}>
        <Button size="large" disabled={index === 0 && !hasLessonBefore} onClick={back}>
          {index === 0 && hasLessonBefore ? '← Previous lesson' : '← Back'}
        </Button>
        <Button size="large" disabled={isLast && !hasNextLesson} onClick={next}>
          {isLast && hasNextLesson ? 'Next lesson →' : 'Next →'}
        </Button>
        <Button size="large" variant="primary" disabled={!hidden} onClick={reveal}>
          Reveal (R)
        </Button>
        <span className={styles['gap']} />
        <Button size="large" pressed={link !== null} onClick={() => setLink(link === null ? linkOf() : null)}>
          QR code
        </Button>
        <Button size="large" variant="quiet" onClick={leave}>
          Leave (Esc)
        </Button>
      </div>
    </>
  );
}

/** For whoever has no camera: the link itself is too long to type. */
function WayToStep(): ReactElement {
  const number = useLesson((state) => state.lesson?.number ?? null);
  const index = useLesson((state) => state.index);
  if (number === null) return <p>Without a camera: copy the link from Share and send it.</p>;
  return (
    <p>
      Without a camera: open <strong>{`${location.host}${location.pathname}`.replace(/\/$/, '')}</strong>, choose Learn
      and lesson {number}, and go to step {index + 1}.
    </p>
  );
}

/** Makes the link of the step, for those who look on; it is as long as the scenario of the step asks for. */
function useLink(): () => string {
  const store = useStoreApi();
  return () => `${location.origin}${location.pathname}${currentLink(store, true)}`;
}

type Action = 'next' | 'back' | 'reveal';

/** The keys of a presenter, wherever the focus is: a click on a chart takes it off the slide. */
function useKeys(slide: Readonly<Record<Action, () => void>>): void {
  const actions = useRef(slide);
  useEffect(() => {
    actions.current = slide;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = KEYS[event.key];
      if (action === undefined || isPress(event)) return;
      event.preventDefault();
      actions.current[action]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Space and Enter press the button that has the focus. */
function isPress({ key, target }: KeyboardEvent): boolean {
  return /^( |Enter)$/.test(key) && target instanceof Element && target.closest('button') !== null;
}

const KEYS: Readonly<Record<string, Action>> = {
  ArrowRight: 'next',
  PageDown: 'next',
  ' ': 'next',
  Enter: 'next',
  ArrowLeft: 'back',
  PageUp: 'back',
  r: 'reveal',
  R: 'reveal',
};
