/** Kinds whose requests are all known in advance: an entry's instants, with the keys and costs that it specifies or draws. */
import type { Instant } from '../time.ts';
import { costsForEntry } from './costs.ts';
import { keysForEntry } from './keys.ts';
import type { Draws } from './kind.ts';
import { sortedByTime } from './merge.ts';
import type { KeysAndCosts } from './trafficGenerator.ts';

export interface InstantGenerator<E> {
  /** See `Draws`. */
  readonly count: (entry: E, horizon: Instant) => number;
  /** Whole microseconds in the order of the entry, not necessarily sorted. The caller has checked `count`. */
  readonly generate: (entry: E, horizon: Instant, seed: number) => Float64Array;
  /** Whether the instants are random, so that their number is only known after drawing. */
  readonly random?: true;
}

export function openLoop<E extends KeysAndCosts>({ count, generate, random }: InstantGenerator<E>): Draws<E> {
  return {
    openLoop: true,
    isRandom: () => random === true,
    count,
    arrivals(entry, { index, horizon, seed }) {
      const at = generate(entry, horizon, seed);
      // Keys and costs are drawn in the order of the entry, so that a click added at an earlier instant does not change the others.
      return sortedByTime({
        entry: index,
        at,
        ...keysForEntry(entry, at.length, seed),
        cost: costsForEntry(entry, at.length, seed),
        jobs: null,
      });
    },
    clients: () => 0,
  };
}
