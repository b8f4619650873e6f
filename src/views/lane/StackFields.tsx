/** The limits of a stack: each with its limiter, its own n, T and capacity, and whether all keys share it. */
import type { ReactElement } from 'react';
import { catalogueEntryById, knownLimiters, MAX_PERMITS, MAX_SECONDS, type Lane } from '../../sim/index.ts';
import { moveItem, newLane } from '../../store/scenarioEdits.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { parseDurationField, parseWholeField, stepValue } from '../format/fields.ts';
import { formatForField, secondsToUnit, timeUnitInWords, unitToSeconds } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FieldHelp } from '../ui/FieldHelp.tsx';
import { Group } from '../ui/Group.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useTimeUnit } from '../hooks/useTimeUnit.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { EDITION_TEXTS } from './EditionGroup.tsx';
import { ScalarKnobField, type ScalarKnob } from './KnobField.tsx';
import type { LaneProps } from './laneProps.ts';
import styles from './StackFields.module.css';

type Limits = NonNullable<Lane['of']>;
type StackedLimit = Limits[number];

/** As many as the format allows. */
const MAX_LIMITS = 8;
const COUNT_RANGE = { min: 1, max: MAX_PERMITS };
const T_RANGE = { min: 0.001, max: MAX_SECONDS };
const KEYS = [
  { value: 'each', label: 'each key' },
  { value: 'all', label: 'all keys' },
] as const;

export function StackFields({ index, lane }: LaneProps): ReactElement {
  const { setStack } = useActions();
  const limits = lane.of ?? [];
  const replace = (place: number, limit: StackedLimit, gesture?: string): boolean =>
    setStack(index, limits.with(place, limit), gesture);
  return (
    <div className={styles['stack']}>
      <ol className={styles['limits']}>
        {limits.map((limit, place) => (
          // Limits have no ids: the form of a place is the same whatever limit stands there.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <Group label={`Limit ${place + 1}`} className={styles['limit']}>
              <LimitFields lane={lane} limit={limit} onChange={(next, id) => replace(place, next, id)} />
              <div className={styles['buttons']}>
                <Button
                  size="small"
                  label={`Move limit ${place + 1} up`}
                  disabled={place === 0}
                  onClick={() => setStack(index, moveItem(limits, place, place - 1))}
                >
                  Up
                </Button>
                <Button
                  size="small"
                  label={`Move limit ${place + 1} down`}
                  disabled={place === limits.length - 1}
                  onClick={() => setStack(index, moveItem(limits, place, place + 1))}
                >
                  Down
                </Button>
                <Button
                  size="small"
                  label={`Remove limit ${place + 1}`}
                  disabled={limits.length === 1}
                  onClick={() => setStack(index, limits.toSpliced(place, 1))}
                >
                  Remove
                </Button>
              </div>
            </Group>
          </li>
        ))}
      </ol>
      <Button
        disabled={limits.length === MAX_LIMITS}
        onClick={() => setStack(index, [...limits, { ...newLane('token-bucket'), key: 'each' }])}
      >
        Add a limit
      </Button>
    </div>
  );
}

interface LimitFieldsProps extends Pick<LaneProps, 'lane'> {
  readonly limit: StackedLimit;
  /** @param gesture of the undo step that the change belongs to */
  readonly onChange: (limit: StackedLimit, gesture?: string) => void;
}

function LimitFields({ lane, limit, onChange }: LimitFieldsProps): ReactElement {
  const base = useAppState(({ scenario }) => scenario.policy);
  const inherited = { ...base, ...lane.policy };
  const { n, T, capacity = n } = { ...inherited, ...limit.policy };
  const entry = catalogueEntryById(limit.limiter);
  const editions = entry?.editions ?? [];
  const knobs = (entry?.knobs ?? []).filter(
    (knob): knob is ScalarKnob => knob.kind === 'choice' || knob.kind === 'number',
  );
  const usesCapacity = entry?.usesCapacity ?? true;
  const isOwn = Object.keys(limit.policy).length > 0;
  const gesture = useUndoGesture();
  const { unit, keep } = useTimeUnit(T);
  const set = (policy: StackedLimit['policy']): void =>
    onChange({ ...limit, policy: { ...limit.policy, ...policy } }, gesture.id());
  return (
    <>
      <div className={styles['choices']}>
        <Select
          label="Limiter"
          value={limit.limiter}
          options={stackable()}
          onChange={(limiter) => onChange({ ...newLane(limiter), policy: limit.policy, key: limit.key })}
        />
        <Select label="Counts" value={limit.key} options={KEYS} onChange={(key) => onChange({ ...limit, key })} />
      </div>
      {editions.length > 1 && (
        <Select
          label="Edition"
          value={limit.edition}
          options={editions.map((edition) => ({ value: edition, label: EDITION_TEXTS[edition].label }))}
          onChange={(edition) => onChange({ ...limit, edition })}
        />
      )}
      {knobs.map((knob) => (
        <div key={`${limit.limiter} ${knob.id}`}>
          <ScalarKnobField
            of={limit}
            knob={knob}
            onChange={(value, id) => onChange({ ...limit, options: { ...limit.options, [knob.id]: value } }, id)}
          />
          <FieldHelp>{knob.help}</FieldHelp>
        </div>
      ))}
      <Checkbox
        label="Own limits"
        checked={isOwn}
        onChange={(own) => onChange({ ...limit, policy: own ? { n, T, ...(usesCapacity && { capacity }) } : {} })}
      />
      <div className={styles['figures']}>
        <NumberField
          label="n"
          value={n}
          {...COUNT_RANGE}
          unit="requests"
          muted={limit.policy.n === undefined}
          parse={(text) => parseWholeField({ name: 'n', ...COUNT_RANGE }, text)}
          onInput={(next) => set({ n: next })}
          onCommit={gesture.end}
        />
        <NumberField
          label="T"
          value={T}
          {...T_RANGE}
          unit={timeUnitInWords(unit)}
          suffix={unit}
          muted={limit.policy.T === undefined}
          parse={(text) => parseDurationField({ name: 'T', ...T_RANGE }, text, unit)}
          format={(seconds) => formatForField(seconds, unit)}
          step={(seconds, by) => unitToSeconds(stepValue(secondsToUnit(seconds, unit), by), unit)}
          onInput={(next) => {
            keep(next);
            set({ T: next });
          }}
          onCommit={gesture.end}
        />
        {usesCapacity && (
          <NumberField
            label="Capacity"
            value={capacity}
            {...COUNT_RANGE}
            unit="requests"
            muted={limit.policy.capacity === undefined}
            parse={(text) => parseWholeField({ name: 'Capacity', ...COUNT_RANGE }, text)}
            onInput={(next) => set({ capacity: next })}
            onCommit={gesture.end}
          />
        )}
      </div>
    </>
  );
}

/** Every limiter of one process but the stack itself. */
function stackable() {
  return knownLimiters()
    .filter(({ id }) => id !== 'stack')
    .map(({ id, name }) => ({ value: id, label: name }));
}
