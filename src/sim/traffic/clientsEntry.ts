/** `clients`: jobs that are retried or given up after a denial, so their requests depend on the limiter's decisions. */
import {
  checkRange,
  commonFields,
  keyDistribution,
  kindField,
  positiveTime,
  rangeFields,
  positiveRate,
  type KeyDistribution,
} from '../scenario/entryFields.ts';
import { formatExactNumber, type Report } from '../scenario/problem.ts';
import {
  defaultedRecord,
  integer,
  isObject,
  list,
  number,
  oneOf,
  optional,
  record,
  required,
  taggedUnion,
  union,
  withDefault,
  type Schema,
} from '../scenario/schema.ts';
import { formatNumber, pluralize } from '../numberFormat.ts';
import { formatDuration, scaleRate } from '../quantityFormat.ts';
import type { ClientsEntry, JobPhase, Retry, RetryOf } from './clients/client.ts';
import { generateJobs, hasRate, maxJobs } from './clients/jobs.ts';
import { roundToFormat } from './conversion.ts';
import {
  decimalField,
  FROM_FIELD,
  positiveSecondsField,
  rateField,
  TO_FIELD,
  wholeField,
  type FormField,
} from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { rangePace, rangeText, rangeTrack } from './ranged.ts';

const MAX_CLIENTS = 1_000_000;
/** Maximum number of jobs in one phase. */
export const MAX_JOBS = 1_000_000;
const MAX_FACTOR = 1_000;
/** Maximum rate of an abuser, as a multiple of the limit. */
const MAX_ABUSE = 1_000_000;

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
    factor: withDefault(number({ min: 1, max: MAX_FACTOR }), 2),
    jitter: withDefault(oneOf(['none', 'full', 'equal', 'decorrelated']), 'full'),
  }),
  'retry-after': record<RetryOf<'retry-after'>>({ strategy: required(oneOf(['retry-after'])) }),
  careless: record<RetryOf<'careless'>>({
    strategy: required(oneOf(['careless'])),
    every: withDefault(positiveTime, 0.01),
  }),
  abuser: record<RetryOf<'abuser'>>({
    strategy: required(oneOf(['abuser'])),
    a: withDefault(number({ min: 0, exclusiveMin: true, max: MAX_ABUSE }), 2),
  }),
};

const keyMode = oneOf(['own', 'shared']);

const schema: Schema<ClientsEntry> = record<ClientsEntry>(
  {
    kind: kindField('clients'),
    ...rangeFields,
    count: withDefault(integer(1, MAX_CLIENTS), 1),
    rate: optional(positiveRate),
    phases: optional(
      list(
        record<JobPhase>({ jobs: required(integer(1, MAX_JOBS)), rate: required(positiveRate) }),
        'phases',
        1,
        1_000,
      ),
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

export const clients: TrafficKind<ClientsEntry> = {
  kind: 'clients',
  schema,
  draws: {
    openLoop: false,
    isRandom: ({ arrivals }) => arrivals === 'poisson',
    count: (entry, horizon) => (hasRate(entry) ? maxJobs(entry, horizon) : 0),
    arrivals: (entry, { index, clientOffset, horizon, seed }) =>
      hasRate(entry) ? generateJobs(entry, index, clientOffset, horizon, seed) : null,
    clients: ({ count }) => count,
  },
  form: {
    layout: 'clients',
    fields: [FROM_FIELD, TO_FIELD, wholeField('count', 'Clients', MAX_CLIENTS)],
    explanation: () => null,
  },
  words: {
    label: ({ count }) => pluralize(count, 'client'),
    description(entry) {
      const { count, retry, phases, from, to } = entry;
      const range = phases === undefined || from !== 0 || to !== undefined ? `, ${rangeText(entry)}` : '';
      return `clients, ${formatNumber(count)} ${retryText(retry)}${paceText(entry)}${range}`;
    },
  },
  track: rangeTrack,
  rates: {
    of: ({ rate: each, count }) => (each === undefined ? [] : [each * count]),
    // The total rate is what was set to two digits, so the rate per client needs more.
    set: (entry, _which, together) => ({ ...entry, rate: Number((together / entry.count).toPrecision(6)) }),
    count: null,
  },
  conversion: {
    pace: (entry, run) => rangePace(entry, roundToFormat(entry.count * jobsPerSecond(entry, run.limit)), run),
    instants: () => null,
    // A single client with the entry's requests as its jobs; the only difference is that it retries.
    create: ({ common, range, pace, isRandom }) => ({
      ...common,
      ...range,
      kind: 'clients',
      count: 1,
      rate: pace.rate,
      arrivals: isRandom ? 'poisson' : 'steady',
      keys: common.keys ?? 'shared',
      retry: { strategy: 'backoff', base: 1, cap: 32, factor: 2, jitter: 'full' },
    }),
  },
};

/** `with backoff, full jitter`; `abusing, 2 × n/T each`. */
function retryText(retry: Retry): string {
  switch (retry.strategy) {
    case 'none':
      return 'with no retry';
    case 'backoff':
      return `with backoff, ${retry.jitter === 'none' ? 'no' : retry.jitter} jitter`;
    case 'retry-poll':
    case 'retry-after':
      return `with ${retry.strategy}`;
    case 'careless':
      return `careless, one request every ${formatDuration(retry.every)} each`;
    case 'abuser':
      return `abusing, ${formatNumber(retry.a, 6)} × n/T each`;
  }
}

/** `, 1 job a second each`, `, 8 phases`; empty for self-paced strategies. */
function paceText({ rate: each, phases, arrivals }: ClientsEntry): string {
  const randomText = arrivals === 'poisson' ? ' at random' : '';
  if (phases !== undefined) return `, ${pluralize(phases.length, 'phase')}${randomText}`;
  if (each === undefined) return '';
  const { figure, words } = scaleRate(each);
  return `, ${figure} ${figure === '1' ? 'job' : 'jobs'} ${words} each${randomText}`;
}

/** Jobs a second, per client. */
export const CLIENT_RATE_FIELD = rateField('rate', 'Rate per client');

const EVERY = positiveSecondsField('retry.every', 'Every');
const BACKOFF = [positiveSecondsField('retry.base', 'Base'), positiveSecondsField('retry.cap', 'Cap')];
const FACTOR = decimalField('retry.factor', 'Factor', [1, MAX_FACTOR]);
const ABUSE = { ...decimalField('retry.a', 'Times the limit', [0, MAX_ABUSE]), unit: '× n/T' };

/** The form fields of a strategy's parameters. */
export function retryFields(retry: Retry): readonly FormField[] {
  switch (retry.strategy) {
    case 'retry-poll':
    case 'careless':
      return [EVERY];
    case 'backoff':
      // Decorrelated waits grow at random from the previous wait, without a factor.
      return retry.jitter === 'decorrelated' ? BACKOFF : [...BACKOFF, FACTOR];
    case 'abuser':
      return [ABUSE];
    case 'none':
    case 'retry-after':
      return [];
  }
}

/** Whether the strategy itself determines the request rate, so that there is neither a rate nor phases. */
export function isSelfPaced(retry: Retry): retry is RetryOf<'careless' | 'abuser'> {
  return retry.strategy === 'careless' || retry.strategy === 'abuser';
}

/** Average jobs a second per client; `limit` is n/T of the run, in requests a second. */
export function jobsPerSecond({ rate: each, phases, retry }: ClientsEntry, limit: number): number {
  if (retry.strategy === 'careless') return 1 / retry.every;
  if (retry.strategy === 'abuser') return retry.a * limit;
  if (phases === undefined) return each ?? limit;
  const jobs = phases.reduce((sum, phase) => sum + phase.jobs, 0);
  const seconds = phases.reduce((sum, phase) => sum + phase.jobs / phase.rate, 0);
  return jobs / seconds;
}

/** Exactly one of rate, phases and a self-paced strategy may be given. */
function checkPacing(
  value: Partial<ClientsEntry>,
  path: string,
  report: Report,
  given: Readonly<Record<string, unknown>>,
): void {
  checkRange(value, path, report);
  const { rate: jobRate, phases, arrivals, retry } = value;
  if (retry === undefined) return;
  if (isSelfPaced(retry)) {
    const expected = `left out: a client of strategy "${retry.strategy}" sets its own pace`;
    if (phases !== undefined) report({ path: `${path}.phases`, actual: 'given', expected });
    if (jobRate !== undefined) report({ path: `${path}.rate`, actual: formatExactNumber(jobRate), expected });
    if (arrivals === 'poisson') report({ path: `${path}.arrivals`, actual: '"poisson"', expected });
  } else if (given['rate'] === undefined && given['phases'] === undefined)
    report({ path: `${path}.rate`, actual: 'missing', expected: `${positiveRate.expected}; or phases be given` });
  else if (jobRate !== undefined && phases !== undefined)
    report({
      path: `${path}.rate`,
      actual: formatExactNumber(jobRate),
      expected: 'left out: each of phases has its own',
    });
}
