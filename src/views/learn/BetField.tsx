/** A number in a text field, which begins empty: nothing is bet until something is written. */
import { useId, useState, type ReactElement } from 'react';
import { parseNumber } from '../format/numbers.ts';
import styles from './Learn.module.css';

interface BetFieldProps {
  readonly label: string;
  /** Null before anything is chosen. */
  readonly value: number | null;
  readonly min?: number;
  readonly max?: number;
  /** Null while what is written is no number in that range. */
  readonly onChange: (value: number | null) => void;
}

export function BetField({ label, value, min = -Infinity, max = Infinity, onChange }: BetFieldProps): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: number | null } | null>(null);
  // A value that was not typed here comes from the slider beside it.
  const text =
    typed !== null && typed.value === value ? typed.text : value === null ? (typed?.text ?? '') : String(value);
  const read = numberFrom(text, min, max);
  const wrong = text.trim() !== '' && read === null;
  return (
    <div className={styles['field']}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field field--figure"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={text}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={(event) => {
          const number = numberFrom(event.target.value, min, max);
          setTyped({ text: event.target.value, value: number });
          onChange(number);
        }}
      />
      {wrong && (
        <p id={`${id}-error`} className="label">
          {min === -Infinity
            ? `${text} is not a number. It may be 12, or 3.5.`
            : `It may be a number from ${min} to ${max}.`}
        </p>
      )}
    </div>
  );
}

function numberFrom(text: string, min: number, max: number): number | null {
  const value = parseNumber(text) ?? NaN;
  return value >= min && value <= max ? value : null;
}
