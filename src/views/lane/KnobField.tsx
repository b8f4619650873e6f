import type { ReactElement } from 'react';
import type { Knob, Lane, SchemeKnob } from '../../sim/index.ts';
import { useActions } from '../../store/react.tsx';
import { stepFigure, type Checked } from '../format/fields.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useGesture } from '../hooks/useGesture.ts';
import { checkField, secondsFromText } from '../format/check.ts';
import styles from './LaneTab.module.css';
import type { LaneProps } from './laneProps.ts';
import { HeldField, SecondsField, WeightsField } from './SchemeFields.tsx';

/** One option of a limiter or a scheme. */
export function KnobField({ knob, ...lane }: LaneProps & { readonly knob: SchemeKnob }): ReactElement {
  return (
    <div>
      {knob.kind === 'limiter' ? (
        <HeldField {...lane} knob={knob} />
      ) : knob.kind === 'weights' ? (
        <WeightsField {...lane} knob={knob} />
      ) : knob.kind === 'seconds' ? (
        <SecondsField {...lane} knob={knob} />
      ) : (
        <PlainField {...lane} knob={knob} />
      )}
      <p className={styles['help']}>{knob.help}</p>
    </div>
  );
}

/** A choice, or a number that a word may stand in for. */
function PlainField({ index, lane, knob }: LaneProps & { readonly knob: Knob }): ReactElement {
  const { setOption } = useActions();
  const gesture = useGesture();
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
          value={typeof value === 'number' ? value : knob.default}
          min={knob.min}
          max={knob.max}
          check={(text) => checkOption(lane, knob, text)}
          muted={typeof value !== 'number'}
          {...(knob.whole ? {} : { step: stepFigure })}
          {...(knob.unit === '' ? {} : { suffix: knob.unit })}
          onInput={(number) => setOption(index, knob.id, number, gesture.name())}
          onCommit={gesture.end}
        />
      )}
      {knob.kind === 'number' && knob.word !== undefined && (
        <WordField word={knob.word} knob={knob} value={value} onChange={(next) => setOption(index, knob.id, next)} />
      )}
    </>
  );
}

interface WordFieldProps {
  readonly word: string;
  readonly knob: Extract<Knob, { kind: 'number' }>;
  readonly value: unknown;
  readonly onChange: (value: string | number) => void;
}

function WordField({ word, knob, value, onChange }: WordFieldProps): ReactElement {
  return (
    <Checkbox
      label={word}
      small
      checked={value === word}
      onChange={(checked) => onChange(checked ? word : knob.default)}
    />
  );
}

function checkOption({ limiter }: Lane, { id, unit }: Knob & { kind: 'number' }, text: string): Checked {
  return checkField(
    {
      name: id,
      path: `lanes[0].options.${id}`,
      document: (value) => ({ lanes: [{ limiter, options: { [id]: value } }] }),
      ...(unit === 's' ? { read: secondsFromText } : {}),
    },
    text,
  );
}
