/** What holds sentences against runs: shared by the tests of lessons and of the gallery of confusions. */
import {
  conditionResults,
  openScenarioSession,
  planOf,
  runToEnd,
  simulateToEnd,
  type ScenarioSession,
} from '../sim/engine.ts';
import { loadSystems, scenarioOf, type Condition, type JsonObject } from '../sim/index.ts';

await loadSystems();

const sessions = new Map<string, ScenarioSession>();

/** A finished run of a document; throws where it cannot be run, lanes included. */
export function sessionOf(document: JsonObject): ScenarioSession {
  const known = sessions.get(JSON.stringify(document));
  if (known !== undefined) return known;
  const plan = planOf(scenarioOf(document));
  if (plan.failedLanes.length > 0) throw new Error('A lane cannot run.');
  const session = openScenarioSession(simulateToEnd(plan));
  sessions.set(JSON.stringify(document), session);
  return session;
}

/** Of each condition that does not hold, what it is and what the run has instead. */
export function brokenConditions(document: JsonObject, conditions: readonly Condition[]): readonly string[] {
  const results = runToEnd(conditionResults(sessionOf(document), conditions));
  return results.flatMap(({ holds, value }, index) =>
    holds ? [] : [`${JSON.stringify(conditions[index])}, but it is ${value}`],
  );
}

const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'zero 0, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, fifteen 15, ' +
    'twenty 20, thirty 30, forty 40, fifty 50, sixty 60, ninety 90, hundred 100, thousand 1000, million 1000000, ' +
    'twice 2, thrice 3, half 0.5, double 2, doubles 2, doubled 2, third 0.33, quarter 0.25, tenth 0.1'
  )
    .split(', ')
    .map((pair) => pair.split(' '))
    .map(([word = '', value]) => [word, Number(value)]),
);

const NUMERAL = new RegExp(`\\d+(?:,\\d{3})*(?:\\.\\d+)?|\\b(?:${Object.keys(NUMBER_WORDS).join('|')})\\b`, 'gi');
/** Names of things, not numbers. */
const NAMES = /\b(?:lane|phase|step|lesson|node|HTTP) \d+|\bp99\b/gi;

/** The numerals of a text, digits or words, that stand in none of the pieces. */
export function uncoveredNumerals(text: string, pieces: readonly string[]): readonly string[] {
  const covered = new Uint8Array(text.length);
  const cover = (from: number, length: number): void => void covered.fill(1, from, from + length);
  for (const name of text.matchAll(NAMES)) cover(name.index, name[0].length);
  for (const piece of pieces) {
    for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) cover(at, piece.length);
  }
  return [...text.matchAll(NUMERAL)].filter(({ index }) => covered[index] === 0).map(([numeral]) => numeral);
}

/** The units after a numeral, in seconds. */
const UNITS: Readonly<Record<string, number>> = {
  µs: 1e-6,
  ms: 1e-3,
  min: 60,
  minutes: 60,
  h: 3600,
  hours: 3600,
  '%': 0.01,
};

/** A numeral as it may be meant: a number, or with the unit after it. */
interface Numeral {
  readonly text: string;
  readonly value: number;
  readonly unit: number;
  readonly decimals: number;
}

function numeralsIn(piece: string): readonly Numeral[] {
  return [...piece.matchAll(NUMERAL)].map(({ 0: text, index }) => {
    const [, unit = ''] = /^ ?([a-zµ%]+)/.exec(piece.slice(index + text.length)) ?? [];
    const value = NUMBER_WORDS[text.toLowerCase()] ?? Number(text.replaceAll(',', ''));
    return { text, value, unit: UNITS[unit] ?? 1, decimals: /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0 };
  });
}

/** Whether a number is what a numeral says, as far as its decimals go. */
function says({ value, unit, decimals }: Numeral, number: number): boolean {
  return [1, unit].some((scale) => Number((number / scale).toFixed(decimals)) === value);
}

/** The numerals of a given piece that are no number of the document. */
export function numbersNotIn(document: JsonObject, piece: string): readonly string[] {
  const numbers = numbersOf(document);
  return numeralsIn(piece)
    .filter((numeral) => !numbers.some((number) => says(numeral, number)))
    .map(({ text }) => text);
}

/**
 * The numerals of a claim's words that its conditions do not state: each is a bound, a time or a lane of one, a number of
 * the change that it holds on, or how many times n or another bound a bound is.
 * @param change what was changed in the document, if anything
 */
export function numeralsNotStated(
  words: string,
  conditions: readonly Condition[],
  document: JsonObject,
  change: JsonObject = {},
): readonly string[] {
  const changed = numbersOf(change);
  const bounds = conditions.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const wholes = [...bounds, ...numbersOf(document['policy'])];
  const quantities = conditions.flatMap(({ quantity, value }) =>
    typeof value === 'number' ? [quantity] : [quantity, value],
  );
  const stated = [
    ...bounds,
    ...[...bounds, ...changed].flatMap((part) => wholes.map((whole) => part / whole)),
    ...quantities.flatMap(({ at, from, to, lane, request }) => [
      ...[at, from, to].filter((instant) => instant !== undefined),
      ...(from !== undefined && to !== undefined ? [to - from] : []),
      lane + 1,
      ...(request === undefined ? [] : [request + 1]),
    ]),
    ...changed,
  ];
  return numeralsIn(words)
    .filter((numeral) => !stated.some((number) => says(numeral, number)))
    .map(({ text }) => text);
}

/** Every number of a document, and how long its lists are. */
function numbersOf(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.values(value).flatMap(numbersOf);
  return Array.isArray(value) ? [value.length, ...own] : own;
}
