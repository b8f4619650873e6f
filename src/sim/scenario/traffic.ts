/** Traffic: the entries of a scenario that make requests. All times are seconds, all rates are per second. */
import { clientsShape, type ClientsTraffic } from './clients.ts';
import {
  common,
  DEFAULT_KEY,
  forwards,
  time,
  rate,
  someTime,
  span,
  timesCost,
  timesKey,
  type CostMix,
  type EntryCommon,
  type Span,
} from './entry.ts';
import { figure, type Report } from './problem.ts';
import {
  choice,
  defaulted,
  flag,
  inWords,
  list,
  number,
  record,
  required,
  tagged,
  text,
  whole,
  type Shape,
} from './shape.ts';

/** Requests at given instants, in any order. `key` and `cost`: one for all, or one each. */
export interface TimesTraffic extends Omit<EntryCommon, 'key' | 'cost'> {
  readonly kind: 'times';
  readonly at: readonly number[];
  readonly key: string | readonly string[];
  readonly cost: number | CostMix | readonly number[];
  /** Whether this is the entry that Send adds to; at most one is. */
  readonly clicks: boolean;
}

export interface SteadyTraffic extends EntryCommon, Span {
  readonly kind: 'steady';
  readonly rate: number;
}

export interface PoissonTraffic extends EntryCommon, Span {
  readonly kind: 'poisson';
  readonly rate: number;
}

/** A rate that changes evenly from the first to the second. */
export interface RampTraffic extends EntryCommon, Span {
  readonly kind: 'ramp';
  readonly rate: readonly [number, number];
}

/** `count` requests from `at` on, evenly over `spread` seconds. */
export interface BurstTraffic extends EntryCommon {
  readonly kind: 'burst';
  readonly at: number;
  readonly count: number;
  readonly spread: number;
}

/** Steady for `on` seconds, silent for `off`, and again. */
export interface OnOffTraffic extends EntryCommon, Span {
  readonly kind: 'on-off';
  readonly rate: number;
  readonly on: number;
  readonly off: number;
}

/** A rate that follows the day: `mean`·(1 ± `swing`), highest at second `peakAt` of the day. */
export interface DailyTraffic extends EntryCommon, Span {
  readonly kind: 'daily';
  readonly mean: number;
  readonly peakAt: number;
  readonly swing: number;
}

/** Requests that a user's program makes. */
export interface ScriptTraffic extends EntryCommon {
  readonly kind: 'script';
  readonly code: string;
}

export type Traffic =
  | TimesTraffic
  | SteadyTraffic
  | PoissonTraffic
  | RampTraffic
  | BurstTraffic
  | OnOffTraffic
  | DailyTraffic
  | ClientsTraffic
  | ScriptTraffic;

function oneEach({ at, key, keys, cost: costs }: Partial<TimesTraffic>, path: string, report: Report): void {
  if (at === undefined) return;
  const size = (given: readonly unknown[], field: string) => {
    if (given.length === at.length) return;
    report({
      path: `${path}.${field}`,
      was: `a list of ${figure(given.length)}`,
      may: `a list of ${figure(at.length)}, one for each instant in at`,
    });
  };
  if (Array.isArray(key)) {
    size(key, 'key');
    if (keys !== undefined)
      report({ path: `${path}.keys`, was: 'given beside a list in key', may: 'left out, or key be one text' });
  }
  if (Array.isArray(costs)) size(costs, 'cost');
}

function kind<const K extends string>(word: K) {
  return required(choice([word]));
}

export const trafficShape: Shape<Traffic> = tagged<Traffic>('kind', {
  times: record<TimesTraffic>(
    {
      kind: kind('times'),
      at: defaulted(list(time, 'seconds', 0, Infinity), []),
      ...common,
      key: defaulted(timesKey, DEFAULT_KEY),
      cost: defaulted(timesCost, 1),
      clicks: defaulted(flag, false),
    },
    oneEach,
  ),
  steady: record<SteadyTraffic>({ kind: kind('steady'), ...span, rate: required(rate), ...common }, forwards),
  poisson: record<PoissonTraffic>({ kind: kind('poisson'), ...span, rate: required(rate), ...common }, forwards),
  ramp: record<RampTraffic>({ kind: kind('ramp'), ...span, rate: required(rampRate()), ...common }, forwards),
  burst: record<BurstTraffic>({
    kind: kind('burst'),
    at: required(time),
    count: required(whole(1, 1_000_000_000)),
    spread: defaulted(time, 0),
    ...common,
  }),
  'on-off': record<OnOffTraffic>(
    { kind: kind('on-off'), ...span, rate: required(rate), on: required(someTime), off: required(time), ...common },
    forwards,
  ),
  daily: record<DailyTraffic>(
    {
      kind: kind('daily'),
      ...span,
      mean: required(rate),
      peakAt: defaulted(number({ min: 0, max: 86_400, unit: 'seconds' }), 50_400),
      swing: defaulted(number({ min: 0, max: 1 }), 0.8),
      ...common,
    },
    forwards,
  ),
  clients: clientsShape,
  script: record<ScriptTraffic>({ kind: kind('script'), code: required(text(0, 1_000_000)), ...common }),
});

function rampRate(): Shape<readonly [number, number]> {
  const may = 'two numbers from 0 to 1,000,000,000, not both 0';
  const two = list(number({ min: 0, max: 1_000_000_000 }), 'numbers', 2, 2);
  return {
    may,
    read(value, path, report) {
      const read = inWords(two, may).read(value, path, report);
      if (read === undefined) return undefined;
      const [first = 0, second = 0] = read;
      if (first > 0 || second > 0) return [first, second];
      report({ path, was: '[0,0]', may });
      return undefined;
    },
    write: (value) => value,
  };
}
