/** Clients: traffic that answers to what the limiter says. */
import type { JobPhase, Retry } from '../traffic/index.ts';
import {
  commonFields,
  checkRange,
  keyDistribution,
  rate,
  positiveTime,
  rangeFields,
  type EntryFields,
  type KeyDistribution,
  type RangeFields,
} from './entryFields.ts';
import { formatExactNumber, type Report } from './problem.ts';
import {
  oneOf,
  withDefault,
  isObject,
  list,
  defaultedRecord,
  number,
  optional,
  union,
  record,
  required,
  taggedUnion,
  integer,
  type Schema,
} from './schema.ts';

export interface ClientsTraffic extends Omit<EntryFields, 'keys'>, RangeFields {
  readonly kind: 'clients';
  readonly count: number;
  /** Jobs a second of each client. Absent with `phases`, and for a careless client or an abuser, who set their own pace. */
  readonly rate?: number;
  readonly phases?: readonly JobPhase[];
  readonly arrivals: 'steady' | 'poisson';
  /** `own`: each client its own key, `<key>-<index>`. `shared`: all `key`. Or a pool. */
  readonly keys: 'own' | 'shared' | KeyDistribution;
  /** Tries of one job. Absent: as many as its strategy makes. */
  readonly maxTries?: number;
  readonly retry: Retry;
}

type RetryOf<S extends Retry['strategy']> = Extract<Retry, { readonly strategy: S }>;

function strategyField<const S extends string>(word: S) {
  return withDefault(oneOf([word]), word);
}

const retrySchemas: { readonly [S in Retry['strategy']]: Schema<RetryOf<S>> } = {
  none: record<RetryOf<'none'>>({ strategy: strategyField('none') }),
  'retry-poll': record<RetryOf<'retry-poll'>>({
    strategy: required(oneOf(['retry-poll'])),
    every: withDefault(positiveTime, 0.01),
  }),
  backoff: record<RetryOf<'backoff'>>({
    strategy: required(oneOf(['backoff'])),
    base: withDefault(positiveTime, 1),
    cap: withDefault(positiveTime, 32),
    factor: withDefault(number({ min: 1, max: 1_000 }), 2),
    jitter: withDefault(oneOf(['none', 'full', 'equal', 'decorrelated']), 'full'),
  }),
  'retry-after': record<RetryOf<'retry-after'>>({ strategy: required(oneOf(['retry-after'])) }),
  careless: record<RetryOf<'careless'>>({
    strategy: required(oneOf(['careless'])),
    every: withDefault(positiveTime, 0.01),
  }),
  abuser: record<RetryOf<'abuser'>>({
    strategy: required(oneOf(['abuser'])),
    a: withDefault(number({ min: 0, exclusiveMin: true, max: 1_000_000 }), 2),
  }),
};

const keyMode = oneOf(['own', 'shared']);

export const clientsSchema: Schema<ClientsTraffic> = record<ClientsTraffic>(
  {
    kind: required(oneOf(['clients'])),
    ...rangeFields,
    count: withDefault(integer(1, 1_000_000), 1),
    rate: optional(rate),
    phases: optional(
      list(record<JobPhase>({ jobs: required(integer(1, 1_000_000)), rate: required(rate) }), 'phases', 1, 1_000),
    ),
    arrivals: withDefault(oneOf(['steady', 'poisson']), 'steady'),
    maxTries: optional(integer(1, 1_000_000)),
    retry: defaultedRecord(taggedUnion<Retry>('strategy', retrySchemas, 'none')),
    ...commonFields,
    keys: withDefault(
      union<'own' | 'shared' | KeyDistribution>(`${keyMode.expected}, or an object with count and share`, (value) =>
        isObject(value) ? keyDistribution : keyMode,
      ),
      'own',
    ),
  },
  checkPacing,
);

/** Exactly one thing says how fast jobs come. */
function checkPacing(
  value: Partial<ClientsTraffic>,
  path: string,
  report: Report,
  given: Readonly<Record<string, unknown>>,
): void {
  checkRange(value, path, report);
  const { rate: jobRate, phases, arrivals, retry } = value;
  if (retry === undefined) return;
  if (retry.strategy === 'careless' || retry.strategy === 'abuser') {
    const may = `left out: a client of strategy "${retry.strategy}" sets its own pace`;
    if (phases !== undefined) report({ path: `${path}.phases`, actual: 'given', expected: may });
    if (jobRate !== undefined) report({ path: `${path}.rate`, actual: formatExactNumber(jobRate), expected: may });
    if (arrivals === 'poisson') report({ path: `${path}.arrivals`, actual: '"poisson"', expected: may });
  } else if (given['rate'] === undefined && given['phases'] === undefined)
    report({ path: `${path}.rate`, actual: 'missing', expected: `${rate.expected}; or phases be given` });
  else if (jobRate !== undefined && phases !== undefined)
    report({
      path: `${path}.rate`,
      actual: formatExactNumber(jobRate),
      expected: 'left out: each of phases has its own',
    });
}
