/** Options of schemes that are more than a figure or a choice. */
import { useState, type ReactElement } from 'react';
import { DEFAULT_CLUSTER, resolvePolicy, SECOND } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { stepFigure } from '../format/fields.ts';
import { ownParts } from '../lanes/optionText.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useGesture } from '../hooks/useGesture.ts';
import styles from './LaneTab.module.css';
import type { LaneProps } from './laneProps.ts';
import { textFromNumbers } from '../format/lists.ts';
import {
  checkSeconds,
  choicesOf,
  weightsFromText,
  withHeld,
  type Held,
  type LimiterKnob,
  type SecondsKnob,
  type WeightsKnob,
} from './optionFields.ts';

/** The limiter that a scheme holds. What it has of its own is named, and goes when another takes its place. */
export function HeldField({ index, lane, knob }: LaneProps & { readonly knob: LimiterKnob }): ReactElement {
  const { setOption } = useActions();
  const held = lane.options[knob.id] as Held;
  const own = ownParts(held);
  return (
    <>
      <Select
        label={knob.label}
        value={held.limiter}
        options={choicesOf(lane.limiter, knob)}
        onChange={(limiter) => {
          const next = withHeld(held, limiter);
          if (next !== held) setOption(index, knob.id, next);
        }}
      />
      {own.length > 0 && <p className={styles['help']}>With {own.join(', ')}, as in the file.</p>}
    </>
  );
}

const NONE: readonly number[] = [];

/** One weight for each node, as a list. What is typed stays while it is wrong, unless other weights take its place. */
export function WeightsField({ index, lane, knob }: LaneProps & { readonly knob: WeightsKnob }): ReactElement {
  const { setOption } = useActions();
  const gesture = useGesture();
  const nodes = useApp(({ scenario }) => (scenario.cluster ?? DEFAULT_CLUSTER).nodes);
  const given = (lane.options[knob.id] as readonly number[] | undefined) ?? NONE;
  const [draft, setDraft] = useState({ text: textFromNumbers(given), of: given });
  const foreign = draft.of !== given && textFromNumbers(draft.of) !== textFromNumbers(given);
  const text = foreign ? textFromNumbers(given) : draft.text;
  if (foreign) setDraft({ text, of: given });
  const checked = weightsFromText(lane.limiter, knob, text, nodes);
  return (
    <TextField
      label={knob.label}
      value={text}
      code
      placeholder="all alike"
      error={'error' in checked ? checked.error : undefined}
      onInput={(typed) => {
        const meant = weightsFromText(lane.limiter, knob, typed, nodes);
        setDraft({ text: typed, of: 'error' in meant ? given : (meant.weights ?? NONE) });
        if ('weights' in meant) setOption(index, knob.id, meant.weights, gesture.name());
      }}
      onCommit={gesture.end}
    />
  );
}

/** A length that follows T until it is given. */
export function SecondsField({ index, lane, knob }: LaneProps & { readonly knob: SecondsKnob }): ReactElement {
  const { setOption } = useActions();
  const gesture = useGesture();
  const tenth = useApp(({ scenario }) => resolvePolicy(scenario, index).T / SECOND / 10);
  const given = lane.options[knob.id];
  const own = typeof given === 'number';
  const value = own ? given : tenth;
  return (
    <>
      <NumberField
        label={knob.label}
        value={value}
        min={0.000001}
        max={2_592_000}
        check={(text) => checkSeconds(lane.limiter, knob, text)}
        step={stepFigure}
        muted={!own}
        suffix="s"
        onInput={(seconds) => setOption(index, knob.id, seconds, gesture.name())}
        onCommit={gesture.end}
      />
      <Checkbox
        label="A tenth of T"
        small
        checked={!own}
        onChange={(checked) => setOption(index, knob.id, checked ? null : value)}
      />
    </>
  );
}
