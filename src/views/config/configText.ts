/** What the Config tab says, in sentences. */
import {
  catalogueEntryById,
  type Lane,
  type LaneDifference,
  type Options,
  type Policy,
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
  return !usesCapacity || capacity === n ? limit : `${limit}, capacity ${formatCount(capacity)}`;
}

/** `A token bucket of 20 per 10 s, capacity 19` */
export function textbookText({ limiter, of }: Lane, policy: Policy): string {
  if (of !== undefined) return 'A stack of the textbook’s limiters, with the same limits,';
  const isBucket = limiter === 'token-bucket';
  return `A ${isBucket ? 'token bucket' : 'sliding log'} of ${limitText(policy, isBucket)}`;
}

/** Where a product's counters are; `per server`: its processes share them. */
export type WhereCounted = SystemStory['runs'] | 'per server';

/** @param nodes on which the scenario runs the lane, if it is of that product; else null */
export function whereText(where: WhereCounted, nodes: number | null): string {
  if (where === 'in Redis') return 'Counted in Redis: all processes share one count.';
  if (where === 'managed') return 'Counted by the vendor: there is one count, wherever requests arrive.';
  if (where === 'per server') return 'Per server: with 3 behind a balancer, clients get up to 3 × this.';
  if (nodes === null) return 'Per process: with 3 behind a balancer, clients get up to 3 × this.';
  return nodes === 1
    ? 'Per process: this scenario has one, so clients get no more than this.'
    : `Per process: this scenario has ${formatCount(nodes)}, so clients get up to ${formatCount(nodes)} × this.`;
}

export interface ProductFacts {
  readonly where: WhereCounted;
  /** What it does that neither its documentation nor its name makes one expect; a sentence each. */
  readonly traps: readonly string[];
}

/** Products that are limiters of the catalogue and have no story. */
const CATALOGUE_FACTS: Readonly<Record<string, (options: Options) => ProductFacts>> = {
  'nginx-limit-req': ({ burst, delay }) => ({
    where: 'per server',
    traps: [
      typeof burst === 'number' && delay === 'none'
        ? `It does not charge a client’s first request: burst=${burst} lets ${formatCount(burst + 1)} through at once.`
        : 'Without nodelay, what is above the rate and within the burst has to wait.',
      'A zone of 10 MB holds about 80,000 addresses; when it is full, the least recently seen are forgotten.',
    ],
  }),
  'guava-bursty': () => ({ where: 'per process', traps: [] }),
  'guava-warming-up': () => ({ where: 'per process', traps: [] }),
  exponential: () => ({ where: 'per server', traps: [] }),
};

/** @param options of the product's lane */
export function productFacts(product: string, options: Options): ProductFacts | null {
  const story = catalogueEntryById(product)?.story;
  if (story !== undefined) return { where: story.runs, traps: story.traps };
  return CATALOGUE_FACTS[product]?.(options) ?? null;
}

/** The predicted count that a dry run would show. */
export function predictionText(denied: number, delayed: number): string {
  const also = delayed === 0 ? '' : ` and ${formatCount(delayed)} delayed`;
  return `On this traffic it predicts ${formatCount(denied)} refused${also}.`;
}
