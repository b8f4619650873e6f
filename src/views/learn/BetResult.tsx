/** What was bet beside what the run has, read out when it comes. */
import { useState, type ReactElement } from 'react';
import { formatTime, type Bet, type Target } from '../../sim/index.ts';
import type { BetOutcome, PlacedBet } from '../../store/learning/bets.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { withUnits } from '../format/units.ts';
import styles from './Learn.module.css';
import { LessonText } from './LessonText.tsx';
import { answerText, valueText } from './quantityText.ts';
import { useBroughtIntoView } from './useBroughtIntoView.ts';

interface BetResultProps {
  readonly bet: Bet;
  readonly placed: PlacedBet | null;
  readonly after: string | undefined;
  readonly onPoint: (target: Target | null) => void;
}

/** The region is there before its words are, so that they are announced. */
export function BetResult({ bet, placed, after, onPoint }: BetResultProps): ReactElement {
  const outcome = useLesson((state) => state.outcome);
  const shown = placed !== null && outcome !== null;
  // Who comes back to a bet placed before reads the question first.
  const [isFirst] = useState(placed === null);
  const result = useBroughtIntoView(shown && isFirst);
  return (
    <div ref={result} className={styles['result']} aria-live="polite" data-empty={!shown || undefined}>
      {shown && (
        <>
          <p className={styles['verdict']}>{withUnits(betText(bet, placed, outcome))}</p>
          {after !== undefined && <LessonText text={after} onPoint={onPoint} />}
        </>
      )}
    </div>
  );
}

/** `You said 18. The answer is 20. Right.` A wrong bet has no such word: the answer says it. */
export function betText(bet: Bet, placed: PlacedBet, outcome: BetOutcome): string {
  const verdict = outcome.right === true ? ' Right.' : '';
  const said = saidText(bet, placed);
  const [value = null] = outcome.values;
  switch (bet.kind) {
    case 'choice': {
      if (outcome.option === null) return `${said}None of these is right.`;
      const right = bet.options[outcome.option]?.text ?? '';
      return outcome.right === true ? `You said “${right}”. Right.` : `${said}The answer is “${right}”.`;
    }
    case 'line':
      if (outcome.curve === null) return 'The lane did not run, so it has no line.';
      return placed.kind === 'line' ? lineText(placed.values, outcome.values) : 'This is the run’s line.';
    case 'time':
      return `${said}The answer is ${value === null ? 'never' : answerText(value, bet.quantity.of)}.${verdict}`;
    case 'number':
      return `${said}The answer is ${answerText(value, bet.quantity.of)}.${verdict}`;
  }
}

function saidText(bet: Bet, placed: PlacedBet): string {
  switch (placed.kind) {
    case 'choice':
      return bet.kind === 'choice' ? `You said “${bet.options[placed.option]?.text ?? ''}”. ` : '';
    case 'number':
      return bet.kind === 'number' ? `You said ${valueText(placed.value, bet.quantity.of)}. ` : '';
    case 'time':
      return `You said ${formatTime(placed.value)}. `;
    default:
      return '';
  }
}

/** How far a drawn line is from the run's, in words. */
function lineText(drawn: readonly number[], run: readonly (number | null)[]): string {
  const differences = drawn.flatMap((value, point) => {
    const actual = run[point] ?? null;
    return actual === null ? [] : [Math.abs(value - actual)];
  });
  const most = Math.max(0, ...differences);
  const mean = differences.reduce((sum, one) => sum + one, 0) / Math.max(1, differences.length);
  return most === 0
    ? 'Your line is the run’s.'
    : `Your line is ${Number(mean.toFixed(1))} off on average, and ${Number(most.toFixed(1))} at most.`;
}
