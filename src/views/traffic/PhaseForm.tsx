/** The fields of one phase. */
import type { ReactElement } from 'react';
import {
  convertEntry,
  durationOf,
  isBad,
  isSent,
  MAX_LISTED_REQUESTS,
  offeredKinds,
  recordingColumns,
  SECOND,
  trafficKindOf,
  type EntryOfKind,
  type TrafficEntry,
} from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { FieldGrid, FieldGridNote, TWO_COLUMNS } from '../ui/FieldGrid.tsx';
import { ItemForm } from '../ui/ItemForm.tsx';
import { Select } from '../ui/Select.tsx';
import { focusTabPanel } from '../ui/Tabs.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { ClientsForm } from './ClientsForm.tsx';
import { CommonFields, CostField, KindFields } from './CommonFields.tsx';
import type { PhaseEditProps } from './PhaseNumberField.tsx';
import { KeyField } from './KeyField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { timesCodec } from './listCodecs.ts';
import { phaseNoEffectText, scriptNoteText } from '../text/noEffectText.ts';
import { phaseName } from '../text/phaseText.ts';
import { RecordingForm } from './RecordingForm.tsx';
import { ScriptForm } from './ScriptForm.tsx';
import { formatCount } from '../format/numbers.ts';
import styles from './PhaseForm.module.css';

export function PhaseForm({ phase }: { readonly phase: number }): ReactElement | null {
  const kind = useAppState((state) => state.scenario.traffic[phase]?.kind);
  if (kind === undefined) return null;
  return (
    <ItemForm title={`Phase ${phase + 1}`} buttons={<PhaseButtons phase={phase} />}>
      <PhaseFields key={`${phase} ${kind}`} phase={phase} />
    </ItemForm>
  );
}

/** Buttons for its position in the list, which orders requests at the same instant, and its removal. */
function PhaseButtons({ phase }: { readonly phase: number }): ReactElement {
  const actions = useActions();
  const last = useAppState((state) => state.scenario.traffic.length - 1);
  return (
    <>
      <Button size="small" disabled={phase === 0} onClick={() => actions.movePhase(phase, phase - 1)}>
        Move up
      </Button>
      <Button size="small" disabled={phase === last} onClick={() => actions.movePhase(phase, phase + 1)}>
        Move down
      </Button>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          focusTabPanel(currentTarget);
          actions.removePhase(phase);
        }}
      >
        Remove
      </Button>
    </>
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
  const noEffect = phaseNoEffectText(phase, entry, duration) ?? scriptNoteText(phase, entry);
  const { form } = trafficKindOf(entry);
  const { layout } = form;
  const explanation = form.explanation(entry);
  const kind = <KindField phase={phase} end={runEnd} />;
  return (
    <>
      {noEffect !== null && <p className={styles['noEffect']}>{noEffect}</p>}
      {layout === 'clients' ? (
        <ClientsForm {...edit} entry={entry as EntryOfKind<'clients'>} runEnd={runEnd} kind={kind} />
      ) : layout === 'script' ? (
        <ScriptForm {...edit} entry={entry as EntryOfKind<'script'>} phase={phase} kind={kind} />
      ) : layout === 'recording' ? (
        <RecordingForm {...edit} entry={entry as EntryOfKind<'recording'>} runEnd={runEnd} kind={kind} />
      ) : (
        <FieldGrid>
          {kind}
          <KindFields runEnd={runEnd} {...edit} />
          {explanation !== null && <FieldGridNote>{explanation}</FieldGridNote>}
          {layout === 'lists' ? <TimesFields {...edit} /> : <KeyField {...edit} />}
          <CostField {...edit} />
          <CommonFields {...edit} />
        </FieldGrid>
      )}
      {isSent(entry) && <p className="label">Requests sent with Send are added here.</p>}
    </>
  );
}

/** Poisson is a name. */
function kindLabel(kind: TrafficEntry['kind']): string {
  return kind === 'poisson' ? 'Poisson' : kind;
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
      options={[...new Set([...offeredKinds, entry.kind])].map((kind) => ({ value: kind, label: kindLabel(kind) }))}
      onChange={(kind) => {
        const converted = convertEntry(entry, kind, { end: runEnd, limit: n / T });
        if (actions.changePhase(phase, converted)) actions.say(convertedText(phase, entry, converted), 'undoes this');
      }}
    />
  );
}

/** Another kind may not be able to send the same requests, and only a recording marks single ones as bad. */
function convertedText(phase: number, from: TrafficEntry, to: TrafficEntry): string {
  const marks = from.kind === 'recording' && recordingColumns(from.digest)?.costAndBad.some(isBad) === true;
  return `${phaseName(phase, to)}.${marks ? ' The marks of bad requests were not kept.' : ''}`;
}

const TIMES_FIELDS: readonly ListField[] = [
  { path: 'at', label: 'At, seconds', multiline: true, className: styles['instants'] },
  { path: 'key', label: 'Key (one for all, or one per request)', className: TWO_COLUMNS },
  { path: 'cost', label: 'Cost (one for all, or one per request)', className: TWO_COLUMNS },
];

/** For `times`: the instants, with one key and cost for all or one each. */
function TimesFields(edit: PhaseEditProps): ReactElement {
  const count = edit.entry.kind === 'times' ? edit.entry.at.length : 0;
  if (count > MAX_LISTED_REQUESTS) {
    return (
      <FieldGridNote>
        {`${formatCount(count)} instants are too many to edit here. Save the file, edit them there and open it.`}
      </FieldGridNote>
    );
  }
  return <ListFields {...edit} codec={timesCodec} fields={TIMES_FIELDS} />;
}
