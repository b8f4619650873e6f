/** A bet on a place on the time axis: a slider and a field, and a line through all charts where it is. */
import { useEffect, type CSSProperties, type ReactElement } from 'react';
import { microsFromSeconds, secondsFromMicros, type Bet } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { currentStep } from '../../store/learning/learningState.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { BetField } from './BetField.tsx';
import type { BetFieldsProps } from './betFields.ts';
import styles from './Learn.module.css';

type TimeBetProps = BetFieldsProps<Extract<Bet, { kind: 'time' }>>;

/** Of what the slider covers. */
const STEPS = 200;

export function TimeBet({ bid, onChange }: TimeBetProps): ReactElement {
  const actions = useActions();
  const store = useStoreApi();
  const { from, to } = useLesson((state) => currentStep(state)?.view) ?? {};
  const { range, result } = store.getState();
  // Where the step looks: who has zoomed in since, perhaps before a reload, is asked the same question.
  const [first, last] =
    from === undefined || to === undefined
      ? ([range.from, range.to].map(secondsFromMicros) as [number, number])
      : [from, to];
  const end = Math.max(last, secondsFromMicros(result?.end ?? 0));
  const step = Number(((last - first) / STEPS).toPrecision(1));
  const shown = bid?.kind === 'time' ? bid.value : null;
  const place = (seconds: number | null): void => {
    onChange(seconds === null ? null : { kind: 'time', value: seconds });
    actions.hover(seconds === null ? null : microsFromSeconds(seconds));
  };
  const slide = ({ value: at }: HTMLInputElement): void => place(Number(Number(at).toFixed(6)));
  useEffect(() => () => actions.hover(null), [actions]);
  const value = Math.min(last, Math.max(first, shown ?? Math.round((first + last) / 2 / step) * step));
  return (
    <div className={styles['time']}>
      <input
        type="range"
        aria-label="Your time"
        aria-valuetext={shown === null ? 'not chosen yet' : `${Number(shown.toFixed(6))} seconds`}
        min={first}
        max={last}
        step={step}
        value={value}
        data-empty={shown === null || undefined}
        style={{ '--place': (value - first) / (last - first) } as CSSProperties}
        onChange={(event) => slide(event.currentTarget)}
        // A press on the very place where it waits is no change to the browser.
        onClick={(event) => shown === null && slide(event.currentTarget)}
      />
      <BetField label="Your time, s" value={shown} min={0} max={end} onChange={place} />
    </div>
  );
}
