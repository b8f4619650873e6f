/** A bet: a form until it is placed, then what was said beside what the run has. */
import { useRef, useState, type ReactElement } from 'react';
import type { Bet, Target } from '../../sim/index.ts';
import type { PlacedBet } from '../../store/learning/bets.ts';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { Button } from '../ui/Button.tsx';
import type { BetFieldsProps } from './betFields.ts';
import { BetResult } from './BetResult.tsx';
import { ChoiceBet } from './ChoiceBet.tsx';
import styles from './Learn.module.css';
import { LessonText } from './LessonText.tsx';
import { LineBet } from './LineBet.tsx';
import { NumberBet } from './NumberBet.tsx';
import { TimeBet } from './TimeBet.tsx';

interface BetPartProps {
  readonly bet: Bet;
  readonly after: string | undefined;
  readonly onPoint: (target: Target | null) => void;
}

export function BetPart({ bet, after, onPoint }: BetPartProps): ReactElement {
  const { placeBet } = useLearning();
  const placed = useLesson(({ bets, index }) => bets[index] ?? null);
  const [chosen, setChosen] = useState<PlacedBet | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const place = (): void => {
    if (chosen === null) return;
    // Its fields and its button are about to go, and the focus with them: the result is what comes next.
    form.current?.focus({ preventScroll: true });
    placeBet(chosen);
  };
  return (
    <>
      {/* Nothing is submitted: the sandbox of a frame forbids that, and tells nobody. */}
      <form
        ref={form}
        className={styles['bet']}
        aria-label="Your bet"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          place();
        }}
      >
        <fieldset disabled={placed !== null}>
          <legend className={styles['words']}>
            <LessonText inline text={bet.question} onPoint={onPoint} />
          </legend>
          <BetFields bet={bet} bid={placed ?? chosen} onChange={setChosen} />
        </fieldset>
        {placed === null && (
          <Button variant="primary" disabled={chosen === null} onClick={place}>
            Place bet
          </Button>
        )}
      </form>
      <BetResult bet={bet} placed={placed} after={after} onPoint={onPoint} />
    </>
  );
}

function BetFields({ bet, ...rest }: BetFieldsProps): ReactElement {
  switch (bet.kind) {
    case 'choice':
      return <ChoiceBet bet={bet} {...rest} />;
    case 'number':
      return <NumberBet bet={bet} {...rest} />;
    case 'time':
      return <TimeBet bet={bet} {...rest} />;
    case 'line':
      return <LineBet bet={bet} {...rest} />;
  }
}
