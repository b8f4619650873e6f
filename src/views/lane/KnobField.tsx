import type { ReactElement } from 'react';
import type { Knob, Lane, SchemeKnob } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { fieldName, stepValue, type FieldResult } from '../format/fields.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FieldHelp } from '../ui/FieldHelp.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { parseScenarioField, parseSeconds } from '../format/scenarioFields.ts';
import type { LaneProps } from './laneProps.ts';
import { EmbeddedLimiterField, SecondsOrTenthField, NodeWeightsField } from './SchemeFields.tsx';

/** One option of a limiter or a scheme. */
export function KnobField({ knob, ...lane }: LaneProps & { readonly knob: SchemeKnob }): ReactElement {
  const { setOption } = useActions();
  return (
    <div>
      {knob.kind === 'limiter' ? (
        <EmbeddedLimiterField {...lane} knob={knob} />
      ) : knob.kind === 'weights' ? (
        <NodeWeightsField {...lane} knob={knob} />
      ) : knob.kind === 'seconds' ? (
        <SecondsOrTenthField {...lane} knob={knob} />
      ) : knob.kind === 'code' ? (
        <EditCodeButton index={lane.index} />
      ) : (
        <ScalarKnobField
          of={lane.lane}
          knob={knob}
          onChange={(value, gesture) => setOption(lane.index, knob.id, value, gesture)}
        />
      )}
      <FieldHelp>{knob.help}</FieldHelp>
    </div>
  );
}

/** Code has a tab of its own. */
function EditCodeButton({ index }: Pick<LaneProps, 'index'>): ReactElement {
  const { editLane } = useActions();
  return <Button onClick={() => editLane(index, 'config')}>Edit the code</Button>;
}

export type ScalarKnob = Extract<Knob, { readonly kind: 'choice' | 'number' }>;

interface ScalarKnobFieldProps {
  /** A lane, or a limit of one. */
  readonly of: Pick<Lane, 'limiter' | 'options'>;
  readonly knob: ScalarKnob;
  /** @param gesture of the undo step that the change belongs to */
  readonly onChange: (value: string | number, gesture?: string) => void;
}

/** A choice, or a number with an optional special value. */
export function ScalarKnobField({ of, knob, onChange }: ScalarKnobFieldProps): ReactElement {
  const gesture = useUndoGesture();
  const value = of.options[knob.id] ?? knob.default;
  return (
    <>
      {knob.kind === 'choice' ? (
        <Select
          label={knob.label}
          value={typeof value === 'string' ? value : knob.default}
          options={knob.choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={(choice) => onChange(choice)}
        />
      ) : (
        <NumberField
          label={knob.label}
          value={typeof value === 'number' ? value : numberBeside(knob)}
          min={knob.min}
          max={knob.max}
          parse={(text) => parseOption(of, knob, text)}
          muted={typeof value !== 'number'}
          {...(knob.integer ? {} : { step: stepValue })}
          {...(knob.unit === '' ? {} : { suffix: knob.unit })}
          onInput={(number) => onChange(number, gesture.id())}
          onCommit={gesture.end}
        />
      )}
      {knob.kind === 'number' && knob.specialValue !== undefined && (
        <SpecialValueCheckbox
          specialValue={knob.specialValue}
          knob={knob}
          value={value}
          onChange={(next) => onChange(next)}
        />
      )}
    </>
  );
}

interface SpecialValueCheckboxProps {
  readonly specialValue: string;
  readonly knob: Extract<Knob, { kind: 'number' }>;
  readonly value: unknown;
  readonly onChange: (value: string | number) => void;
}

function SpecialValueCheckbox({ specialValue, knob, value, onChange }: SpecialValueCheckboxProps): ReactElement {
  return (
    <Checkbox
      label={specialValue}
      small
      checked={value === specialValue}
      onChange={(checked) => onChange(checked ? specialValue : numberBeside(knob))}
    />
  );
}

/** The number to begin with where a word stands in its place. */
function numberBeside(knob: Extract<Knob, { kind: 'number' }>): number {
  return typeof knob.default === 'number' ? knob.default : knob.min;
}

function parseOption(
  { limiter }: Pick<Lane, 'limiter'>,
  { id, label, unit }: Extract<Knob, { kind: 'number' }>,
  text: string,
): FieldResult {
  return parseScenarioField(
    {
      name: fieldName(label),
      path: `lanes[0].options.${id}`,
      documentWith: (value) => ({ lanes: [{ limiter, options: { [id]: value } }] }),
      ...(unit === 's' ? { parse: parseSeconds } : {}),
    },
    text,
  );
}
