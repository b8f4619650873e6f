/** The fields of one phase. */
import type { ReactElement } from 'react';
import { durationOf, SECOND } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { ClientsForm } from './ClientsForm.tsx';
import { CommonFields, CostField, ToField } from './CommonFields.tsx';
import { PhaseNumberField, type PhaseEditProps } from './PhaseNumberField.tsx';
import { KeyField } from './KeyField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { fieldsOfKind } from './phaseFields.ts';
import { convertPhase, PHASE_KINDS } from './convertPhase.ts';
import { timesCodec } from './listCodecs.ts';
import { dailyText, phaseNoEffectText } from './phaseText.ts';
import { ScriptForm } from './ScriptForm.tsx';
import styles from './TrafficTab.module.css';

export function PhaseForm({ phase }: { readonly phase: number }): ReactElement | null {
  const kind = useAppState((state) => state.scenario.traffic[phase]?.kind);
  if (kind === undefined) return null;
  return (
    <fieldset className={styles['form']} aria-label={`Phase ${phase + 1}`}>
      <PhaseToolbar phase={phase} />
      <PhaseFields key={`${phase} ${kind}`} phase={phase} />
    </fieldset>
  );
}

/** Its place in the list, which decides who comes first of requests at one instant. */
function PhaseToolbar({ phase }: { readonly phase: number }): ReactElement {
  const actions = useActions();
  const last = useAppState((state) => state.scenario.traffic.length - 1);
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

function PhaseFields({ phase }: { readonly phase: number }): ReactElement | null {
  const actions = useActions();
  const entry = useAppState((state) => state.scenario.traffic[phase]);
  const runEnd = useAppState((state) => (state.result?.end ?? 0) / SECOND);
  const duration = useAppState((state) => durationOf(state.scenario));
  const gesture = useUndoGesture();
  if (entry === undefined) return null;
  const edit: PhaseEditProps = {
    entry,
    gesture,
    onChange: (next) => actions.changePhase(phase, next, gesture.id()),
  };
  const noEffect = phaseNoEffectText(phase, entry, duration);
  const kind = <KindField phase={phase} end={runEnd} />;
  return (
    <>
      {noEffect !== null && <p className={styles['unseen']}>{noEffect}</p>}
      {entry.kind === 'clients' ? (
        <ClientsForm {...edit} entry={entry} runEnd={runEnd} kind={kind} />
      ) : entry.kind === 'script' ? (
        <ScriptForm {...edit} entry={entry} phase={phase} kind={kind} />
      ) : (
        <div className={styles['fields']}>
          {kind}
          {fieldsOfKind(entry.kind).map((field) =>
            field.path === 'to' ? (
              <ToField key="to" field={field} runEnd={runEnd} {...edit} />
            ) : (
              <PhaseNumberField key={field.path} field={field} runEnd={runEnd} {...edit} />
            ),
          )}
          {entry.kind === 'daily' && <p className={styles['words']}>{dailyText(entry)}</p>}
          {entry.kind === 'times' ? <TimesFields {...edit} /> : <KeyField {...edit} />}
          <CostField {...edit} />
          <CommonFields {...edit} />
        </div>
      )}
      {entry.kind === 'times' && entry.clicks && <p className="label">What Send sends is added here.</p>}
    </>
  );
}

function KindField({ phase, end: runEnd }: { readonly phase: number; readonly end: number }): ReactElement | null {
  const actions = useActions();
  const entry = useAppState((state) => state.scenario.traffic[phase]);
  const { n, T } = useAppState((state) => state.scenario.policy);
  if (entry === undefined) return null;
  return (
    <Select
      label="Kind"
      value={entry.kind}
      options={PHASE_KINDS.map((kind) => ({ value: kind, label: kind }))}
      onChange={(kind) => actions.changePhase(phase, convertPhase(entry, kind, { end: runEnd, limit: n / T }))}
    />
  );
}

const TIMES_FIELDS: readonly ListField[] = [
  { path: 'at', label: 'At, seconds', multiline: true, className: styles['at'] },
  { path: 'key', label: 'Key, one or one each', className: styles['two'] },
  { path: 'cost', label: 'Cost, one or one each', className: styles['two'] },
];

/** Of `times`: the instants, and one key and cost or one each. */
function TimesFields(edit: PhaseEditProps): ReactElement {
  return <ListFields {...edit} codec={timesCodec} fields={TIMES_FIELDS} />;
}
