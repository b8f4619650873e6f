/** One number of a phase, with an error message for invalid input. */
import type { ReactElement } from 'react';
import type { FormField, TrafficEntry } from '../../sim/index.ts';
import { stepValue } from '../format/fields.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { parsePhaseField, fieldValue, withFieldValue } from './phaseFields.ts';
import type { UndoGesture } from '../hooks/useUndoGesture.ts';

export interface PhaseEditProps<Entry extends TrafficEntry = TrafficEntry> {
  readonly entry: Entry;
  readonly gesture: UndoGesture;
  readonly onChange: (entry: TrafficEntry) => void;
}

export interface PhaseNumberFieldProps extends PhaseEditProps {
  readonly field: FormField;
  readonly runEnd: number;
  readonly muted?: boolean;
}

export function PhaseNumberField({
  entry,
  field,
  runEnd,
  gesture,
  onChange,
  muted = false,
}: PhaseNumberFieldProps): ReactElement {
  const { min, max } = field;
  const current = fieldValue(entry, field, runEnd);

  /** A step that would make the phase invalid (its end before its beginning) is ignored. */
  function step(value: number, direction: 1 | -1): number {
    const stepped = field.whole ? value + direction : stepValue(value, direction);
    const next = Math.min(max, Math.max(min, stepped));
    return 'value' in parsePhaseField(entry, field, String(next)) ? next : value;
  }

  return (
    <NumberField
      label={field.label}
      value={current}
      min={min}
      max={max}
      parse={(text) => parsePhaseField(entry, field, text)}
      step={step}
      {...(field.unit === '' ? {} : { suffix: unitText(field, current) })}
      {...unitOf(entry, field)}
      {...(field.inWords && { valueText: `${current} seconds, ${field.inWords(current)}` })}
      muted={muted}
      onInput={(value) => onChange(withFieldValue(entry, field, value))}
      onCommit={gesture.end}
    />
  );
}

/** `s`; with the value in other words, `s, 14:00`. */
function unitText({ unit, inWords }: FormField, value: number): string {
  return inWords === undefined ? unit : `${unit}, ${inWords(value)}`;
}

/** What is counted, where the unit beside the field leaves it open. */
function unitOf({ kind }: TrafficEntry, { path, unit, inWords }: FormField): { readonly unit?: string } {
  if (unit === 'a second') return { unit: kind === 'clients' ? 'jobs a second' : 'requests a second' };
  if (path === 'cost') return { unit: 'permits' };
  if (inWords !== undefined) return { unit: 'seconds' };
  return path === 'count' && kind === 'burst' ? { unit: 'requests' } : {};
}
