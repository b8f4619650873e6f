/** A lane's own n, T and capacity; each that it has not is the policy's. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { resolvePolicy, SECOND } from '../../sim/index.ts';
import type { PolicyOverride } from '../../store/edits.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { checkDuration, checkWhole, stepFigure, type Checked } from '../format/fields.ts';
import { figureFromSeconds, figureText, secondsFromFigure, unitOf, units, type Unit } from '../format/time.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './LaneTab.module.css';
import type { LaneProps } from './laneProps.ts';
import { useGesture } from '../hooks/useGesture.ts';

const ONE_TO_MOST = { min: 1, max: 1_000_000 };
const T_RANGE = { min: 0.001, max: 2_592_000 };

type Part = keyof PolicyOverride;

export function OwnLimits({ index, lane, usesCapacity }: LaneProps & { readonly usesCapacity: boolean }): ReactElement {
  const n = useApp(({ scenario }) => resolvePolicy(scenario, index).n);
  const T = useApp(({ scenario }) => resolvePolicy(scenario, index).T / SECOND);
  const capacity = useApp(({ scenario }) => resolvePolicy(scenario, index).capacity);
  const [chosen, setChosen] = useState<Unit | null>(null);
  const unit = chosen ?? unitOf(T);
  return (
    <Group label="Limits" heading="Limits, where the lane has its own" className={styles['own']}>
      <Own
        index={index}
        lane={lane}
        part="n"
        value={n}
        {...ONE_TO_MOST}
        check={(text) => checkWhole({ name: 'n', ...ONE_TO_MOST }, text)}
      />
      <Own
        index={index}
        lane={lane}
        part="T"
        value={T}
        {...T_RANGE}
        check={(text) => checkDuration({ name: 'T', ...T_RANGE }, text, unit)}
        format={(seconds) => figureText(seconds, unit)}
        step={(seconds, by) => secondsFromFigure(stepFigure(figureFromSeconds(seconds, unit), by), unit)}
        after={
          <Select
            label="Unit of own T"
            hideLabel
            value={unit}
            options={units.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        }
      />
      {usesCapacity || lane.policy.capacity !== undefined ? (
        <Own
          index={index}
          lane={lane}
          part="capacity"
          value={capacity}
          {...ONE_TO_MOST}
          check={(text) => checkWhole({ name: 'capacity', ...ONE_TO_MOST }, text)}
        />
      ) : (
        <p className="label">This limiter has no use for a capacity.</p>
      )}
    </Group>
  );
}

interface OwnProps extends LaneProps {
  readonly part: Part;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly check: (text: string) => Checked;
  readonly format?: (value: number) => string;
  readonly step?: (value: number, direction: 1 | -1) => number;
  readonly after?: ReactNode;
}

/** Unchecked, it shows what is inherited; a touch makes that the lane's own. */
function Own({ index, lane, part, after, ...field }: OwnProps): ReactElement {
  const { setLanePolicy } = useActions();
  const gesture = useGesture();
  const own = lane.policy[part] !== undefined;
  return (
    <div className={styles['limit']}>
      <Checkbox
        label={`Own ${part}`}
        checked={own}
        onChange={(checked) => setLanePolicy(index, { [part]: checked ? field.value : null })}
      />
      <NumberField
        {...field}
        label={part}
        hideLabel
        muted={!own}
        errorFloats
        className={styles['figure'] ?? ''}
        onInput={(value) => setLanePolicy(index, { [part]: value }, gesture.name())}
        onCommit={gesture.end}
      />
      {after}
    </div>
  );
}
