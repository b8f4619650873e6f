/** What all entries of the traffic share: whose requests, what they cost, and when. */
import { figure, type Report } from './problem.ts';
import { LONGEST, MOST_PERMITS } from './policy.ts';
import {
  choice,
  defaulted,
  isObject,
  list,
  number,
  optional,
  picked,
  record,
  required,
  text,
  whole,
  type Shape,
} from './shape.ts';

/** One of several costs at random, with a probability in proportion to its weight. */
export interface CostMix {
  readonly of: readonly number[];
  readonly weights: readonly number[];
}

/** Keys in place of one: `count` of them, asked for evenly, by Zipf's law, or mostly by one noisy neighbour. */
export interface KeyPool {
  readonly count: number;
  readonly share: 'even' | 'zipf' | 'noisy';
}

/** What every entry has. */
export interface EntryCommon {
  /** The key of its requests; with `keys`, the stem of theirs. */
  readonly key: string;
  readonly keys?: KeyPool;
  readonly cost: number | CostMix;
  /** Whose requests these are, for the figures. */
  readonly label?: 'good' | 'bad';
  /** Seconds after which a request gives up waiting in a shaper. Absent: never. */
  readonly timeout?: number;
  /** Names its random numbers; given when the entry is made, kept when it moves. */
  readonly stream: number;
}

/** [from, to) in seconds. No `to`: to the end. */
export interface Span {
  readonly from: number;
  readonly to?: number;
}

/** What a document without `stream` reads as, until the scenario's streams are given out. No document can say it. */
export const NO_STREAM = -1;
export const DEFAULT_KEY = 'a';

const KEY_LENGTH = 200;
/** 10⁶ keys. */
const MOST_KEYS = 1_000_000;
const MOST_COSTS = 1_000;

/** An instant, or a length of time that may be nothing, in seconds. */
export const time = number({ min: 0, max: LONGEST, unit: 'seconds' });
/** A length of time of at least a microsecond. */
export const someTime = number({ min: 0.000001, max: LONGEST, unit: 'seconds' });
/** Requests a second. */
export const rate = number({ min: 0, above: true, max: 1_000_000_000 });

const keyText = text(1, KEY_LENGTH);
const oneCost = whole(1, MOST_PERMITS);
const weight = number({ min: 0, max: 1_000_000_000 });
/** Weights, one for each of something; `matches` checks how many. */
export const weights = list(weight, 'numbers that are not negative', 1, MOST_COSTS);

/** Weights fit when there is one for each, and one of them counts. */
export function matches(given: readonly number[], count: number, of: string, path: string, report: Report): void {
  const many = `a list of ${figure(count)}, one for each of ${of}`;
  if (given.length !== count) report({ path, was: `a list of ${figure(given.length)}`, may: many });
  else if (given.every((one) => one === 0)) report({ path, was: 'all 0', may: `${many}, at least one above 0` });
}

const mixFields = record<{ of: readonly number[]; weights?: readonly number[] }>(
  { of: required(list(oneCost, 'costs', 1, MOST_COSTS)), weights: optional(weights) },
  ({ of, weights: given }, path, report) => {
    if (of !== undefined && given !== undefined) matches(given, of.length, 'the costs', `${path}.weights`, report);
  },
);

/** Missing weights are all alike. */
const mix: Shape<CostMix> = {
  may: mixFields.may,
  read(value, path, report) {
    const read = mixFields.read(value, path, report);
    return read && { of: read.of, weights: read.weights ?? read.of.map(() => 1) };
  },
  write: ({ of, weights: given }) =>
    mixFields.write({ of, ...(given.every((one) => one === 1) ? {} : { weights: given }) }),
};

const cost = picked<number | CostMix>(`${oneCost.may}, or an object with of and weights`, (value) =>
  isObject(value) ? mix : oneCost,
);
const eachCost = list(oneCost, 'costs', 0, Infinity);
/** In `times`, one cost for all or one each. */
export const timesCost = picked<number | CostMix | readonly number[]>(
  `${oneCost.may}, a list of one for each instant, or an object with of and weights`,
  (value) => (isObject(value) ? mix : Array.isArray(value) ? eachCost : oneCost),
);
const eachKey = list(keyText, 'keys', 0, Infinity);
/** In `times`, one key for all or one each. */
export const timesKey = picked<string | readonly string[]>(
  `${keyText.may}, or a list of one for each instant`,
  (value) => (Array.isArray(value) ? eachKey : keyText),
);

export const keyPool: Shape<KeyPool> = record<KeyPool>({
  count: required(whole(1, MOST_KEYS)),
  share: defaulted(choice(['even', 'zipf', 'noisy']), 'even'),
});

const rest = {
  label: optional(choice(['good', 'bad'])),
  timeout: optional(time),
  stream: defaulted(whole(0, 4_294_967_295), NO_STREAM),
};

/** The fields of every entry, in the order in which they are written. */
export const common = {
  key: defaulted(keyText, DEFAULT_KEY),
  keys: optional(keyPool),
  cost: defaulted(cost, 1),
  ...rest,
};
export const span = { from: defaulted(time, 0), to: optional(time) };

/** A range ends no earlier than it begins. */
export function forwards({ from, to }: Partial<Span>, path: string, report: Report): void {
  if (from === undefined || to === undefined || to >= from) return;
  report({
    path: `${path}.to`,
    was: figure(to),
    may: `a number of seconds from ${figure(from)}, where it begins, to ${figure(LONGEST)}`,
  });
}
