import type { ReactElement } from 'react';
import type { CodeKnob, Knob, Lane, SchemeKnob } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { stepValue, type FieldResult } from '../format/fields.ts';
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
        <ScalarKnobField {...lane} knob={knob} />
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

/** A choice, or a number with an optional special value. */
function ScalarKnobField({ index, lane, knob }: LaneProps & { readonly knob: Exclude<Knob, CodeKnob> }): ReactElement {
  const { setOption } = useActions();
  const gesture = useUndoGesture();
  const value = lane.options[knob.id] ?? knob.default;
  return (
    <>
      {knob.kind === 'choice' ? (
        <Select
          label={knob.label}
          value={typeof value === 'string' ? value : knob.default}
          options={knob.choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={(choice) => setOption(index, knob.id, choice)}
        />
      ) : (
        <NumberField
          label={knob.label}
          value={typeof value === 'number' ? value : numberBeside(knob)}
          min={knob.min}
          max={knob.max}
          parse={(text) => parseOption(lane, knob, text)}
          muted={typeof value !== 'number'}
          {...(knob.integer ? {} : { step: stepValue })}
          {...(knob.unit === '' ? {} : { suffix: knob.unit })}
          onInput={(number) => setOption(index, knob.id, number, gesture.id())}
          onCommit={gesture.end}
        />
      )}
      {knob.kind === 'number' && knob.specialValue !== undefined && (
        <SpecialValueCheckbox
          specialValue={knob.specialValue}
          knob={knob}
          value={value}
          onChange={(next) => setOption(index, knob.id, next)}
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

function parseOption({ limiter }: Lane, { id, unit }: Knob & { kind: 'number' }, text: string): FieldResult {
  return parseScenarioField(
    {
      name: id,
      path: `lanes[0].options.${id}`,
      documentWith: (value) => ({ lanes: [{ limiter, options: { [id]: value } }] }),
      ...(unit === 's' ? { parse: parseSeconds } : {}),
    },
    text,
  );
}
