/** One way to the store or back, and figures in milliseconds. */
import type { ReactElement } from 'react';
import type { Latency } from '../../sim/index.ts';
import { stepFigure } from '../format/fields.ts';
import { figureFromSeconds, figureText, secondsFromFigure } from '../format/time.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import type { Gesture } from '../hooks/useGesture.ts';
import { checkMilliseconds, fieldsOfLatency, LATENCIES, withLatencyKind, type LengthField } from './clusterFields.ts';

interface MillisecondsProps {
  readonly label: string;
  readonly field: LengthField;
  /** Seconds. */
  readonly value: number;
  readonly gesture: Gesture;
  readonly onInput: (seconds: number) => void;
  /** In a row of a table, whose head says what it is, and the unit. */
  readonly bare?: boolean;
  /** What is wrong lies over the rows below. */
  readonly floats?: boolean;
  /** It shows what nobody has set. */
  readonly muted?: boolean;
}

/** Seconds, shown and typed in milliseconds. */
export function Milliseconds({
  label,
  field,
  value,
  gesture,
  onInput,
  bare = false,
  floats = false,
  muted = false,
}: MillisecondsProps): ReactElement {
  return (
    <NumberField
      label={label}
      hideLabel={bare}
      errorFloats={floats}
      muted={muted}
      value={value}
      min={field.min}
      max={field.max}
      check={(text) => checkMilliseconds(field, text)}
      format={(seconds) => figureText(seconds, 'ms')}
      step={(seconds, by) => secondsFromFigure(stepFigure(figureFromSeconds(seconds, 'ms'), by), 'ms')}
      {...(bare ? {} : { suffix: 'ms' })}
      onInput={onInput}
      onCommit={gesture.end}
    />
  );
}

interface LatencyFieldsProps {
  readonly latency: Latency;
  readonly gesture: Gesture;
  readonly onChange: (latency: Latency) => void;
  /** Whose it is, in a row of a table: `N2`. */
  readonly of?: string;
  readonly floats?: boolean;
}

export function LatencyFields({ latency, gesture, onChange, of, floats = false }: LatencyFieldsProps): ReactElement {
  const bare = of !== undefined;
  const named = (label: string): string => (bare ? `${label} of ${of}` : label);
  return (
    <>
      <Select
        label={named('Latency')}
        hideLabel={bare}
        value={latency.kind}
        options={LATENCIES}
        onChange={(kind) => {
          gesture.end();
          onChange(withLatencyKind(latency, kind));
          gesture.end();
        }}
      />
      {fieldsOfLatency(latency).map((field) => (
        <Milliseconds
          key={field.label}
          label={named(field.label)}
          field={field}
          value={field.value}
          gesture={gesture}
          bare={bare}
          floats={floats}
          onInput={(seconds) => onChange(field.with(seconds))}
        />
      ))}
    </>
  );
}
