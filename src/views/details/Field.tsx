/** One figure of a phase, with the words for what it may be. */
import type { ReactElement } from 'react';
import { stepFigure } from '../format/fields.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { checkPhaseField, valueIn, withValue, type PhaseField, type Runnable } from './phaseFields.ts';
import type { Gesture } from '../useGesture.ts';

export interface PartProps {
  readonly entry: Runnable;
  readonly gesture: Gesture;
  readonly onChange: (entry: Runnable) => void;
}

export interface FieldProps extends PartProps {
  readonly field: PhaseField;
  readonly end: number;
  readonly muted?: boolean;
}

export function Field({ entry, field, end, gesture, onChange, muted = false }: FieldProps): ReactElement {
  return (
    <NumberField
      label={field.label}
      value={valueIn(entry, field, end)}
      min={field.min}
      max={field.max}
      check={(text) => checkPhaseField(entry, field, text)}
      {...(field.whole ? {} : { step: stepFigure })}
      {...(field.unit === '' ? {} : { suffix: field.unit })}
      muted={muted}
      onInput={(value) => onChange(withValue(entry, field, value))}
      onCommit={gesture.end}
    />
  );
}
