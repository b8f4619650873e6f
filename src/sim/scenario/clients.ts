/** Clients: traffic that answers to what the limiter says. */
import type { Phase, Retry } from '../traffic/index.ts';
import { common, forwards, keyPool, rate, someTime, span, type EntryCommon, type KeyPool, type Span } from './entry.ts';
import { figure, type Report } from './problem.ts';
import {
  choice,
  defaulted,
  isObject,
  list,
  nested,
  number,
  optional,
  picked,
  record,
  required,
  tagged,
  whole,
  type Shape,
} from './shape.ts';

export interface ClientsTraffic extends Omit<EntryCommon, 'keys'>, Span {
  readonly kind: 'clients';
  readonly count: number;
  /** Jobs a second of each client. Absent with `phases`, and for a careless client or an abuser, who set their own pace. */
  readonly rate?: number;
  readonly phases?: readonly Phase[];
  readonly arrivals: 'steady' | 'poisson';
  /** `own`: each client its own key, `<key>-<index>`. `shared`: all `key`. Or a pool. */
  readonly keys: 'own' | 'shared' | KeyPool;
  /** Tries of one job. Absent: as many as its strategy makes. */
  readonly maxTries?: number;
  readonly retry: Retry;
}

type Strategy<S extends Retry['strategy']> = Extract<Retry, { readonly strategy: S }>;

function strategy<const S extends string>(word: S) {
  return defaulted(choice([word]), word);
}

const retryShapes: { readonly [S in Retry['strategy']]: Shape<Strategy<S>> } = {
  none: record<Strategy<'none'>>({ strategy: strategy('none') }),
  'retry-poll': record<Strategy<'retry-poll'>>({
    strategy: required(choice(['retry-poll'])),
    every: defaulted(someTime, 0.01),
  }),
  backoff: record<Strategy<'backoff'>>({
    strategy: required(choice(['backoff'])),
    base: defaulted(someTime, 1),
    cap: defaulted(someTime, 32),
    factor: defaulted(number({ min: 1, max: 1_000 }), 2),
    jitter: defaulted(choice(['none', 'full', 'equal', 'decorrelated']), 'full'),
  }),
  'retry-after': record<Strategy<'retry-after'>>({ strategy: required(choice(['retry-after'])) }),
  careless: record<Strategy<'careless'>>({
    strategy: required(choice(['careless'])),
    every: defaulted(someTime, 0.01),
  }),
  abuser: record<Strategy<'abuser'>>({
    strategy: required(choice(['abuser'])),
    a: defaulted(number({ min: 0, above: true, max: 1_000_000 }), 2),
  }),
};

const named = choice(['own', 'shared']);

export const clientsShape: Shape<ClientsTraffic> = record<ClientsTraffic>(
  {
    kind: required(choice(['clients'])),
    ...span,
    count: defaulted(whole(1, 1_000_000), 1),
    rate: optional(rate),
    phases: optional(
      list(record<Phase>({ jobs: required(whole(1, 1_000_000)), rate: required(rate) }), 'phases', 1, 1_000),
    ),
    arrivals: defaulted(choice(['steady', 'poisson']), 'steady'),
    maxTries: optional(whole(1, 1_000_000)),
    retry: nested(tagged<Retry>('strategy', retryShapes, 'none')),
    ...common,
    keys: defaulted(
      picked<'own' | 'shared' | KeyPool>(`${named.may}, or an object with count and share`, (value) =>
        isObject(value) ? keyPool : named,
      ),
      'own',
    ),
  },
  pace,
);

/** Exactly one thing says how fast jobs come. */
function pace(
  value: Partial<ClientsTraffic>,
  path: string,
  report: Report,
  given: Readonly<Record<string, unknown>>,
): void {
  forwards(value, path, report);
  const { rate: jobs, phases, arrivals, retry } = value;
  if (retry === undefined) return;
  if (retry.strategy === 'careless' || retry.strategy === 'abuser') {
    const may = `left out: a client of strategy "${retry.strategy}" sets its own pace`;
    if (phases !== undefined) report({ path: `${path}.phases`, was: 'given', may });
    if (jobs !== undefined) report({ path: `${path}.rate`, was: figure(jobs), may });
    if (arrivals === 'poisson') report({ path: `${path}.arrivals`, was: '"poisson"', may });
  } else if (given['rate'] === undefined && given['phases'] === undefined)
    report({ path: `${path}.rate`, was: 'missing', may: `${rate.may}; or phases be given` });
  else if (jobs !== undefined && phases !== undefined)
    report({ path: `${path}.rate`, was: figure(jobs), may: 'left out: each of phases has its own' });
}
