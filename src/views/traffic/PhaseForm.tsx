/** The fields of one phase. */
import type { ReactElement } from 'react';
import { durationOf, SECOND } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { useGesture } from '../hooks/useGesture.ts';
import { ClientsForm } from './ClientsForm.tsx';
import { CommonFields, CostField, ToField } from './CommonFields.tsx';
import { Field, type PartProps } from './Field.tsx';
import { KeyField } from './KeyField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { fieldsOf } from './phaseFields.ts';
import { converted, KINDS } from './phaseKinds.ts';
import { timesLists } from './phaseLists.ts';
import { dailyWords, unseenWords } from './phaseText.ts';
import { ScriptForm } from './ScriptForm.tsx';
import styles from './TrafficTab.module.css';

export function PhaseForm({ phase }: { readonly phase: number }): ReactElement | null {
  const kind = useApp((state) => state.scenario.traffic[phase]?.kind);
  if (kind === undefined) return null;
  return (
    <fieldset className={styles['form']} aria-label={`Phase ${phase + 1}`}>
      <Places phase={phase} />
      <Fields key={`${phase} ${kind}`} phase={phase} />
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

function Fields({ phase }: { readonly phase: number }): ReactElement | null {
  const actions = useActions();
  const entry = useApp((state) => state.scenario.traffic[phase]);
  const end = useApp((state) => (state.result?.end ?? 0) / SECOND);
  const duration = useApp((state) => durationOf(state.scenario));
  const gesture = useGesture();
  if (entry === undefined) return null;
  const part: PartProps = {
    entry,
    gesture,
    onChange: (next) => actions.changePhase(phase, next, gesture.name()),
  };
  const unseen = unseenWords(phase, entry, duration);
  const kind = <KindField phase={phase} end={end} />;
  return (
    <>
      {unseen !== null && <p className={styles['unseen']}>{unseen}</p>}
      {entry.kind === 'clients' ? (
        <ClientsForm {...part} entry={entry} end={end} kind={kind} />
      ) : entry.kind === 'script' ? (
        <ScriptForm {...part} entry={entry} phase={phase} kind={kind} />
      ) : (
        <div className={styles['fields']}>
          {kind}
          {fieldsOf(entry.kind).map((field) =>
            field.path === 'to' ? (
              <ToField key="to" field={field} end={end} {...part} />
            ) : (
              <Field key={field.path} field={field} end={end} {...part} />
            ),
          )}
          {entry.kind === 'daily' && <p className={styles['words']}>{dailyWords(entry)}</p>}
          {entry.kind === 'times' ? <Instants {...part} /> : <KeyField {...part} />}
          <CostField {...part} />
          <CommonFields {...part} />
        </div>
      )}
      {entry.kind === 'times' && entry.clicks && <p className="label">What Send sends is added here.</p>}
    </>
  );
}

function KindField({ phase, end }: { readonly phase: number; readonly end: number }): ReactElement | null {
  const actions = useActions();
  const entry = useApp((state) => state.scenario.traffic[phase]);
  const { n, T } = useApp((state) => state.scenario.policy);
  if (entry === undefined) return null;
  return (
    <Select
      label="Kind"
      value={entry.kind}
      options={KINDS.map((kind) => ({ value: kind, label: kind }))}
      onChange={(kind) => actions.changePhase(phase, converted(entry, kind, { end, limit: n / T }))}
    />
  );
}

const INSTANTS: readonly ListField[] = [
  { list: 'at', label: 'At, seconds', long: true, className: styles['at'] },
  { list: 'key', label: 'Key, one or one each', className: styles['two'] },
  { list: 'cost', label: 'Cost, one or one each', className: styles['two'] },
];

/** Of `times`: the instants, and one key and cost or one each. */
function Instants(part: PartProps): ReactElement {
  return <ListFields {...part} lists={timesLists} fields={INSTANTS} />;
}
