/** Traffic: the entries of a scenario that make requests. All times are seconds, all rates are per second. */
import { clientsSchema, type ClientsTraffic } from './clients.ts';
import {
  commonFields,
  DEFAULT_KEY,
  checkRange,
  time,
  rate,
  positiveTime,
  rangeFields,
  timesCost,
  timesKey,
  type CostDistribution,
  type EntryFields,
  type RangeFields,
} from './entryFields.ts';
import { formatExactNumber, type Report } from './problem.ts';
import {
  oneOf,
  withDefault,
  boolean,
  withExpected,
  list,
  number,
  record,
  required,
  taggedUnion,
  text,
  integer,
  type Schema,
} from './schema.ts';

/** Requests at given instants, in any order. `key` and `cost`: one for all, or one each. */
export interface TimesTraffic extends Omit<EntryFields, 'key' | 'cost'> {
  readonly kind: 'times';
  readonly at: readonly number[];
  readonly key: string | readonly string[];
  readonly cost: number | CostDistribution | readonly number[];
  /** Whether this is the entry that Send adds to; at most one is. */
  readonly clicks: boolean;
}

export interface SteadyTraffic extends EntryFields, RangeFields {
  readonly kind: 'steady';
  readonly rate: number;
}

export interface PoissonTraffic extends EntryFields, RangeFields {
  readonly kind: 'poisson';
  readonly rate: number;
}

/** A rate that changes evenly from the first to the second. */
export interface RampTraffic extends EntryFields, RangeFields {
  readonly kind: 'ramp';
  readonly rate: readonly [number, number];
}

/** `count` requests from `at` on, evenly over `spread` seconds. */
export interface BurstTraffic extends EntryFields {
  readonly kind: 'burst';
  readonly at: number;
  readonly count: number;
  readonly spread: number;
}

/** Steady for `on` seconds, silent for `off`, and again. */
export interface OnOffTraffic extends EntryFields, RangeFields {
  readonly kind: 'on-off';
  readonly rate: number;
  readonly on: number;
  readonly off: number;
}

/** A rate that follows the day: `mean`·(1 ± `swing`), highest at second `peakAt` of the day. */
export interface DailyTraffic extends EntryFields, RangeFields {
  readonly kind: 'daily';
  readonly mean: number;
  readonly peakAt: number;
  readonly swing: number;
}

/** Requests that a user's program makes. */
export interface ScriptTraffic extends EntryFields {
  readonly kind: 'script';
  readonly code: string;
}

export type TrafficEntry =
  | TimesTraffic
  | SteadyTraffic
  | PoissonTraffic
  | RampTraffic
  | BurstTraffic
  | OnOffTraffic
  | DailyTraffic
  | ClientsTraffic
  | ScriptTraffic;

function checkListLengths({ at, key, keys, cost: costs }: Partial<TimesTraffic>, path: string, report: Report): void {
  if (at === undefined) return;
  const checkLength = (given: readonly unknown[], field: string) => {
    if (given.length === at.length) return;
    report({
      path: `${path}.${field}`,
      actual: `a list of ${formatExactNumber(given.length)}`,
      expected: `a list of ${formatExactNumber(at.length)}, one for each instant in at`,
    });
  };
  if (Array.isArray(key)) {
    checkLength(key, 'key');
    if (keys !== undefined)
      report({ path: `${path}.keys`, actual: 'given beside a list in key', expected: 'left out, or key be one text' });
  }
  if (Array.isArray(costs)) checkLength(costs, 'cost');
}

function kindField<const K extends string>(word: K) {
  return required(oneOf([word]));
}

export const trafficEntrySchema: Schema<TrafficEntry> = taggedUnion<TrafficEntry>('kind', {
  times: record<TimesTraffic>(
    {
      kind: kindField('times'),
      at: withDefault(list(time, 'seconds', 0, Infinity), []),
      ...commonFields,
      key: withDefault(timesKey, DEFAULT_KEY),
      cost: withDefault(timesCost, 1),
      clicks: withDefault(boolean, false),
    },
    checkListLengths,
  ),
  steady: record<SteadyTraffic>(
    { kind: kindField('steady'), ...rangeFields, rate: required(rate), ...commonFields },
    checkRange,
  ),
  poisson: record<PoissonTraffic>(
    { kind: kindField('poisson'), ...rangeFields, rate: required(rate), ...commonFields },
    checkRange,
  ),
  ramp: record<RampTraffic>(
    { kind: kindField('ramp'), ...rangeFields, rate: required(rampRateSchema()), ...commonFields },
    checkRange,
  ),
  burst: record<BurstTraffic>({
    kind: kindField('burst'),
    at: required(time),
    count: required(integer(1, 1_000_000_000)),
    spread: withDefault(time, 0),
    ...commonFields,
  }),
  'on-off': record<OnOffTraffic>(
    {
      kind: kindField('on-off'),
      ...rangeFields,
      rate: required(rate),
      on: required(positiveTime),
      off: required(time),
      ...commonFields,
    },
    checkRange,
  ),
  daily: record<DailyTraffic>(
    {
      kind: kindField('daily'),
      ...rangeFields,
      mean: required(rate),
      peakAt: withDefault(number({ min: 0, max: 86_400, unit: 'seconds' }), 50_400),
      swing: withDefault(number({ min: 0, max: 1 }), 0.8),
      ...commonFields,
    },
    checkRange,
  ),
  clients: clientsSchema,
  script: record<ScriptTraffic>({ kind: kindField('script'), code: required(text(0, 1_000_000)), ...commonFields }),
});

function rampRateSchema(): Schema<readonly [number, number]> {
  const may = 'two numbers from 0 to 1,000,000,000, not both 0';
  const two = list(number({ min: 0, max: 1_000_000_000 }), 'numbers', 2, 2);
  return {
    expected: may,
    parse(value, path, report) {
      const read = withExpected(two, may).parse(value, path, report);
      if (read === undefined) return undefined;
      const [first = 0, second = 0] = read;
      if (first > 0 || second > 0) return [first, second];
      report({ path, actual: '[0,0]', expected: may });
      return undefined;
    },
    serialize: (value) => value,
  };
}
