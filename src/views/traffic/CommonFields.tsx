/** Fields that phases of several kinds have: their end, what a request costs, how it counts, how long it waits. */
import type { ReactElement } from 'react';
import type { Traffic } from '../../sim/index.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Select } from '../ui/Select.tsx';
import { Field, type FieldProps, type PartProps } from './Field.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { COST, valueIn, withValue } from './phaseFields.ts';
import { isMix, mixLists, timeoutLists } from './phaseLists.ts';
import styles from './TrafficTab.module.css';

/** Without an end of its own a phase goes on to the run's, which is what the field then shows. */
export function ToField(props: FieldProps): ReactElement {
  const { entry, field, end, gesture, onChange } = props;
  const open = 'from' in entry && entry.to === undefined;
  return (
    <div>
      <Field {...props} muted={open} />
      <Checkbox
        label="To the end"
        small
        className={styles['below'] ?? ''}
        checked={open}
        onChange={(checked) => {
          gesture.end();
          onChange(checked ? withoutEnd(entry) : withValue(entry, field, valueIn(entry, field, end)));
          gesture.end();
        }}
      />
    </div>
  );
}

function withoutEnd(entry: Traffic): Traffic {
  const { to: _, ...rest } = entry as Extract<Traffic, { kind: 'steady' }>;
  return rest;
}

const MIX: readonly ListField[] = [
  { list: 'cost.of', label: 'Costs' },
  { list: 'cost.weights', label: 'Weights' },
];

/** One cost, or several drawn at random; `times` has its one or one each among its lists. */
export function CostField(part: PartProps): ReactElement {
  const { entry } = part;
  const mixed = isMix(entry.cost);
  return (
    <div className={mixed ? styles['two'] : entry.kind === 'times' ? styles['alone'] : undefined}>
      {mixed && (
        <div className={styles['pair']}>
          <ListFields {...part} lists={mixLists} fields={MIX} />
        </div>
      )}
      {!mixed && entry.kind !== 'times' && <Field {...part} field={COST} end={0} />}
      <AtRandom {...part} />
    </div>
  );
}

function AtRandom({ entry, gesture, onChange }: PartProps): ReactElement {
  return (
    <Checkbox
      label="Costs at random"
      small
      className={styles['below'] ?? ''}
      checked={isMix(entry.cost)}
      onChange={(checked) => {
        gesture.end();
        onChange({ ...entry, cost: checked ? { of: [1, 5], weights: [9, 1] } : 1 });
        gesture.end();
      }}
    />
  );
}

const LABELS = [
  { value: 'none', label: 'none' },
  { value: 'good', label: 'good' },
  { value: 'bad', label: 'bad' },
] as const;

const TIMEOUT: readonly ListField[] = [
  { list: 'timeout', label: 'Gives up waiting after, s', figure: true, placeholder: 'never' },
];

/** Seldom used: whether its requests are to be let in or kept out, and how long they wait where a limiter delays. */
export function CommonFields(part: PartProps): ReactElement {
  const { entry, gesture, onChange } = part;
  return (
    <>
      <Select
        label="Label"
        value={entry.label ?? 'none'}
        options={LABELS}
        onChange={(label) => {
          const { label: _, ...rest } = entry;
          gesture.end();
          onChange(label === 'none' ? rest : { ...rest, label });
          gesture.end();
        }}
      />
      <div>
        <ListFields {...part} lists={timeoutLists} fields={TIMEOUT} />
        <p className={`label ${styles['below'] ?? ''}`}>Where a limiter delays.</p>
      </div>
    </>
  );
}
