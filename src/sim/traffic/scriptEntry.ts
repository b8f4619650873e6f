/** `script`: requests that a program sent from its top level, with the entry's own keys and costs where it named none. */
import { costsForEntry } from './costs.ts';
import { keysForEntry } from './keys.ts';
import { sortedByTime, type EntryArrivals } from './merge.ts';
import { NO_KEY, type SentRequests } from './script.ts';
import type { BaseEntry } from './trafficGenerator.ts';

export interface ScriptEntry extends BaseEntry {
  readonly kind: 'script';
  readonly key: string;
  readonly code: string;
}

/** One draw of the entry's own keys and costs a request, named or not, so that naming one moves no other. */
export function scriptArrivals(entry: ScriptEntry, index: number, sent: SentRequests, seed: number): EntryArrivals {
  const { at } = sent;
  const ownKeys = keysForEntry(entry, at.length, seed);
  const ownCost = costsForEntry(entry, at.length, seed);
  const namedCount = sent.keys.length;
  const names = {
    count: namedCount + ownKeys.names.count,
    name: (number: number) =>
      number < namedCount ? (sent.keys[number] as string) : ownKeys.names.name(number - namedCount),
  };
  const key = sent.key.map((number, i) => (number === NO_KEY ? namedCount + (ownKeys.key?.[i] ?? 0) : number));
  const cost =
    sent.cost.some((one) => one !== 0) || ownCost !== null
      ? sent.cost.map((one, i) => one || (ownCost?.[i] ?? 1))
      : null;
  return sortedByTime({ entry: index, at, names, key: names.count === 1 ? null : key, cost, jobs: null });
}
