/** A new goal, or one to change: a measure, and the most or the least that it may be. */
import { useState, type ReactElement } from 'react';
import {
  MEASURE_UNITS,
  MEASURES,
  parseScenario,
  resolvePolicy,
  secondsFromMicros,
  type Goal,
  type Measure,
} from '../../../sim/index.ts';
import { useActions, useAppState } from '../../../store/playgroundContext.tsx';
import { goalSentence, measureName } from '../../../tune/goals.ts';
import { formatNumber, parseNumber } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './GoalsBar.module.css';

const FIRST: Goal = { measure: 'clientsRefused', at: 'most', value: 0.001 };

/** How a value of each unit is typed. */
const TYPED = {
  share: { unit: '%', factor: 100 },
  permits: { unit: 'requests', factor: 1 },
  seconds: { unit: 's', factor: 1 },
} as const;

/** A value to begin with, in the unit of the format. */
const BEGINNINGS = { share: 0.001, permits: 60, seconds: 0.5 } as const;

interface GoalDialogProps {
  /** Null for a new one. */
  readonly index: number | null;
  readonly onClose: () => void;
}

export function GoalDialog({ index, onClose }: GoalDialogProps): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const lane = useAppState((state) => state.focusedLane);
  const actions = useActions();
  const before = index === null ? FIRST : (scenario.goals[index] ?? FIRST);
  const [measure, setMeasure] = useState<Measure>(before.measure);
  const [at, setAt] = useState(before.at);
  const [text, setText] = useState(typedText(before));
  const typed = TYPED[MEASURE_UNITS[measure]];
  const goal = readGoal(measure, at, text);
  const T = secondsFromMicros(resolvePolicy(scenario, lane).T);
  const save = (): void => {
    if (typeof goal === 'string') return;
    actions.putGoal(index, goal);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={index === null ? 'Add goal' : 'Change goal'}
      description={typeof goal === 'string' ? 'What the limit is to keep to.' : `${goalSentence(goal, T)}.`}
      actions={
        <>
          <Button variant="primary" disabled={typeof goal === 'string'} onClick={save}>
            {index === null ? 'Add goal' : 'Save goal'}
          </Button>
          {index !== null && (
            <Button
              onClick={() => {
                actions.removeGoal(index);
                onClose();
              }}
            >
              Remove goal
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Select
          label="Measure"
          value={measure}
          options={MEASURES.map((value) => ({ value, label: measureName(value) }))}
          onChange={(next) => {
            setMeasure(next);
            const unit = MEASURE_UNITS[next];
            if (unit !== MEASURE_UNITS[measure]) setText(formatNumber(BEGINNINGS[unit] * TYPED[unit].factor));
          }}
        />
        <SegmentedControl
          label="Bound"
          options={[
            { value: 'most', label: 'At most' },
            { value: 'least', label: 'At least' },
          ]}
          value={at}
          onChange={setAt}
        />
        <TextField
          label={`Value, ${typed.unit}`}
          value={text}
          onInput={setText}
          error={typeof goal === 'string' ? goal : undefined}
        />
      </form>
    </Dialog>
  );
}

function typedText({ measure, value }: Goal): string {
  return formatNumber(value * TYPED[MEASURE_UNITS[measure]].factor, 6);
}

/** The goal; or, as a string, why the format does not take it. */
function readGoal(measure: Measure, at: Goal['at'], text: string): Goal | string {
  const { unit, factor } = TYPED[MEASURE_UNITS[measure]];
  const number = parseNumber(text.replace(/\s*(%|s|requests)\s*$/, ''));
  if (number === undefined) return `“${text}” is not a number. Write it like ${unit === '%' ? '0.1' : '60'}.`;
  // To a millionth of a per cent: 0.1 / 100 is not 0.001 in a double.
  const goal: Goal = { measure, at, value: Math.round((number / factor) * 1e8) / 1e8 };
  const parsed = parseScenario({ goals: [goal] });
  if (parsed.ok) return goal;
  return unit === '%'
    ? `${text} % is out of range. It may be from 0 to 100 %.`
    : `${text} is too small or too large. It may be from 0 to ${MOST[unit]}.`;
}

const MOST = { s: '2,592,000 s', requests: '1,000,000,000,000,000' } as const;
