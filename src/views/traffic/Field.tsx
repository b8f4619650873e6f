/** One figure of a phase, with the words for what it may be. */
import type { ReactElement } from 'react';
import type { Traffic } from '../../sim/index.ts';
import { stepFigure } from '../format/fields.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { checkPhaseField, valueIn, withValue, type PhaseField } from './phaseFields.ts';
import type { Gesture } from '../hooks/useGesture.ts';

export interface PartProps<Entry extends Traffic = Traffic> {
  readonly entry: Entry;
  readonly gesture: Gesture;
  readonly onChange: (entry: Traffic) => void;
}

export interface FieldProps extends PartProps {
  readonly field: PhaseField;
  readonly end: number;
  readonly muted?: boolean;
}

export function Field({ entry, field, end, gesture, onChange, muted = false }: FieldProps): ReactElement {
  const { min, max } = field;

  /** A step to where the phase would not be one (its end before its beginning) is not taken. */
  function step(value: number, direction: 1 | -1): number {
    const wanted = field.whole ? value + direction : stepFigure(value, direction);
    const next = Math.min(max, Math.max(min, wanted));
    return 'value' in checkPhaseField(entry, field, String(next)) ? next : value;
  }

  return (
    <NumberField
      label={field.label}
      value={valueIn(entry, field, end)}
      min={min}
      max={max}
      check={(text) => checkPhaseField(entry, field, text)}
      step={step}
      {...(field.unit === '' ? {} : { suffix: field.unit })}
      muted={muted}
      onInput={(value) => onChange(withValue(entry, field, value))}
      onCommit={gesture.end}
    />
  );
}
