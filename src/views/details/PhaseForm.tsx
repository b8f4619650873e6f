/** The fields of one phase. */
import type { ReactElement } from 'react';
import { SECOND } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Select } from '../ui/Select.tsx';
import { Field, type FieldProps, type PartProps } from './Field.tsx';
import { KeyField } from './KeyField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import {
  alsoHolds,
  converted,
  COST,
  fieldsOf,
  isRunnable,
  RUNNABLE,
  valueIn,
  withValue,
  type Runnable,
} from './phaseFields.ts';
import { isMix, mixLists, timesLists } from './phaseLists.ts';
import styles from './TrafficTab.module.css';
import { useGesture } from '../useGesture.ts';

export function PhaseForm({ phase }: { readonly phase: number }): ReactElement | null {
  const entry = useApp((state) => state.scenario.traffic[phase]);
  if (entry === undefined) return null;
  return (
    <fieldset className={styles['form']} aria-label={`Phase ${phase + 1}`}>
      <Places phase={phase} />
      {isRunnable(entry) ? (
        <Fields key={`${phase} ${entry.kind}`} phase={phase} entry={entry} />
      ) : (
        <p className={styles['unrun']}>
          This version keeps a phase of kind {entry.kind} and does not run it. Remove it to run the rest.
        </p>
      )}
    </fieldset>
  );
}

/** Its place in the list, which decides who comes first of requests at one instant. */
function Places({ phase }: { readonly phase: number }): ReactElement {
  const actions = useActions();
  const last = useApp((state) => state.scenario.traffic.length - 1);
  return (
    <div className={styles['places']}>
      <p className={styles['title']}>Phase {phase + 1}</p>
      <Button size="small" disabled={phase === 0} onClick={() => actions.movePhase(phase, phase - 1)}>
        Move up
      </Button>
      <Button size="small" disabled={phase === last} onClick={() => actions.movePhase(phase, phase + 1)}>
        Move down
      </Button>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // The button goes with its phase: what it stands in takes the focus.
          currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
          actions.removePhase(phase);
        }}
      >
        Remove
      </Button>
    </div>
  );
}

function Fields({ phase, entry }: { readonly phase: number; readonly entry: Runnable }): ReactElement {
  const actions = useActions();
  const end = useApp((state) => (state.result?.end ?? 0) / SECOND);
  const gesture = useGesture();
  const change = (next: Runnable): void => actions.changePhase(phase, next, gesture.name());
  const part: PartProps = { entry, gesture, onChange: change };
  const also = alsoHolds(entry);
  return (
    <>
      <div className={styles['fields']}>
        <Select
          label="Kind"
          value={entry.kind}
          options={RUNNABLE.map((kind) => ({ value: kind, label: kind }))}
          onChange={(kind) => actions.changePhase(phase, converted(entry, kind, end))}
        />
        {fieldsOf(entry.kind).map((field) =>
          field.path === 'to' ? (
            <ToField key="to" field={field} end={end} {...part} />
          ) : (
            <Field key={field.path} field={field} end={end} {...part} />
          ),
        )}
        {entry.kind === 'times' ? <Instants {...part} /> : <KeyField {...part} />}
        <CostField {...part} />
      </div>
      {entry.kind === 'times' && entry.clicks && <p className="label">What Send sends is added here.</p>}
      {also !== '' && <p className="label">{also}</p>}
    </>
  );
}

/** Without an end of its own a phase goes on to the run's, which is what the field then shows. */
function ToField(props: FieldProps): ReactElement {
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

function withoutEnd(entry: Runnable): Runnable {
  const { to: _, ...rest } = entry as Extract<Runnable, { kind: 'steady' }>;
  return rest;
}

const INSTANTS: readonly ListField[] = [
  { list: 'at', label: 'At, seconds', long: true, className: styles['at'] },
  { list: 'key', label: 'Key, one or one each', className: styles['two'] },
  { list: 'cost', label: 'Cost, one or one each', className: styles['two'] },
];

const MIX: readonly ListField[] = [
  { list: 'cost.of', label: 'Costs' },
  { list: 'cost.weights', label: 'Weights' },
];

/** Of `times`: the instants, and one key and cost or one each. */
function Instants(part: PartProps): ReactElement {
  return <ListFields {...part} lists={timesLists} fields={INSTANTS} />;
}

/** One cost, or several drawn at random; `times` has its one or one each among its lists. */
function CostField(part: PartProps): ReactElement {
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
