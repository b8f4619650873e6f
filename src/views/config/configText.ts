/** What the Config tab says, in sentences. */
import {
  resolvePolicy,
  type Lane,
  type LaneDifference,
  type Policy,
  type Scenario,
  type SystemStory,
} from '../../sim/index.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatLimitShort } from '../format/rates.ts';

/**
 * `A token bucket of 20 per 10 s decides 3 of 61,204 requests differently.`
 * @param other what the lane is held against, as a sentence begins with it
 */
export function differenceText(other: string, { count, requests, requestsDiffer }: CountedDifference): string {
  if (requests === 0) return 'There is no request yet on which the two could differ.';
  if (requestsDiffer) {
    const first = count === 1 ? '1 first try' : `${formatCount(count)} first tries`;
    return `${other} decides ${first} differently. Clients retry, so later tries cannot be compared.`;
  }
  const all = pluralize(requests, 'request');
  if (count > 0) return `${other} decides ${formatCount(count)} of ${all} differently.`;
  return requests === 1
    ? `${other} decides the only request the same way.`
    : `${other} decides all ${all} the same way.`;
}

type CountedDifference = Extract<LaneDifference, { readonly count: number }>;

/** `20 per 10 s`, and the capacity where that is another number: T in microseconds. */
export function limitText({ n, T, capacity }: Policy, usesCapacity: boolean): string {
  const limit = formatLimitShort({ n, T: T / 1e6 });
  return !usesCapacity || capacity === n ? limit : `${limit} with capacity ${formatCount(capacity)}`;
}

/** `A token bucket of 20 per 10 s with capacity 19`; `… for all keys`, where they share that one limit. */
export function textbookText(lane: Lane, scenarioPolicy: Scenario['policy']): string {
  const fields = { ...scenarioPolicy, ...lane.policy };
  const [only, second] = lane.of ?? [];
  if (only?.key === 'all' && second === undefined) return `${textbookText(only, fields)} for all keys`;
  if (only !== undefined) return 'A stack of the textbook’s limiters, with the same limits,';
  const isBucket = lane.limiter === 'token-bucket';
  const policy = resolvePolicy({ policy: fields, lanes: [] }, 0);
  return `A ${isBucket ? 'token bucket' : 'sliding log'} of ${limitText(policy, isBucket)}`;
}

/** @param nodes on which the scenario runs the lane, if it is of that product; else null */
export function whereText(where: SystemStory['runs'], nodes: number | null): string {
  if (where === 'in Redis') return 'Counted in Redis: all processes share one count.';
  if (where === 'managed') return 'Counted by the vendor: there is one count, wherever requests arrive.';
  if (where === 'per server') return 'Per server: with 3 behind a balancer, clients get up to 3 × this.';
  if (nodes === null) return 'Per process: with 3 behind a balancer, clients get up to 3 × this.';
  return nodes === 1
    ? 'Per process: this scenario has one, so clients get no more than this.'
    : `Per process: this scenario has ${formatCount(nodes)}, so clients get up to ${formatCount(nodes)} × this.`;
}

/** The predicted count that a dry run would show. */
export function predictionText(denied: number, delayed: number): string {
  const also = delayed === 0 ? '' : ` and ${formatCount(delayed)} delayed`;
  return `On this traffic it predicts ${formatCount(denied)} refused${also}.`;
}
