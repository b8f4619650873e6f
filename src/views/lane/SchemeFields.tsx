/** Options of schemes that are neither a plain number nor a choice. */
import { useState, type ReactElement } from 'react';
import { DEFAULT_CLUSTER, MAX_SECONDS, resolvePolicy, SECOND } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { stepValue } from '../format/fields.ts';
import { overrideParts } from '../text/optionText.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FieldHelp } from '../ui/FieldHelp.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import type { LaneProps } from './laneProps.ts';
import { formatNumbers } from '../format/lists.ts';
import {
  parseSecondsOption,
  embeddedLimiterChoices,
  parseNodeWeights,
  withEmbeddedLimiter,
  type EmbeddedLimiterOption,
  type LimiterKnob,
  type SecondsKnob,
  type WeightsKnob,
} from './optionFields.ts';

/** The limiter inside a scheme. Its own settings are listed, and are dropped when another limiter is chosen. */
export function EmbeddedLimiterField({ index, lane, knob }: LaneProps & { readonly knob: LimiterKnob }): ReactElement {
  const { setOption } = useActions();
  const embedded = lane.options[knob.id] as EmbeddedLimiterOption;
  const overrides = overrideParts(embedded);
  return (
    <>
      <Select
        label={knob.label}
        value={embedded.limiter}
        options={embeddedLimiterChoices(lane.limiter, knob)}
        onChange={(limiter) => {
          const next = withEmbeddedLimiter(embedded, limiter);
          if (next !== embedded) setOption(index, knob.id, next);
        }}
      />
      {overrides.length > 0 && <FieldHelp>With {overrides.join(', ')} from the scenario file.</FieldHelp>}
    </>
  );
}

const NO_WEIGHTS: readonly number[] = [];

/** One weight per node, as a list. An invalid draft is kept until the weights change elsewhere. */
export function NodeWeightsField({ index, lane, knob }: LaneProps & { readonly knob: WeightsKnob }): ReactElement {
  const { setOption } = useActions();
  const gesture = useUndoGesture();
  const nodes = useAppState(({ scenario }) => (scenario.cluster ?? DEFAULT_CLUSTER).nodes);
  const weights = (lane.options[knob.id] as readonly number[] | undefined) ?? NO_WEIGHTS;
  const [draft, setDraft] = useState({ text: formatNumbers(weights), of: weights });
  const changedElsewhere = draft.of !== weights && formatNumbers(draft.of) !== formatNumbers(weights);
  const text = changedElsewhere ? formatNumbers(weights) : draft.text;
  if (changedElsewhere) setDraft({ text, of: weights });
  const checked = parseNodeWeights(lane.limiter, knob, text, nodes);
  return (
    <TextField
      label={knob.label}
      value={text}
      code
      placeholder="equal"
      error={'error' in checked ? checked.error : undefined}
      onInput={(typed) => {
        const parsed = parseNodeWeights(lane.limiter, knob, typed, nodes);
        setDraft({ text: typed, of: 'error' in parsed ? weights : (parsed.weights ?? NO_WEIGHTS) });
        if ('weights' in parsed) setOption(index, knob.id, parsed.weights, gesture.id());
      }}
      onCommit={gesture.end}
    />
  );
}

/** A duration that is derived from T unless set. */
export function SecondsOrTenthField({ index, lane, knob }: LaneProps & { readonly knob: SecondsKnob }): ReactElement {
  const { setOption } = useActions();
  const gesture = useUndoGesture();
  const tenthOfT = useAppState(({ scenario }) => resolvePolicy(scenario, index).T / SECOND / 10);
  const given = lane.options[knob.id];
  const isGiven = typeof given === 'number';
  const value = isGiven ? given : tenthOfT;
  return (
    <>
      <NumberField
        label={knob.label}
        value={value}
        min={0.000001}
        max={MAX_SECONDS}
        parse={(text) => parseSecondsOption(lane.limiter, knob, text)}
        step={stepValue}
        muted={!isGiven}
        suffix="s"
        onInput={(seconds) => setOption(index, knob.id, seconds, gesture.id())}
        onCommit={gesture.end}
      />
      <Checkbox
        label="A tenth of T"
        small
        checked={!isGiven}
        onChange={(checked) => setOption(index, knob.id, checked ? null : value)}
      />
    </>
  );
}
