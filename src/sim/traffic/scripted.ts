/** `script`: requests that a program sent from its top level, with the entry's own keys and costs where it named none. */
import { chooseCosts } from './costs.ts';
import { chooseKeys } from './keys.ts';
import { inOrder, type EntryArrivals } from './merge.ts';
import { NO_KEY, type SentRequests } from './script.ts';
import type { Entry } from './source.ts';

export interface Scripted extends Entry {
  readonly kind: 'script';
  readonly key: string;
  readonly code: string;
}

/** One draw of the entry's own keys and costs a request, named or not, so that naming one moves no other. */
export function sentArrivals(entry: Scripted, index: number, sent: SentRequests, seed: number): EntryArrivals {
  const { at } = sent;
  const own = chooseKeys(entry, at.length, seed);
  const ownCost = chooseCosts(entry, at.length, seed);
  const named = sent.keys.length;
  const names = {
    count: named + own.names.count,
    name: (number: number) => (number < named ? (sent.keys[number] as string) : own.names.name(number - named)),
  };
  const key = sent.key.map((number, i) => (number === NO_KEY ? named + (own.key?.[i] ?? 0) : number));
  const cost =
    sent.cost.some((one) => one !== 0) || ownCost !== null
      ? sent.cost.map((one, i) => one || (ownCost?.[i] ?? 1))
      : null;
  return inOrder({ entry: index, at, names, key: names.count === 1 ? null : key, cost, jobs: null });
}
