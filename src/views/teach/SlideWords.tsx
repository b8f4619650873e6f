/** The words of a step on a slide: its text, what it asks, and the run's answer once it is revealed. */
import { useEffect, useRef, type ReactElement } from 'react';
import { piecesOf } from '../../lessons/markup.ts';
import type { ReadStep } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { betText } from '../learn/BetResult.tsx';
import styles from './Present.module.css';

export function SlideWords({ step: { text, bet, task, after } }: { step: ReadStep }): ReactElement {
  const index = useLesson((state) => state.index);
  const placed = useLesson((state) => state.bets[index] ?? null);
  const outcome = useLesson((state) => state.outcome);
  const done = useLesson((state) => state.done);
  const answer =
    bet !== undefined && placed !== null && outcome !== null
      ? betText(bet, placed, outcome)
      : task !== undefined && done
        ? 'Done.'
        : null;
  // What is revealed is seen, however long the text above it.
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer !== null) end.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const isAsked = bet !== undefined || task !== undefined;
  return (
    // It scrolls where a text is long.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['words']} role="group" aria-label={`Step ${index + 1}`} aria-live="polite" tabIndex={0}>
      <Words text={text} />
      {bet !== undefined && <Words text={bet.question} className={styles['question']} />}
      {bet?.kind === 'choice' && (
        <ol className={styles['options']}>
          {bet.options.map((option, nth) => (
            <li key={option.text} data-right={(answer !== null && outcome?.option === nth) || undefined}>
              {option.text}
            </li>
          ))}
        </ol>
      )}
      {task !== undefined && <Words text={task.prompt} className={styles['question']} />}
      {/* An answer that is underlined above is only read out. */}
      {answer !== null && <p className={bet?.kind === 'choice' ? 'visually-hidden' : styles['answer']}>{answer}</p>}
      {(answer !== null || !isAsked) && after !== undefined && <Words text={after} />}
      <div ref={end} />
    </div>
  );
}

function Words({ text, className }: { text: string; className?: string | undefined }): ReactElement {
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className={className}>
          {piecesOf(paragraph).map((piece, nth) =>
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
