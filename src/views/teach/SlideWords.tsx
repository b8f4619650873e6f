/** The words of a step on a slide: its text, what it asks, and the run's answer once it is revealed. */
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { piecesOf } from '../../lessons/markup.ts';
import type { ReadStep } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { isTaskDone } from '../../store/learning/learningState.ts';
import { observeSize } from '../charts/observers.ts';
import { withUnits } from '../format/units.ts';
import { betText } from '../learn/BetResult.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Present.module.css';

interface SlideWordsProps {
  readonly step: ReadStep;
  /** Leaves the slides where they are. */
  readonly onLeave: () => void;
}

export function SlideWords({ step: { text, bet, task, after }, onLeave }: SlideWordsProps): ReactElement {
  const index = useLesson((state) => state.index);
  const right = useLesson((state) => state.outcome?.option);
  const answer = useAnswer(bet, task);
  const words = useFitted(answer);
  const isAsked = bet !== undefined || task !== undefined;
  return (
    <div
      ref={words}
      className={styles['words']}
      role="group"
      aria-label={`Step ${index + 1}`}
      aria-live="polite"
      // It scrolls where a text is long.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Words text={text} />
      {bet !== undefined && <Words text={bet.question} className={styles['question']} />}
      {bet?.kind === 'choice' && (
        <ol className={styles['options']}>
          {bet.options.map((option, nth) => (
            <li key={option.text} data-right={(answer !== null && right === nth) || undefined}>
              {option.text}
            </li>
          ))}
        </ol>
      )}
      {task !== undefined && <Words text={task.prompt} className={styles['question']} />}
      {answer === null && (task !== undefined || bet?.kind === 'line') && (
        <Button size="large" className={styles['page'] ?? ''} onClick={onLeave}>
          Do this on the page
        </Button>
      )}
      {/* An answer that is underlined above is only read out. */}
      {answer !== null && <p className={typeof right === 'number' ? 'visually-hidden' : styles['answer']}>{answer}</p>}
      {(answer !== null || !isAsked) && after !== undefined && <Words text={after} />}
    </div>
  );
}

/** What came of the bet or the task; null while that is not revealed, and where nothing is asked. */
function useAnswer(bet: ReadStep['bet'], task: ReadStep['task']): string | null {
  const placed = useLesson((state) => state.bets[state.index] ?? null);
  const outcome = useLesson((state) => state.outcome);
  const done = useLesson(isTaskDone);
  if (bet !== undefined && placed !== null && outcome !== null) return betText(bet, placed, outcome);
  return task !== undefined && done ? 'Done.' : null;
}

/** Of the slide's own size. */
const SIZES = [1, 0.92, 0.85, 0.78, 0.72];

/** Words that are too long for the slide are smaller: what is revealed is seen, and the text above it stays. */
function useFitted(answer: string | null) {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = words.current as HTMLDivElement;
    const fit = (): void => {
      for (const size of SIZES) {
        element.style.fontSize = `${size}em`;
        if (element.scrollHeight <= element.clientHeight) return;
      }
      if (answer !== null) element.scrollTo({ top: element.scrollHeight });
    };
    fit();
    return observeSize(element, fit);
  }, [answer]);
  return words;
}

function Words({ text, className }: { text: string; className?: string | undefined }): ReactElement {
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className={className}>
          {piecesOf(withUnits(paragraph)).map((piece, nth) =>
            piece.kind === 'strong' ? (
              // A piece has no identity besides its position.
              // oxlint-disable-next-line react/no-array-index-key
              <strong key={nth}>{piece.text}</strong>
            ) : (
              piece.text
            ),
          )}
        </p>
      ))}
    </>
  );
}
