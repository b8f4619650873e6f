/** One step of a lesson: where in it, its text, its bet or task, and the way on. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { ReadStep, Target } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { isBetOpen } from '../../store/learning/learningState.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { isFramed } from '../hooks/isFramed.ts';
import { MoreBelow } from '../ui/MoreBelow.tsx';
import { BetPart } from './BetPart.tsx';
import { LessonFoot } from './LessonFoot.tsx';
import { LessonAbout, LessonHead } from './LessonHead.tsx';
import styles from './Learn.module.css';
import { LessonText } from './LessonText.tsx';
import { TaskPart } from './TaskPart.tsx';
import { TermNote, WithTerms } from './TermNote.tsx';
import { isInScenario, lockNames, targetNames } from './targetText.ts';
import { showLane } from './showTarget.ts';
import { useLit } from './useLit.ts';

interface LessonStepPartProps {
  readonly step: ReadStep;
  /** Whether the text stands at the left; else it is a sheet, whose top has the title and the steps. */
  readonly beside: boolean;
  readonly hidden: boolean;
  /** Whether the first step that is shown is read, too, and not only those that are gone to. */
  readonly takesFocus: boolean;
}

export function LessonStepPart({ step, beside, hidden, takesFocus }: LessonStepPartProps): ReactElement {
  const lesson = useLesson((state) => state.lesson);
  const index = useLesson((state) => state.index);
  const count = lesson?.steps.length ?? 0;
  const [pointed, setPointed] = useState<Target | null>(null);
  const isOpen = useLesson(isBetOpen);
  const { words, read } = useStepFocus(index, hidden, takesFocus);
  useLit(step.lit ?? [], pointed);
  useAskedLaneInView(step, index);
  return (
    <>
      <div className={styles['scroll']}>
        {beside && <LessonHead />}
        <div
          ref={words}
          role="group"
          aria-label={`Step ${index + 1} of ${count}`}
          tabIndex={-1}
          className={styles['step']}
        >
          {/* A step is not the one before with other words. */}
          <WithTerms key={index}>
            <LessonText text={step.text} onPoint={setPointed} />
            {step.bet !== undefined && <BetPart bet={step.bet} after={step.after} onPoint={setPointed} />}
            {step.task !== undefined && <TaskPart task={step.task} after={step.after} onPoint={setPointed} />}
            {step.bet === undefined && step.task === undefined && step.after !== undefined && (
              <LessonText text={step.after} onPoint={setPointed} />
            )}
            <TermNote />
          </WithTerms>
        </div>
        <LitNote step={step} />
        <LockNote />
        <LeftOut />
        {!beside && <LessonAbout />}
        <MoreBelow />
      </div>
      {/* The button that was pressed goes, and the focus with it. */}
      <LessonFoot step={step} isBetOpen={isOpen} onBackToLesson={read} />
    </>
  );
}

/** A step that was gone to takes the focus once it is shown, so that it is read; so does one that begins again. */
function useStepFocus(index: number, hidden: boolean, takesFocus: boolean) {
  const words = useRef<HTMLDivElement>(null);
  const shown = useRef(takesFocus ? null : index);
  const read = (): void => {
    words.current?.focus({ preventScroll: true });
    words.current?.parentElement?.scrollTo({ top: 0 });
  };
  useEffect(() => {
    if (hidden || shown.current === index) return;
    shown.current = index;
    read();
  }, [index, hidden]);
  return { words, read };
}

/** The lane that a step asks about comes into sight, where a window is too low for all of them. A frame may be as high as it all is. */
function useAskedLaneInView(step: ReadStep, index: number): void {
  const lane = askedLane(step);
  // Not again when lanes are added or removed: then the page shows what was edited.
  const isThere = useAppState((state) => lane < state.scenario.lanes.length);
  useEffect(() => {
    if (isThere && !isFramed()) showLane(lane);
  }, [lane, index, isThere]);
}

/** The first lane, where it asks about none or about several. */
function askedLane({ bet, task }: ReadStep): number {
  if (bet?.kind === 'line') return bet.lane;
  if (bet?.kind === 'number' || bet?.kind === 'time') return bet.quantity.lane;
  const asked = new Set(task?.until.map(({ quantity }) => quantity.lane));
  return asked.size === 1 ? Math.max(...asked) : 0;
}

/** What is outlined on the page, for those who do not see it. */
function LitNote({ step: { lit } }: { step: ReadStep }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  const traffic = useAppState((state) => state.scenario.traffic);
  const outlined = lit?.filter((target) => isInScenario(target, { lanes, traffic })) ?? [];
  const text = outlined.length === 0 ? '' : `Outlined on the page: ${targetNames(outlined, lanes)}.`;
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}

function LockNote(): ReactElement | null {
  const locks = useAppState((state) => state.locks);
  return locks.length === 0 ? null : <p className={styles['note']}>Locked in this step: {lockNames(locks)}.</p>;
}

/** What of the lesson could not be read. */
function LeftOut(): ReactElement | null {
  const problems = useLesson((state) => state.lesson?.problems) ?? [];
  if (problems.length === 0) return null;
  return (
    <details className={styles['note']}>
      <summary>
        {problems.length === 1 ? 'A part of this lesson is' : `${problems.length} parts of this lesson are`} left out.
      </summary>
      <ul>
        {problems.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
