/** The fields of clients: how many, how fast, for which keys, and what they do when they are refused. */
import type { ReactElement, ReactNode } from 'react';
import type { Traffic } from '../../sim/index.ts';
import { Select } from '../ui/Select.tsx';
import {
  JITTERS,
  setsOwnPace,
  STRATEGIES,
  strategyWords,
  triesAgain,
  withPace,
  withStrategy,
  type Clients,
} from './clientsFields.ts';
import { CommonFields, CostField, ToField } from './CommonFields.tsx';
import { Field, type PartProps } from './Field.tsx';
import { KeyField } from './KeyField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { CLIENT_RATE, fieldsOf, fieldsOfRetry } from './phaseFields.ts';
import { jobLists, triesLists } from './phaseLists.ts';
import styles from './TrafficTab.module.css';

type ClientsPart = PartProps<Clients>;

interface ClientsFormProps extends ClientsPart {
  readonly end: number;
  readonly kind: ReactNode;
}

export function ClientsForm({ end, kind, ...part }: ClientsFormProps): ReactElement {
  const { entry } = part;
  return (
    <>
      <div className={styles['fields']}>
        {kind}
        {fieldsOf('clients').map((field) =>
          field.path === 'to' ? (
            <ToField key="to" field={field} end={end} {...part} />
          ) : (
            <Field key={field.path} field={field} end={end} {...part} />
          ),
        )}
        <StrategyFields {...part} />
        <p className={styles['words']}>{strategyWords(entry.retry)}</p>
      </div>
      <div className={styles['fields']}>
        {!setsOwnPace(entry.retry) && <PaceFields {...part} />}
        <KeyField {...part} />
        <CostField {...part} />
        <CommonFields {...part} />
      </div>
    </>
  );
}

const PACES = [
  { value: 'rate', label: 'at one rate' },
  { value: 'phases', label: 'in phases' },
] as const;

const ARRIVALS = [
  { value: 'steady', label: 'steady' },
  { value: 'poisson', label: 'poisson' },
] as const;

const JOBS: readonly ListField[] = [{ list: 'phases', label: 'Phases, jobs @ rate', className: styles['two'] }];

function PaceFields(part: ClientsPart): ReactElement {
  const { entry } = part;
  const phased = entry.phases !== undefined;
  const change = changeAtOnce(part);
  return (
    <>
      <Select
        label="Jobs come"
        value={phased ? 'phases' : 'rate'}
        options={PACES}
        onChange={(pace) => change(withPace(entry, pace))}
      />
      {phased ? (
        <ListFields {...part} lists={jobLists} fields={JOBS} />
      ) : (
        <Field {...part} field={CLIENT_RATE} end={0} />
      )}
      <Select
        label="Arrivals"
        value={entry.arrivals}
        options={ARRIVALS}
        onChange={(arrivals) => change({ ...entry, arrivals })}
      />
      {phased && (
        <p className={styles['words']}>
          A phase is over when jobs/rate seconds have passed and each of its jobs was admitted or given up.
        </p>
      )}
    </>
  );
}

const TRIES: readonly ListField[] = [
  { list: 'maxTries', label: 'Tries of a job, at most', figure: true, placeholder: 'no limit' },
];

function StrategyFields(part: ClientsPart): ReactElement {
  const { entry } = part;
  const { retry } = entry;
  const change = changeAtOnce(part);
  return (
    <>
      <Select
        label="Strategy"
        value={retry.strategy}
        options={STRATEGIES.map((strategy) => ({ value: strategy, label: strategy }))}
        onChange={(strategy) => change(withStrategy(entry, strategy))}
      />
      {fieldsOfRetry(retry).map((field) => (
        <Field key={field.path} field={field} end={0} {...part} />
      ))}
      {retry.strategy === 'backoff' && (
        <Select
          label="Jitter"
          value={retry.jitter}
          options={JITTERS.map((jitter) => ({ value: jitter, label: jitter }))}
          onChange={(jitter) => change({ ...entry, retry: { ...retry, jitter } })}
        />
      )}
      {triesAgain(retry) && <ListFields {...part} lists={triesLists} fields={TRIES} />}
    </>
  );
}

/** A choice is an undo step of its own. */
function changeAtOnce({ gesture, onChange }: ClientsPart): (entry: Traffic) => void {
  return (entry) => {
    gesture.end();
    onChange(entry);
    gesture.end();
  };
}
