/** Keys and costs of jobs that come one by one, because nobody knows beforehand when: the draws of an entry, job by job. */
import { costDrawer, isChoice } from './costs.ts';
import { keyDrawer } from './keys.ts';
import type { CostChoice, KeyShare } from './source.ts';
import { ClientStreams } from './streams.ts';

export interface Choices {
  /** The key's name. */
  key(client: number): string;
  cost(client: number): number;
}

/** What an entry says of its keys and costs. */
interface Choosing {
  readonly stream: number;
  readonly key: string;
  readonly keys?: 'own' | 'shared' | KeyShare | undefined;
  readonly cost: number | readonly number[] | CostChoice;
}

/** For each of `count` clients the same draws, in the same order, as for jobs that are generated beforehand. */
export function choicesOf({ stream, key, keys = 'shared', cost }: Choosing, count: number, seed: number): Choices {
  return { key: keyOf(), cost: costOf() };

  function keyOf(): Choices['key'] {
    if (keys === 'shared') return () => key;
    if (keys === 'own') return (client) => `${key}-${client}`;
    const draw = keyDrawer(keys);
    const streams = new ClientStreams(count, seed, stream, 'keys');
    return (client) => `${key}-${draw(streams.of(client)) + 1}`;
  }

  function costOf(): Choices['cost'] {
    if (!isChoice(cost)) return () => cost as number;
    const draw = costDrawer(cost);
    const streams = new ClientStreams(count, seed, stream, 'costs');
    return (client) => draw(streams.of(client));
  }
}
