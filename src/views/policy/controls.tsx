/** The three controls of the policy, each a slider and a field that say the same. */
import { useState } from 'react';
import { useActions, useApp } from '../../store/react.tsx';
import { checkDuration, checkWhole, stepFigure } from '../format/fields.ts';
import { counted } from '../format/numbers.ts';
import { countStops, windowStops } from '../format/stops.ts';
import {
  durationWords,
  figureFromSeconds,
  figureText,
  secondsFromFigure,
  unitOf,
  units,
  type Unit,
} from '../format/time.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { LogSlider } from '../ui/LogSlider.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useGesture } from '../hooks/useGesture.ts';
import styles from './Policy.module.css';

const MOST = 1_000_000;
const SHORTEST_T = 0.001;
const LONGEST_T = 2_592_000;
const ONE_TO_MOST = { min: 1, max: MOST };
const T_RANGE = { min: SHORTEST_T, max: LONGEST_T };

export function LimitControl() {
  const n = useApp((state) => state.scenario.policy.n);
  const { setPolicy } = useActions();
  const gesture = useGesture();
  const input = (value: number): void => setPolicy({ n: value }, gesture.name());
  return (
    <div className={styles['control']}>
      <span className={styles['label']} aria-hidden="true">
        Limit n, requests
      </span>
      <LogSlider
        label="Limit n"
        stops={countStops(n)}
        value={n}
        valueText={counted(n, 'request')}
        onInput={input}
        onCommit={gesture.end}
      />
      <NumberField
        label="Limit n"
        hideLabel
        className={styles['field'] ?? ''}
        value={n}
        {...ONE_TO_MOST}
        valueText={counted(n, 'request')}
        check={(text) => checkWhole({ name: 'n', ...ONE_TO_MOST }, text)}
        onInput={input}
        onCommit={gesture.end}
        errorFloats
      />
    </div>
  );
}

export function WindowControl() {
  const T = useApp((state) => state.scenario.policy.T);
  const { setPolicy } = useActions();
  const gesture = useGesture();
  // The unit is the reader's while T fits it; a T from elsewhere brings its own.
  const [chosen, setChosen] = useState<{ unit: Unit; T: number } | null>(null);
  const unit = chosen !== null && (chosen.T === T || shows(T, chosen.unit)) ? chosen.unit : unitOf(T);
  const input = (value: number): void => {
    setChosen({ unit, T: value });
    setPolicy({ T: value }, gesture.name());
  };
  return (
    <div className={styles['control']}>
      <span className={styles['label']} aria-hidden="true">
        Window T
      </span>
      <LogSlider
        label="Window T"
        stops={windowStops(T)}
        value={T}
        valueText={durationWords(T)}
        onInput={(value) => {
          setChosen(null);
          setPolicy({ T: value }, gesture.name());
        }}
        onCommit={gesture.end}
      />
      <NumberField
        label="Window T"
        hideLabel
        className={styles['field'] ?? ''}
        value={T}
        {...T_RANGE}
        valueText={durationWords(T)}
        format={(seconds) => figureText(seconds, unit)}
        check={(text) => checkDuration({ name: 'T', ...T_RANGE }, text, unit)}
        step={(seconds, by) => secondsFromFigure(stepFigure(figureFromSeconds(seconds, unit), by), unit)}
        onInput={input}
        onCommit={gesture.end}
        errorFloats
      />
      <Select
        label="Unit of T"
        hideLabel
        value={unit}
        options={units.map((value) => ({ value, label: value }))}
        onChange={(value) => setChosen({ unit: value, T })}
      />
    </div>
  );
}

/** Whether a reader can read T in that unit: not 0.00001 h. */
function shows(T: number, unit: Unit): boolean {
  const figure = figureFromSeconds(T, unit);
  return figure >= 0.01 && figure < 100_000;
}

export function CapacityControl() {
  const own = useApp((state) => state.scenario.policy.capacity);
  const n = useApp((state) => state.scenario.policy.n);
  const { setPolicy } = useActions();
  const gesture = useGesture();
  const follows = own === undefined;
  const capacity = own ?? n;
  const valueText = `${counted(capacity, 'request')}${follows ? ', follows n' : ''}`;
  const input = (value: number): void => setPolicy({ capacity: value }, gesture.name());
  return (
    <div className={styles['control']}>
      <span className={styles['label']}>
        <span aria-hidden="true">Capacity, requests</span>
        <Checkbox
          label="Follows n"
          small
          checked={follows}
          onChange={(checked) => setPolicy({ capacity: checked ? null : n })}
        />
      </span>
      <LogSlider
        label="Capacity"
        stops={countStops(capacity)}
        value={capacity}
        valueText={valueText}
        hollow={follows}
        onInput={input}
        onCommit={gesture.end}
      />
      <NumberField
        label="Capacity"
        hideLabel
        className={styles['field'] ?? ''}
        value={capacity}
        {...ONE_TO_MOST}
        valueText={valueText}
        check={(text) => checkWhole({ name: 'Capacity', ...ONE_TO_MOST }, text)}
        onInput={input}
        onCommit={gesture.end}
        muted={follows}
        errorFloats
      />
    </div>
  );
}
