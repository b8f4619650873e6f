/** Lists within a phase as texts: the instants of `times`, with their keys and costs, and a mix of costs. */
import { parseScenario, sentence } from '../../sim/index.ts';
import { count } from '../format/numbers.ts';
import { numbersFromText, textFromNumbers, textFromWords, united, wordsFromText } from './lists.ts';
import type { Runnable } from './phaseFields.ts';

export type Texts = Readonly<Record<string, string>>;

/** Some lists of an entry that are read together, since they must have one length. */
export interface Lists {
  /** By where they stand in the entry: `at`, `cost.of`. */
  readonly texts: (entry: Runnable) => Texts;
  /** The entry that the texts make, good or not. */
  readonly entry: (entry: Runnable, texts: Texts) => Runnable;
}

/** One for all, or one for each. */
function oneOrEach<T>(list: readonly T[]): T | readonly T[] | string {
  return list.length === 0 ? '' : list.length === 1 ? (list[0] as T) : list;
}

export const timesLists: Lists = {
  texts(entry) {
    if (entry.kind !== 'times') return {};
    const { at, key, cost } = entry;
    return {
      at: textFromNumbers(at),
      key: textFromWords([united(key)].flat()),
      ...(isMix(cost) ? {} : { cost: textFromNumbers([united(cost)].flat()) }),
    };
  },
  entry: (entry, { at = '', key = '', cost }) =>
    ({
      ...entry,
      at: numbersFromText(at),
      key: oneOrEach(wordsFromText(key)),
      ...(cost === undefined ? {} : { cost: oneOrEach(numbersFromText(cost)) }),
    }) as unknown as Runnable,
};

export const mixLists: Lists = {
  texts: ({ cost }) =>
    isMix(cost) ? { 'cost.of': textFromNumbers(cost.of), 'cost.weights': textFromNumbers(cost.weights) } : {},
  entry: (entry, texts) =>
    ({
      ...entry,
      cost: {
        of: numbersFromText(texts['cost.of'] ?? ''),
        weights: numbersFromText(texts['cost.weights'] ?? ''),
      },
    }) as unknown as Runnable,
};

export interface Mix {
  readonly of: readonly number[];
  readonly weights: readonly number[];
}

export function isMix(cost: Runnable['cost']): cost is Mix {
  return typeof cost === 'object' && 'of' in cost;
}

/** What the format says of each list, as sentences by list; none when the entry is good. */
export function listProblems(entry: Runnable, texts: Texts): Texts {
  const parsed = parseScenario({ traffic: [entry] });
  if (parsed.ok) return {};
  const names = Object.keys(texts);
  const found: Record<string, string> = {};
  for (const problem of parsed.problems) {
    const inner = problem.path.replace(/^traffic\[0\]\.?/, '');
    const name = names.find((one) => inner === one || inner.startsWith(`${one}[`));
    const short = name?.replace(/^cost\./, '') ?? inner;
    const item = /\[(\d+)\]$/.exec(inner)?.[1];
    const path = item === undefined ? short : `number ${count(Number(item) + 1)} of ${short}`;
    const empty = name !== undefined && texts[name]?.trim() === '' ? { was: 'empty' } : {};
    // A problem with none of these lists still keeps the entry from being taken: it is told under the first.
    found[name ?? names[0] ?? ''] ??= sentence({ ...problem, path, ...empty });
  }
  return found;
}
