/** Keys and costs of jobs whose arrival times are not known in advance: the draws of an entry, job by job. */
import { costSampler, isCostDistribution } from './costs.ts';
import { keySampler } from './keys.ts';
import type { CostDistribution, KeyDistribution } from '../scenario/entryFields.ts';
import { ClientStreams } from './clientStreams.ts';

export interface JobDraws {
  /** The key's name. */
  nextKey(client: number): string;
  nextCost(client: number): number;
}

/** The keys and costs of an entry, as specified in the format. */
interface KeyAndCostSpec {
  readonly stream: number;
  readonly key: string;
  readonly keys?: 'own' | 'shared' | KeyDistribution | undefined;
  readonly cost: number | readonly number[] | CostDistribution;
}

/** For each of `count` clients, the same draws in the same order as for jobs that are generated in advance. */
export function jobDraws(
  { stream, key, keys = 'shared', cost }: KeyAndCostSpec,
  count: number,
  seed: number,
): JobDraws {
  return { nextKey: keyDraws(), nextCost: costDraws() };

  function keyDraws(): JobDraws['nextKey'] {
    if (keys === 'shared') return () => key;
    if (keys === 'own') return (client) => `${key}-${client}`;
    const draw = keySampler(keys);
    const streams = new ClientStreams(count, seed, stream, 'keys');
    return (client) => `${key}-${draw(streams.forClient(client)) + 1}`;
  }

  function costDraws(): JobDraws['nextCost'] {
    if (!isCostDistribution(cost)) return () => cost as number;
    const draw = costSampler(cost);
    const streams = new ClientStreams(count, seed, stream, 'costs');
    return (client) => draw(streams.forClient(client));
  }
}
