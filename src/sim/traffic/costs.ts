/** What each request of an entry costs. */
import { makeStream, pickWeighted, type RandomStream } from '../random.ts';
import { actorOf, type CostChoice, type Entry } from './source.ts';

/**
 * Costs for `count` requests, in the order of the entry; `null`: all 1. A choice is one `pickWeighted` a request.
 */
export function chooseCosts(entry: Pick<Entry, 'cost' | 'stream'>, count: number, seed: number): Uint32Array | null {
  const { cost } = entry;
  if (typeof cost === 'number') return cost === 1 ? null : new Uint32Array(count).fill(cost);
  if (!isChoice(cost)) return Uint32Array.from(cost);

  const draw = costDrawer(cost);
  const stream = makeStream(seed, entry.stream, actorOf('costs'));
  const costs = new Uint32Array(count);
  for (let i = 0; i < count; i++) costs[i] = draw(stream);
  return costs;
}

/** One cost after the other: `pickWeighted` each. */
export function costDrawer({ of, weights }: CostChoice): (stream: RandomStream) => number {
  const sums = new Float64Array(of.length);
  let sum = 0;
  for (let i = 0; i < of.length; i++) sums[i] = sum += weights[i] as number;
  return (stream) => of[pickWeighted(stream, sums)] as number;
}

/** Needed because `Array.isArray` does not tell readonly arrays apart. */
export function isChoice(cost: number | readonly number[] | CostChoice): cost is CostChoice {
  return typeof cost === 'object' && 'of' in cost;
}
