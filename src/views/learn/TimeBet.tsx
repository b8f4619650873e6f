/** A bet on a place on the time axis: a slider and a field, and a line through all charts where it is. */
import { useEffect, type ReactElement } from 'react';
import { microsFromSeconds, secondsFromMicros, type Bet } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import type { BetFieldsProps } from './BetPart.tsx';
import styles from './Learn.module.css';

type TimeBetProps = BetFieldsProps<Extract<Bet, { kind: 'time' }>>;

/** Of the visible range. */
const STEPS = 200;

export function TimeBet({ bid, onChange }: TimeBetProps): ReactElement {
  const actions = useActions();
  const store = useStoreApi();
  const { from, to } = store.getState().range;
  const [first, last] = [secondsFromMicros(from), secondsFromMicros(to)];
  const step = Number(((last - first) / STEPS).toPrecision(1));
  const shown = bid?.kind === 'time' ? bid.value : null;
  const place = (seconds: number): void => {
    onChange({ kind: 'time', value: seconds });
    actions.hover(microsFromSeconds(seconds));
  };
  useEffect(() => () => actions.hover(null), [actions]);
  const value = shown ?? Math.round((first + last) / 2 / step) * step;
  const text = `${Number(value.toFixed(6))}`;
  return (
    <div className={styles['time']}>
      <input
        type="range"
        aria-label="Your time"
        aria-valuetext={shown === null ? `not chosen yet; ${text} seconds` : `${text} seconds`}
        min={first}
        max={last}
        step={step}
        value={value}
        data-chosen={shown !== null || undefined}
        onChange={(event) => place(Number(event.target.value))}
      />
      <NumberField
        label="Your time, s"
        hideLabel
        className={styles['seconds'] ?? ''}
        value={Number(text)}
        min={first}
        max={last}
        muted={shown === null}
        suffix="s"
        step={(now, direction) => Number((now + direction * step).toFixed(6))}
        parse={(typed) => {
          const seconds = Number(typed);
          return typed.trim() !== '' && seconds >= first && seconds <= last
            ? { value: seconds }
            : { error: `${typed} is no time here. It may be ${first} to ${last}.` };
        }}
        onInput={place}
      />
    </div>
  );
}
