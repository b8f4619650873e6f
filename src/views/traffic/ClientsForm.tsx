/** The fields of clients: number, pace, keys, and retry strategy. */
import type { ReactElement, ReactNode } from 'react';
import { CLIENT_RATE_FIELD, isSelfPaced, retryFields, type TrafficEntry } from '../../sim/index.ts';
import { FieldGrid, FieldGridNote, TWO_COLUMNS } from '../ui/FieldGrid.tsx';
import { Select } from '../ui/Select.tsx';
import {
  JITTERS,
  STRATEGIES,
  strategyText,
  retriesRefused,
  withPace,
  withStrategy,
  type ClientsEntry,
} from './clientsFields.ts';
import { CommonFields, CostField, KindFields } from './CommonFields.tsx';
import { PhaseNumberField, type PhaseEditProps } from './PhaseNumberField.tsx';
import { KeyField } from './KeyField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { jobPhasesCodec, maxTriesCodec } from './listCodecs.ts';

type ClientsEditProps = PhaseEditProps<ClientsEntry>;

interface ClientsFormProps extends ClientsEditProps {
  readonly runEnd: number;
  readonly kind: ReactNode;
}

export function ClientsForm({ runEnd, kind, ...edit }: ClientsFormProps): ReactElement {
  const { entry } = edit;
  return (
    <>
      <FieldGrid>
        {kind}
        <KindFields runEnd={runEnd} {...edit} />
        <StrategyFields {...edit} />
        <FieldGridNote>{strategyText(entry)}</FieldGridNote>
      </FieldGrid>
      <FieldGrid>
        {!isSelfPaced(entry.retry) && <PaceFields {...edit} />}
        <KeyField {...edit} />
        <CostField {...edit} />
        <CommonFields {...edit} />
      </FieldGrid>
    </>
  );
}

const PACE_OPTIONS = [
  { value: 'rate', label: 'constant rate' },
  { value: 'phases', label: 'in phases' },
] as const;

const ARRIVAL_OPTIONS = [
  { value: 'steady', label: 'steady' },
  { value: 'poisson', label: 'Poisson' },
] as const;

const JOB_PHASE_FIELDS: readonly ListField[] = [
  { path: 'phases', label: 'Phases, jobs @ rate', className: TWO_COLUMNS },
];

function PaceFields(edit: ClientsEditProps): ReactElement {
  const { entry } = edit;
  const hasPhases = entry.phases !== undefined;
  const change = changeAsOneStep(edit);
  return (
    <>
      <Select
        label="Job pace"
        value={hasPhases ? 'phases' : 'rate'}
        options={PACE_OPTIONS}
        onChange={(pace) => change(withPace(entry, pace))}
      />
      {hasPhases ? (
        <ListFields {...edit} codec={jobPhasesCodec} fields={JOB_PHASE_FIELDS} />
      ) : (
        <PhaseNumberField {...edit} field={CLIENT_RATE_FIELD} runEnd={0} />
      )}
      <Select
        label="Arrivals"
        value={entry.arrivals}
        options={ARRIVAL_OPTIONS}
        onChange={(arrivals) => change({ ...entry, arrivals })}
      />
      {hasPhases && (
        <FieldGridNote>
          A phase is over when jobs/rate seconds have passed and each of its jobs was admitted or given up.
        </FieldGridNote>
      )}
    </>
  );
}

const MAX_TRIES_FIELDS: readonly ListField[] = [
  { path: 'maxTries', label: 'Maximum tries per job', numeric: true, placeholder: 'no limit' },
];

function StrategyFields(edit: ClientsEditProps): ReactElement {
  const { entry } = edit;
  const { retry } = entry;
  const change = changeAsOneStep(edit);
  return (
    <>
      <Select
        label="Strategy"
        value={retry.strategy}
        options={STRATEGIES.map((strategy) => ({ value: strategy, label: strategy }))}
        onChange={(strategy) => change(withStrategy(entry, strategy))}
      />
      {retryFields(retry).map((field) => (
        <PhaseNumberField key={field.path} field={field} runEnd={0} {...edit} />
      ))}
      {retry.strategy === 'backoff' && (
        <Select
          label="Jitter"
          value={retry.jitter}
          options={JITTERS.map((jitter) => ({ value: jitter, label: jitter }))}
          onChange={(jitter) => change({ ...entry, retry: { ...retry, jitter } })}
        />
      )}
      {retriesRefused(retry) && <ListFields {...edit} codec={maxTriesCodec} fields={MAX_TRIES_FIELDS} />}
    </>
  );
}

function changeAsOneStep({ gesture, onChange }: ClientsEditProps): (entry: TrafficEntry) => void {
  return (entry) => gesture.once(() => onChange(entry));
}
