/** The three controls of the policy, each a slider and a field for the same value. */
import { memo, useMemo } from 'react';
import { MAX_PERMITS, MAX_SECONDS } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { parseDurationField, parseWholeField, stepValue } from '../format/fields.ts';
import { pluralize } from '../format/numbers.ts';
import { limitSliderStops, windowSliderStops } from '../format/sliderStops.ts';
import {
  formatDuration,
  formatDurationLong,
  secondsToUnit,
  figureInUnit,
  formatForField,
  timeUnitInWords,
  unitToSeconds,
  TIME_UNITS,
  type TimeUnit,
} from '../format/time.ts';
import { capacityNote } from '../text/capacityText.ts';
import { Locked } from '../text/Locked.tsx';
import { TermButton } from '../text/TermButton.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { LogSlider } from '../ui/LogSlider.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useTimeUnit } from '../hooks/useTimeUnit.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import styles from './Policy.module.css';

const MIN_T = 0.001;
const REQUESTS_RANGE = { min: 1, max: MAX_PERMITS };
const T_RANGE = { min: MIN_T, max: MAX_SECONDS };

export const LimitControl = memo(function LimitControl() {
  const n = useAppState((state) => state.scenario.policy.n);
  const { setPolicy } = useActions();
  const gesture = useUndoGesture();
  const input = (value: number): boolean => setPolicy({ n: value }, gesture.id());
  return (
    <Locked by="n">
      <div className={styles['control']} data-part="n">
        <span className={styles['label']}>
          <span>
            <span aria-hidden="true">Limit </span>
            <TermButton term="n" />
            <span aria-hidden="true">, requests</span>
          </span>
        </span>
        <LogSlider
          label="Limit n"
          stops={limitSliderStops(n)}
          value={n}
          valueText={pluralize(n, 'request')}
          onInput={input}
          onCommit={gesture.end}
        />
        <NumberField
          label="Limit n"
          hideLabel
          className={styles['field'] ?? ''}
          value={n}
          {...REQUESTS_RANGE}
          valueText={pluralize(n, 'request')}
          unit="requests"
          parse={(text) => parseWholeField({ name: 'n', ...REQUESTS_RANGE }, text)}
          onInput={input}
          onCommit={gesture.end}
          errorFloats
        />
      </div>
    </Locked>
  );
});

export const WindowControl = memo(function WindowControl() {
  const T = useAppState((state) => state.scenario.policy.T);
  const { setPolicy, say } = useActions();
  const gesture = useUndoGesture();
  const { unit, keep, reset } = useTimeUnit(T);
  const input = (value: number): void => {
    keep(value);
    setPolicy({ T: value }, gesture.id());
  };
  /** The figure stays: 10 s becomes 10 min. */
  const changeUnit = (next: TimeUnit): void => {
    const { value, limited } = figureInUnit(T, unit, next, T_RANGE);
    keep(value, next);
    gesture.once(() => setPolicy({ T: value }));
    if (limited)
      say(
        `T may be from ${formatDuration(MIN_T)} to ${formatDuration(MAX_SECONDS)}: it is ${formatDuration(value)} now.`,
      );
  };
  return (
    <Locked by="T">
      <div className={styles['control']} data-part="T">
        <span className={styles['label']}>
          <span>
            <span aria-hidden="true">Window </span>
            <TermButton term="T" />
          </span>
        </span>
        <LogSlider
          label="Window T"
          stops={windowSliderStops(T)}
          value={T}
          valueText={formatDurationLong(T)}
          onInput={(value) => {
            reset();
            setPolicy({ T: value }, gesture.id());
          }}
          onCommit={gesture.end}
        />
        <NumberField
          label="Window T"
          hideLabel
          className={styles['field'] ?? ''}
          value={T}
          {...T_RANGE}
          valueText={formatDurationLong(T)}
          unit={timeUnitInWords(unit)}
          format={(seconds) => formatForField(seconds, unit)}
          parse={(text) => parseDurationField({ name: 'T', ...T_RANGE }, text, unit)}
          step={(seconds, by) => unitToSeconds(stepValue(secondsToUnit(seconds, unit), by), unit)}
          onInput={input}
          onCommit={gesture.end}
          errorFloats
        />
        <Select
          label="Unit of T"
          hideLabel
          value={unit}
          options={TIME_UNITS.map((value) => ({ value, label: value }))}
          onChange={changeUnit}
        />
      </div>
    </Locked>
  );
});

export const CapacityControl = memo(function CapacityControl() {
  const ownCapacity = useAppState((state) => state.scenario.policy.capacity);
  const n = useAppState((state) => state.scenario.policy.n);
  const { setPolicy } = useActions();
  const gesture = useUndoGesture();
  const follows = ownCapacity === undefined;
  const capacity = ownCapacity ?? n;
  const valueText = `${pluralize(capacity, 'request')}${follows ? ', follows n' : ''}`;
  const input = (value: number): boolean => setPolicy({ capacity: value }, gesture.id());
  return (
    <Locked by="capacity">
      <div className={styles['control']} data-part="capacity">
        <span className={styles['label']}>
          <span>
            <TermButton term="capacity">Capacity</TermButton>
            <span className={styles['unit']} aria-hidden="true">
              , requests
            </span>
          </span>
          <Checkbox
            label="Follows n"
            small
            checked={follows}
            onChange={(checked) => setPolicy({ capacity: checked ? null : n })}
          />
          <CapacityNote />
        </span>
        <LogSlider
          label="Capacity"
          stops={limitSliderStops(capacity)}
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
          {...REQUESTS_RANGE}
          valueText={valueText}
          unit="requests"
          parse={(text) => parseWholeField({ name: 'Capacity', ...REQUESTS_RANGE }, text)}
          onInput={input}
          onCommit={gesture.end}
          muted={follows}
          errorFloats
        />
      </div>
    </Locked>
  );
});

/** Which lanes the capacity does not move. */
function CapacityNote() {
  const lanes = useAppState((state) => state.scenario.lanes);
  const note = useMemo(() => capacityNote(lanes), [lanes]);
  if (note === null) return null;
  return (
    <>
      <span className={styles['note']} title={note.full} aria-hidden="true">
        {note.short}
      </span>
      <span className="visually-hidden">{note.full}</span>
    </>
  );
}
