/** A lane's own n, T and capacity; those not set are inherited from the policy. */
import { type ReactElement, type ReactNode } from 'react';
import { MAX_PERMITS, MAX_SECONDS, resolvePolicy, SECOND } from '../../sim/index.ts';
import type { LanePolicyPatch } from '../../store/scenarioEdits.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { parseDurationField, parseWholeField, stepValue, type FieldResult } from '../format/fields.ts';
import {
  secondsToUnit,
  figureInUnit,
  formatForField,
  unitToSeconds,
  timeUnitInWords,
  TIME_UNITS,
  type TimeUnit,
} from '../format/time.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './LaneLimits.module.css';
import type { LaneProps } from './laneProps.ts';
import { useTimeUnit } from '../hooks/useTimeUnit.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';

const COUNT_RANGE = { min: 1, max: MAX_PERMITS };
const T_RANGE = { min: 0.001, max: MAX_SECONDS };

type LimitName = keyof LanePolicyPatch;

export function LaneLimits({
  index,
  lane,
  usesCapacity,
}: LaneProps & { readonly usesCapacity: boolean }): ReactElement {
  const n = useAppState(({ scenario }) => resolvePolicy(scenario, index).n);
  const T = useAppState(({ scenario }) => resolvePolicy(scenario, index).T / SECOND);
  const capacity = useAppState(({ scenario }) => resolvePolicy(scenario, index).capacity);
  const { unit, keep } = useTimeUnit(T);
  const { setLanePolicy } = useActions();
  /** Keeps the figure of an own T, as the policy's does; an inherited one is only shown in another unit. */
  const changeUnit = (next: TimeUnit): void => {
    const isOwn = lane.policy.T !== undefined;
    const { value } = isOwn ? figureInUnit(T, unit, next, T_RANGE) : { value: T };
    keep(value, next);
    if (isOwn) setLanePolicy(index, { T: value });
  };
  return (
    <Group label="Limits" heading="Limits, where the lane has its own" className={styles['limits']}>
      <LaneLimitField
        index={index}
        lane={lane}
        limit="n"
        value={n}
        {...COUNT_RANGE}
        unit="requests"
        parse={(text) => parseWholeField({ name: 'n', ...COUNT_RANGE }, text)}
      />
      <LaneLimitField
        index={index}
        lane={lane}
        limit="T"
        value={T}
        {...T_RANGE}
        unit={timeUnitInWords(unit)}
        parse={(text) => parseDurationField({ name: 'T', ...T_RANGE }, text, unit)}
        format={(seconds) => formatForField(seconds, unit)}
        onTyped={keep}
        step={(seconds, by) => unitToSeconds(stepValue(secondsToUnit(seconds, unit), by), unit)}
        suffix={
          <Select
            label="Unit of own T"
            hideLabel
            value={unit}
            options={TIME_UNITS.map((value) => ({ value, label: value }))}
            onChange={changeUnit}
          />
        }
      />
      {usesCapacity || lane.policy.capacity !== undefined ? (
        <LaneLimitField
          index={index}
          lane={lane}
          limit="capacity"
          value={capacity}
          {...COUNT_RANGE}
          unit="requests"
          parse={(text) => parseWholeField({ name: 'Capacity', ...COUNT_RANGE }, text)}
        />
      ) : (
        <p className="label">This limiter does not use a capacity.</p>
      )}
    </Group>
  );
}

interface LaneLimitFieldProps extends LaneProps {
  readonly limit: LimitName;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly parse: (text: string) => FieldResult;
  readonly format?: (value: number) => string;
  readonly step?: (value: number, direction: 1 | -1) => number;
  readonly suffix?: ReactNode;
  readonly unit: string;
  /** For a value that is about to be set. */
  readonly onTyped?: (value: number) => void;
}

/** Unchecked, it shows the inherited value; editing makes it the lane's own. */
function LaneLimitField({ index, lane, limit, suffix, onTyped, ...field }: LaneLimitFieldProps): ReactElement {
  const { setLanePolicy } = useActions();
  const gesture = useUndoGesture();
  const isOverridden = lane.policy[limit] !== undefined;
  return (
    <div className={styles['limit']}>
      <Checkbox
        label={`Own ${limit}`}
        checked={isOverridden}
        onChange={(checked) => setLanePolicy(index, { [limit]: checked ? field.value : null })}
      />
      <NumberField
        {...field}
        label={limit}
        hideLabel
        muted={!isOverridden}
        errorFloats
        onInput={(value) => {
          onTyped?.(value);
          setLanePolicy(index, { [limit]: value }, gesture.id());
        }}
        onCommit={gesture.end}
      />
      {suffix}
    </div>
  );
}
