/** One-way latency to or from the store, and fields in milliseconds. */
import type { ReactElement } from 'react';
import type { Latency } from '../../sim/index.ts';
import { stepValue, type DurationFieldLimits } from '../format/fields.ts';
import { secondsToUnit, formatForField, unitToSeconds } from '../format/time.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import type { UndoGesture } from '../hooks/useUndoGesture.ts';
import { parseMilliseconds, latencyFields, LATENCY_OPTIONS, withLatencyKind } from './clusterFields.ts';

interface MillisecondsFieldProps {
  readonly label: string;
  readonly field: DurationFieldLimits;
  /** Seconds. */
  readonly value: number;
  readonly gesture: UndoGesture;
  readonly onInput: (seconds: number) => void;
  /** In a table row, whose header gives the name and the unit. */
  readonly inTable?: boolean;
  /** The error message overlays the rows below. */
  readonly errorFloats?: boolean;
  /** The value shown is a default, not set in the scenario. */
  readonly muted?: boolean;
}

/** A value in seconds, shown and typed in milliseconds. */
export function MillisecondsField({
  label,
  field,
  value,
  gesture,
  onInput,
  inTable = false,
  errorFloats = false,
  muted = false,
}: MillisecondsFieldProps): ReactElement {
  return (
    <NumberField
      label={label}
      hideLabel={inTable}
      errorFloats={errorFloats}
      muted={muted}
      value={value}
      min={field.min}
      max={field.max}
      parse={(text) => parseMilliseconds(field, text)}
      format={(seconds) => formatForField(seconds, 'ms')}
      step={(seconds, by) => unitToSeconds(stepValue(secondsToUnit(seconds, 'ms'), by), 'ms')}
      unit="milliseconds"
      {...(inTable ? {} : { suffix: 'ms' })}
      onInput={onInput}
      onCommit={gesture.end}
    />
  );
}

interface LatencyFieldsProps {
  readonly latency: Latency;
  readonly gesture: UndoGesture;
  readonly onChange: (latency: Latency) => void;
  /** Owner of the field in a table row: `N2`. */
  readonly owner?: string;
  readonly errorFloats?: boolean;
}

export function LatencyFields({
  latency,
  gesture,
  onChange,
  owner,
  errorFloats = false,
}: LatencyFieldsProps): ReactElement {
  const inTable = owner !== undefined;
  const labelFor = (label: string): string => (inTable ? `${label} of ${owner}` : label);
  return (
    <>
      <Select
        label={labelFor('Latency')}
        hideLabel={inTable}
        value={latency.kind}
        options={LATENCY_OPTIONS}
        onChange={(kind) => gesture.once(() => onChange(withLatencyKind(latency, kind)))}
      />
      {latencyFields(latency).map((field) => (
        <MillisecondsField
          key={field.label}
          label={labelFor(field.label)}
          field={field}
          value={field.value}
          gesture={gesture}
          inTable={inTable}
          errorFloats={errorFloats}
          onInput={(seconds) => onChange(field.withValue(seconds))}
        />
      ))}
    </>
  );
}
