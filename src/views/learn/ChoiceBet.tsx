/** A bet on one of a few answers. */
import { useId, type ReactElement } from 'react';
import type { Bet } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import type { BetFieldsProps } from './betFields.ts';
import styles from './Learn.module.css';

type ChoiceBetProps = BetFieldsProps<Extract<Bet, { kind: 'choice' }>>;

export function ChoiceBet({ bet, bid, onChange }: ChoiceBetProps): ReactElement {
  const name = useId();
  const right = useLesson(({ outcome }) => outcome?.option ?? null);
  const picked = bid?.kind === 'choice' ? bid.option : null;
  return (
    <div className={styles['options']}>
      {bet.options.map(({ text }, option) => (
        <label key={text} className={styles['option']} data-picked={picked === option || undefined}>
          <input
            type="radio"
            name={name}
            checked={picked === option}
            onChange={() => onChange({ kind: 'choice', option })}
          />
          <span>{text}</span>
          {right === option && <span className={styles['mark']}>right answer</span>}
        </label>
      ))}
    </div>
  );
}
