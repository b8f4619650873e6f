/** What the Config tab says, in sentences. */
import type { Lane, LaneDifference, LaneInfo, SystemStory } from '../../sim/index.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatLimitShort } from '../format/rates.ts';
import { laneName } from '../text/laneText.ts';

/** `3 of 61,204 requests are decided differently.` */
export function differenceText(difference: Extract<LaneDifference, { count: number }>): string {
  const { count, requests, requestsDiffer } = difference;
  if (requestsDiffer) {
    const first = count === 1 ? '1 first try is' : `${formatCount(count)} first tries are`;
    return `Clients retry, so the two get different requests; ${first} decided differently.`;
  }
  if (requests === 0) return 'There is no request on which they could differ.';
  if (count === 0) return `All ${pluralize(requests, 'request')} are decided alike.`.replace('All 1', 'The only');
  return `${formatCount(count)} of ${pluralize(requests, 'request')} ${count === 1 ? 'is' : 'are'} decided differently.`;
}

/** `a token bucket of 20 per 10 s, capacity 19` */
export function limitText(lane: Lane, { n, T, capacity }: Pick<LaneInfo, 'n' | 'T' | 'capacity'>): string {
  const burst = capacity === n ? '' : `, capacity ${formatCount(capacity)}`;
  return `${laneName(lane)} of ${formatLimitShort({ n, T: T / 1e6 })}${burst}`;
}

export const WHERE_TEXTS: { readonly [R in SystemStory['runs']]: string } = {
  'per process': 'Per process: with 3 behind a balancer, clients get up to 3 × this.',
  'in Redis': 'Counted in Redis: all processes share one count.',
  managed: 'Counted by the vendor: there is one count, wherever requests arrive.',
};

/** The predicted count that a dry run would show. */
export function predictionText(denied: number, delayed: number): string {
  const also = delayed === 0 ? '' : ` and ${formatCount(delayed)} delayed`;
  return `On this traffic it predicts ${formatCount(denied)} refused${also}.`;
}
