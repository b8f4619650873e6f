/** The fields shared by all traffic entries: keys, costs and times. */
import { formatExactNumber, type Report } from './problem.ts';
import { MAX_SECONDS, MAX_PERMITS } from './policy.ts';
import {
  oneOf,
  withDefault,
  isObject,
  list,
  number,
  optional,
  union,
  record,
  required,
  text,
  integer,
  type Schema,
} from './schema.ts';

/** One of several costs at random, with probability proportional to its weight. */
export interface CostDistribution {
  readonly of: readonly number[];
  readonly weights: readonly number[];
}

/** Several keys instead of one: `count` of them, used evenly, by Zipf's law, or mostly by one noisy neighbour. */
export interface KeyDistribution {
  readonly count: number;
  readonly share: 'even' | 'zipf' | 'noisy';
}

/** The fields of every entry. */
export interface EntryFields {
  /** The key of its requests; with `keys`, the prefix of theirs. */
  readonly key: string;
  readonly keys?: KeyDistribution;
  readonly cost: number | CostDistribution;
  /** Classifies its requests for the figures. */
  readonly label?: 'good' | 'bad';
  /** Seconds after which a request gives up waiting in a shaper. Absent: never. */
  readonly timeout?: number;
  /** Identifies its stream of random numbers; assigned when the entry is created, kept when it moves. */
  readonly stream: number;
}

/** [from, to) in seconds. `to` absent: to the end of the run. */
export interface RangeFields {
  readonly from: number;
  readonly to?: number;
}

/** Stands for a missing `stream` until the scenario's streams are assigned. Not a valid value in a document. */
export const UNASSIGNED_STREAM = -1;
/** Stands for a missing `from` of a recording until the scenario's epoch is known. Not a valid value in a document. */
export const UNASSIGNED_FROM = -1;
export const DEFAULT_KEY = 'a';

export const MAX_KEY_LENGTH = 200;
export const MAX_KEYS = 1_000_000;
const MAX_WEIGHTS = 1_000;
/** The shortest duration above zero, in seconds. */
export const MIN_SECONDS = 0.000001;
/** The maximum of requests per second, and of requests in one burst. */
export const MAX_RATE = 1_000_000_000;
const MAX_STREAM = 4_294_967_295;

/** An instant, or a duration that may be zero, in seconds. */
export const time = number({ min: 0, max: MAX_SECONDS, unit: 'seconds' });
/** A duration of at least a microsecond, in seconds. */
export const positiveTime = number({ min: MIN_SECONDS, max: MAX_SECONDS, unit: 'seconds' });
/** Requests per second. */
export const positiveRate = number({ min: 0, exclusiveMin: true, max: MAX_RATE });

const keyText = text(1, MAX_KEY_LENGTH);
const costValue = integer(1, MAX_PERMITS);
const weight = number({ min: 0, max: 1_000_000_000 });
/** Weights; `checkWeights` checks how many there are. */
export const weights = list(weight, 'numbers that are not negative', 1, MAX_WEIGHTS);

/** Reports weights unless there are `count` of them and at least one is above 0. */
export function checkWeights(given: readonly number[], count: number, of: string, path: string, report: Report): void {
  const many = `a list of ${formatExactNumber(count)}, one for each of ${of}`;
  if (given.length !== count) report({ path, actual: `a list of ${formatExactNumber(given.length)}`, expected: many });
  else if (given.every((one) => one === 0))
    report({ path, actual: 'all 0', expected: `${many}, at least one above 0` });
}

const costDistributionFields = record<{ of: readonly number[]; weights?: readonly number[] }>(
  { of: required(list(costValue, 'costs', 1, MAX_WEIGHTS)), weights: optional(weights) },
  ({ of, weights: given }, path, report) => {
    if (of !== undefined && given !== undefined) checkWeights(given, of.length, 'the costs', `${path}.weights`, report);
  },
);

/** Without weights, all costs are equally likely. */
const costDistribution: Schema<CostDistribution> = {
  expected: costDistributionFields.expected,
  parse(value, path, report) {
    const read = costDistributionFields.parse(value, path, report);
    return read && { of: read.of, weights: read.weights ?? read.of.map(() => 1) };
  },
  serialize: ({ of, weights: given }) =>
    costDistributionFields.serialize({ of, ...(given.every((one) => one === 1) ? {} : { weights: given }) }),
};

const cost = union<number | CostDistribution>(
  `${costValue.expected}, or an object with of and weights`,
  (value) => (isObject(value) ? costDistribution : costValue),
  costValue.expected,
);
const costList = list(costValue, 'costs', 0, Infinity);
/** In `times`, one cost for all or one each. */
export const timesCost = union<number | CostDistribution | readonly number[]>(
  `${costValue.expected}, a list of one for each instant, or an object with of and weights`,
  (value) => (isObject(value) ? costDistribution : Array.isArray(value) ? costList : costValue),
  `${costValue.expected}, or a list of one for each instant`,
);
const keyList = list(keyText, 'keys', 0, Infinity);
/** In `times`, one key for all or one each. */
export const timesKey = union<string | readonly string[]>(
  `${keyText.expected}, or a list of one for each instant`,
  (value) => (Array.isArray(value) ? keyList : keyText),
);

export const keyDistribution: Schema<KeyDistribution> = record<KeyDistribution>({
  count: required(integer(1, MAX_KEYS)),
  share: withDefault(oneOf(['even', 'zipf', 'noisy']), 'even'),
});

/** The field that holds an entry's kind. */
export function kindField<const K extends string>(kind: K) {
  return required(oneOf([kind]));
}

const otherFields = {
  label: optional(oneOf(['good', 'bad'])),
  timeout: optional(time),
  stream: withDefault(integer(0, MAX_STREAM), UNASSIGNED_STREAM),
};

/** The fields of every entry, in the order in which they are written. */
export const commonFields = {
  key: withDefault(keyText, DEFAULT_KEY),
  keys: optional(keyDistribution),
  cost: withDefault(cost, 1),
  ...otherFields,
};
export const rangeFields = { from: withDefault(time, 0), to: optional(time) };

/** Reports a range that ends before it begins. */
export function checkRange({ from, to }: Partial<RangeFields>, path: string, report: Report): void {
  if (from === undefined || to === undefined || to >= from) return;
  report({
    path: `${path}.to`,
    actual: formatExactNumber(to),
    expected: `a number of seconds from ${formatExactNumber(from)}, where it begins, to ${formatExactNumber(MAX_SECONDS)}`,
  });
}
