/** What each request of an entry costs. */
import { makeStream, pickWeighted } from '../random.ts';
import { COSTS_ACTOR, type CostChoice, type Entry } from './source.ts';

/** Costs for `count` requests, in the order of the entry; `null`: all 1. A choice is one `pickWeighted` a request. */
export function chooseCosts(entry: Entry, count: number, seed: number): Uint32Array | null {
  const { cost } = entry;
  if (typeof cost === 'number') return cost === 1 ? null : new Uint32Array(count).fill(cost);
  if (!isChoice(cost)) return Uint32Array.from(cost);

  const { of, weights } = cost;
  const sums = new Float64Array(of.length);
  let sum = 0;
  for (let i = 0; i < of.length; i++) sums[i] = sum += weights[i] as number;
  const stream = makeStream(seed, entry.stream, COSTS_ACTOR);
  const costs = new Uint32Array(count);
  for (let i = 0; i < count; i++) costs[i] = of[pickWeighted(stream, sums)] as number;
  return costs;
}

/** Needed because `Array.isArray` does not tell readonly arrays apart. */
function isChoice(cost: readonly number[] | CostChoice): cost is CostChoice {
  return 'of' in cost;
}
