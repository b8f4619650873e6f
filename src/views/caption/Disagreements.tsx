/** On how many requests the compared lanes disagree, and a button to step to the next. */
import { useCallback, useRef } from 'react';
import { useActions, useAppState, useSelectedRecord } from '../../store/playgroundContext.tsx';
import { comparedLanes, shownDisagreementCount } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { areSigns, barScale } from '../charts/drawDisagreements.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { writeText } from '../ui/writeText.ts';
import styles from './Caption.module.css';

/** What the bars above the decisions stand for, where disagreements are too close for a sign each. */
function barLegend(state: State): string {
  const { chartData, chartColumns, range } = state;
  if (chartData === null || comparedLanes(state).length !== 2) return '';
  const { disagreements } = chartData;
  if (areSigns(disagreements, chartColumns / (range.to - range.from))) return '';
  return `; a full bar is ${barScale(disagreements).label}`;
}

/** Empty where there is none. */
function figureOf(state: State): string {
  const count = shownDisagreementCount(state);
  return count === 0 ? '' : formatCount(count);
}

export function Disagreements() {
  const digits = useAppState((state) => figureOf(state).length);
  const one = useAppState((state) => figureOf(state) === '1');
  const legend = useAppState(barLegend);
  const { stepDisagreement } = useActions();
  if (digits === 0) return null;
  return (
    <span className={styles['disagreements']}>
      <Figure digits={digits} /> {one ? 'disagreement' : 'disagreements'}
      {legend}.
      <Button size="small" variant="quiet" onClick={() => stepDisagreement(1)} label="Next disagreement">
        Next (D)
      </Button>
    </span>
  );
}

/** Only its width is rendered: the figure itself changes with every step of a slider. */
function Figure({ digits }: { readonly digits: number }) {
  const output = useRef<HTMLSpanElement>(null);
  useSelectedRecord(
    useCallback((state) => ({ figure: figureOf(state) }), []),
    useCallback(({ figure }) => writeText(output.current as Element, figure), []),
  );
  return <span ref={output} className={styles['count']} style={{ width: `${digits}ch` }} />;
}
