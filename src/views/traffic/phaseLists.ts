/** Lists within a phase as texts: the instants of `times`, with their keys and costs, and a mix of costs. */
import { parseScenario, sentence, type Traffic } from '../../sim/index.ts';
import { count, numberFromText } from '../format/numbers.ts';
import { secondsFromText } from '../format/check.ts';
import { numbersFromText, textFromNumbers, textFromWords, united, wordsFromText } from '../format/lists.ts';

export type Texts = Readonly<Record<string, string>>;

/** Some lists of an entry that are read together, since they must have one length. */
export interface Lists {
  /** By where they stand in the entry: `at`, `cost.of`. */
  readonly texts: (entry: Traffic) => Texts;
  /** The entry that the texts make, good or not. */
  readonly entry: (entry: Traffic, texts: Texts) => Traffic;
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
    }) as unknown as Traffic,
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
    }) as unknown as Traffic,
};

/** Phases of clients: `10 @ 1, 20 @ 2.5` is 10 jobs at 1 a second, then 20 at 2.5. */
export const jobLists: Lists = {
  texts: (entry) =>
    entry.kind === 'clients' && entry.phases !== undefined
      ? { phases: entry.phases.map(({ jobs, rate }) => `${jobs} @ ${rate}`).join(', ') }
      : {},
  entry: (entry, { phases = '' }) => ({ ...entry, phases: jobsFromText(phases) }) as unknown as Traffic,
};

function jobsFromText(text: string): readonly object[] {
  const items = text.split(/[,;\n]/).filter((item) => item.trim() !== '');
  return items.map((item) => {
    const [, jobs = item, rate] = /^([^@]*)@(.*)$/s.exec(item) ?? [];
    return { jobs: figureIn(jobs), ...(rate === undefined ? {} : { rate: figureIn(rate) }) };
  });
}

/** What is no number stays as it was typed, for the format to refuse. */
function figureIn(text: string): number | string {
  return numberFromText(text) ?? text.trim();
}

/** Figures that may be left out, which means something: an empty text is none. */
export const timeoutLists: Lists = leftOut('timeout', secondsFromText);
export const triesLists: Lists = leftOut('maxTries', numberFromText);

type LeftOut = Traffic & { readonly timeout?: number; readonly maxTries?: number };

function leftOut(name: 'timeout' | 'maxTries', read: (text: string) => number | undefined): Lists {
  return {
    texts: (entry) => ({ [name]: String((entry as LeftOut)[name] ?? '') }),
    entry(entry, { [name]: text = '' }) {
      const { [name]: _, ...rest } = entry as LeftOut;
      return text.trim() === '' ? rest : { ...rest, [name]: read(text) ?? text.trim() };
    },
  };
}

export interface Mix {
  readonly of: readonly number[];
  readonly weights: readonly number[];
}

export function isMix(cost: Traffic['cost']): cost is Mix {
  return typeof cost === 'object' && 'of' in cost;
}

/** What the format says of each list, as sentences by list; none when the entry is good. */
export function listProblems(entry: Traffic, texts: Texts): Texts {
  const parsed = parseScenario({ traffic: [entry] });
  if (parsed.ok) return {};
  const names = Object.keys(texts);
  const found: Record<string, string> = {};
  for (const problem of parsed.problems) {
    const inner = problem.path.replace(/^traffic\[0\]\.?/, '');
    const name = names.find((one) => inner === one || inner.startsWith(`${one}[`));
    const short = name?.replace(/^cost\./, '') ?? inner;
    const [, item, part] = /\[(\d+)\](?:\.(\w+))?$/.exec(inner) ?? [];
    const which = item === undefined ? short : `number ${count(Number(item) + 1)} of ${short}`;
    const path = part === undefined ? which : `${part} in ${which}`;
    const empty = name !== undefined && texts[name]?.trim() === '' ? { was: 'empty' } : {};
    // A problem with none of these lists still keeps the entry from being taken: it is told under the first.
    found[name ?? names[0] ?? ''] ??= sentence({ ...problem, path, ...empty });
  }
  return found;
}
