/** Which key each request of an entry has. */
import { nextBelow, makeStream, nextWeightedIndex, type RandomStream } from '../random.ts';
import type { KeyDistribution } from '../scenario/entryFields.ts';
import { substreamOf, type KeysAndCosts } from './trafficGenerator.ts';

/** The keys that an entry may use. Names are created lazily: of a million keys, only a few may occur. */
export interface KeyNames {
  readonly count: number;
  name(index: number): string;
}

export interface KeyColumn {
  readonly names: KeyNames;
  /** One index into `names` per request; `null`: all 0. */
  readonly key: Uint32Array | null;
}

/** Keys for `count` requests, in the order of the entry. */
export function keysForEntry(entry: KeysAndCosts, count: number, seed: number): KeyColumn {
  const { key, keys } = entry;
  if (typeof key !== 'string') return keysFromList(key);
  if (keys === undefined) return { names: fixedNames([key]), key: null };
  const names = { count: keys.count, name: (index: number) => `${key}-${index + 1}` };
  if (keys.count === 1) return { names, key: null };
  return { names, key: drawKeys(keys, count, makeStream(seed, entry.stream, substreamOf('keys'))) };
}

/** One key per request, numbered in order of first occurrence. */
function keysFromList(list: readonly string[]): KeyColumn {
  const indices = new Map<string, number>();
  const key = new Uint32Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const name = list[i] as string;
    let index = indices.get(name);
    if (index === undefined) indices.set(name, (index = indices.size));
    key[i] = index;
  }
  return { names: fixedNames([...indices.keys()]), key };
}

function fixedNames(names: readonly string[]): KeyNames {
  return { count: names.length, name: (index) => names[index] as string };
}

function drawKeys(keys: KeyDistribution, count: number, stream: RandomStream): Uint32Array {
  const draw = keySampler(keys);
  const key = new Uint32Array(count);
  for (let i = 0; i < count; i++) key[i] = draw(stream);
  return key;
}

/**
 * The draws of each share: `even` nextBelow(count); `zipf` nextWeightedIndex; `noisy` nextBelow(2), and if that is 1,
 * nextBelow(count − 1) among the others. With a single key, no draws. Frozen by `golden.test.ts`.
 */
export function keySampler({ count, share }: KeyDistribution): (stream: RandomStream) => number {
  if (count === 1) return () => 0;
  if (share === 'even') return (stream) => nextBelow(stream, count);
  if (share === 'noisy') return (stream) => (nextBelow(stream, 2) === 0 ? 0 : 1 + nextBelow(stream, count - 1));
  const cumulative = new Float64Array(count);
  for (let rank = 1, sum = 0; rank <= count; rank++) cumulative[rank - 1] = sum += 1 / rank;
  return (stream) => nextWeightedIndex(stream, cumulative);
}
