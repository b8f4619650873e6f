/** Text form of lists within a phase: the instants of `times` with keys and costs, and a mix of costs. */
import { isCostDistribution, parseScenario, type TrafficEntry } from '../../sim/index.ts';
import { fieldProblemText } from '../format/fieldProblemText.ts';
import { listPath } from '../format/fields.ts';
import { parseNumber } from '../format/numbers.ts';
import { parseSeconds } from '../format/scenarioFields.ts';
import { parseNumbers, formatNumbers, formatStrings, collapseIfEqual, parseStrings } from '../format/lists.ts';

export type ListTexts = Readonly<Record<string, string>>;

/** Lists of an entry that are parsed together, since their lengths must match. */
export interface ListCodec {
  /** Keyed by path in the entry: `at`, `cost.of`. */
  readonly toTexts: (entry: TrafficEntry) => ListTexts;
  /** The entry that the texts describe, valid or not. */
  readonly fromTexts: (entry: TrafficEntry, texts: ListTexts) => TrafficEntry;
}

/** One value for all, or one each. */
function oneOrEach<T>(list: readonly T[]): T | readonly T[] | string {
  return list.length === 0 ? '' : list.length === 1 ? (list[0] as T) : list;
}

export const timesCodec: ListCodec = {
  toTexts(entry) {
    if (entry.kind !== 'times') return {};
    const { at, key, cost } = entry;
    return {
      at: formatNumbers(at),
      key: formatStrings([collapseIfEqual(key)].flat()),
      ...(isCostDistribution(cost) ? {} : { cost: formatNumbers([collapseIfEqual(cost)].flat()) }),
    };
  },
  fromTexts: (entry, { at = '', key = '', cost }) =>
    ({
      ...entry,
      at: parseNumbers(at),
      key: oneOrEach(parseStrings(key)),
      ...(cost === undefined ? {} : { cost: oneOrEach(parseNumbers(cost)) }),
    }) as unknown as TrafficEntry,
};

export const costMixCodec: ListCodec = {
  toTexts: ({ cost }) =>
    isCostDistribution(cost) ? { 'cost.of': formatNumbers(cost.of), 'cost.weights': formatNumbers(cost.weights) } : {},
  fromTexts: (entry, texts) =>
    ({
      ...entry,
      cost: {
        of: parseNumbers(texts['cost.of'] ?? ''),
        weights: parseNumbers(texts['cost.weights'] ?? ''),
      },
    }) as unknown as TrafficEntry,
};

/** Phases of clients: `10 @ 1, 20 @ 2.5` is 10 jobs at 1 per second, then 20 at 2.5. */
export const jobPhasesCodec: ListCodec = {
  toTexts: (entry) =>
    entry.kind === 'clients' && entry.phases !== undefined
      ? { phases: entry.phases.map(({ jobs, rate }) => `${jobs} @ ${rate}`).join(', ') }
      : {},
  fromTexts: (entry, { phases = '' }) => ({ ...entry, phases: parseJobPhases(phases) }) as unknown as TrafficEntry,
};

function parseJobPhases(text: string): readonly object[] {
  const items = text.split(/[,;\n]/).filter((item) => item.trim() !== '');
  return items.map((item) => {
    const [, jobs = item, rate] = /^([^@]*)@(.*)$/s.exec(item) ?? [];
    return { jobs: parseNumberOrKeep(jobs), ...(rate === undefined ? {} : { rate: parseNumberOrKeep(rate) }) };
  });
}

/** Text that is not a number is kept as typed, for the format to reject. */
function parseNumberOrKeep(text: string): number | string {
  return parseNumber(text) ?? text.trim();
}

/** Optional numbers, whose absence has a meaning; empty text omits them. */
export const timeoutCodec: ListCodec = optionalNumberCodec('timeout', parseSeconds);
export const maxTriesCodec: ListCodec = optionalNumberCodec('maxTries', parseNumber);

type WithOptionalNumbers = TrafficEntry & { readonly timeout?: number; readonly maxTries?: number };

function optionalNumberCodec(name: 'timeout' | 'maxTries', read: (text: string) => number | undefined): ListCodec {
  return {
    toTexts: (entry) => ({ [name]: String((entry as WithOptionalNumbers)[name] ?? '') }),
    fromTexts(entry, { [name]: text = '' }) {
      const { [name]: _, ...rest } = entry as WithOptionalNumbers;
      return text.trim() === '' ? rest : { ...rest, [name]: read(text) ?? text.trim() };
    },
  };
}

/**
 * The format's errors as sentences, by list; empty if the entry is valid.
 * @param labels the lists' names in the form, by list
 */
export function listErrors(entry: TrafficEntry, texts: ListTexts, labels: ListTexts): ListTexts {
  const parsed = parseScenario({ traffic: [entry] });
  if (parsed.ok) return {};
  const names = Object.keys(texts);
  const errors: Record<string, string> = {};
  for (const problem of parsed.problems) {
    const inner = problem.path.replace(/^traffic\[0\]\.?/, '');
    const name = names.find((one) => inner === one || inner.startsWith(`${one}[`));
    const path = name === undefined ? inner : listPath(labels[name] ?? name, inner);
    // A problem with any other part also blocks the entry; it is shown under the first list.
    errors[name ?? names[0] ?? ''] ??= fieldProblemText(problem, path, name && texts[name]);
  }
  return errors;
}
