/** What each request of an entry costs. */
import { makeStream, nextWeightedIndex, type RandomStream } from '../random.ts';
import type { CostDistribution } from '../scenario/entryFields.ts';
import { substreamOf, type KeysAndCosts } from './trafficGenerator.ts';

/**
 * Costs for `count` requests, in the order of the entry; `null`: all 1. A distribution takes one `nextWeightedIndex` per request.
 */
export function costsForEntry(
  entry: Pick<KeysAndCosts, 'cost' | 'stream'>,
  count: number,
  seed: number,
): Uint32Array | null {
  const { cost } = entry;
  if (typeof cost === 'number') return cost === 1 ? null : new Uint32Array(count).fill(cost);
  if (!isCostDistribution(cost)) return Uint32Array.from(cost);

  const draw = costSampler(cost);
  const stream = makeStream(seed, entry.stream, substreamOf('costs'));
  const costs = new Uint32Array(count);
  for (let i = 0; i < count; i++) costs[i] = draw(stream);
  return costs;
}

/** Draws one cost per call, with one `nextWeightedIndex`. */
export function costSampler({ of, weights }: CostDistribution): (stream: RandomStream) => number {
  const cumulative = new Float64Array(of.length);
  let sum = 0;
  for (let i = 0; i < of.length; i++) cumulative[i] = sum += weights[i] as number;
  return (stream) => of[nextWeightedIndex(stream, cumulative)] as number;
}

/** Needed because `Array.isArray` does not narrow readonly arrays. */
export function isCostDistribution(
  cost: number | readonly number[] | CostDistribution | undefined,
): cost is CostDistribution {
  return typeof cost === 'object' && 'of' in cost;
}
