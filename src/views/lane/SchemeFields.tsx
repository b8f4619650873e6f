/** Options of schemes that are neither a plain number nor a choice. */
import type { ReactElement } from 'react';
import { DEFAULT_CLUSTER, MAX_SECONDS, resolvePolicy, SECOND, type LimiterSpec } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { stepValue } from '../format/fields.ts';
import { NumberListField } from '../text/NumberListField.tsx';
import { overrideParts } from '../text/optionText.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FieldHelp } from '../ui/FieldHelp.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import type { LaneProps } from './laneProps.ts';
import {
  parseSecondsOption,
  embeddedLimiterChoices,
  parseNodeWeights,
  withEmbeddedLimiter,
  type LimiterKnob,
  type SecondsKnob,
  type WeightsKnob,
} from './optionFields.ts';

/** The limiter inside a scheme. Its own settings are listed, and are dropped when another limiter is chosen. */
export function EmbeddedLimiterField({ index, lane, knob }: LaneProps & { readonly knob: LimiterKnob }): ReactElement {
  const { setOption } = useActions();
  const embedded = lane.options[knob.id] as LimiterSpec;
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

/** One weight per node. */
export function NodeWeightsField({ index, lane, knob }: LaneProps & { readonly knob: WeightsKnob }): ReactElement {
  const { setOption } = useActions();
  const gesture = useUndoGesture();
  const nodes = useAppState(({ scenario }) => (scenario.cluster ?? DEFAULT_CLUSTER).nodes);
  return (
    <NumberListField
      label={knob.label}
      placeholder="equal"
      value={(lane.options[knob.id] as readonly number[] | undefined) ?? []}
      parse={(text) => parseNodeWeights(lane.limiter, knob, text, nodes)}
      onInput={(weights) => setOption(index, knob.id, weights, gesture.id())}
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
