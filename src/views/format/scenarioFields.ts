/** Fields that the scenario format itself checks: what was typed is put into a document, and the format says what it thinks. */
import { parseScenario, problemMessage, type Problem } from '../../sim/index.ts';
import type { FieldResult } from './fields.ts';
import { parseNumber } from './numbers.ts';
import { isTimeUnit, unitToSeconds } from './time.ts';

export interface ScenarioField {
  /** How the sentence calls it: `rate`. */
  readonly name: string;
  /** Where it stands in the document: `traffic[0].rate`. */
  readonly path: string;
  /** The document with a value put there. */
  readonly documentWith: (value: unknown) => unknown;
  /** Said when the value is good and something else no longer fits it. */
  readonly otherProblemText?: (problem: Problem) => string | undefined;
  /** What may stand in the field, where that is less than the format takes there. */
  readonly expected?: string;
  /** What the text means; a bare number unless told. */
  readonly parse?: (text: string) => number | undefined;
}

/** The value, or `rate is 0. It may be a number above 0, at most 1,000,000,000.` */
export function parseScenarioField(
  { name, path, documentWith, otherProblemText, expected, parse = parseNumber }: ScenarioField,
  text: string,
): FieldResult {
  const value = parse(text);
  const parsed = parseScenario(documentWith(value ?? text.trim()));
  if (parsed.ok)
    return value === undefined ? { error: `${name} is “${text.trim()}”, which is not a number.` } : { value };
  const ownProblem = parsed.problems.find((problem) => problem.path === path);
  const problem = ownProblem ?? parsed.problems[0];
  if (problem === undefined) return { error: `${name} is ${text.trim()}, which does not fit.` };
  const other = ownProblem === undefined ? otherProblemText?.(problem) : undefined;
  const here = {
    ...problem,
    path: name,
    ...(text.trim() === '' ? { actual: 'empty' } : {}),
    ...(ownProblem !== undefined && expected !== undefined ? { expected } : {}),
  };
  return { error: other ?? problemMessage(here) };
}

/** Seconds: a bare figure, or one with a unit of its own: `1.5`, `500 ms`, `2 min`. */
export function parseSeconds(text: string): number | undefined {
  const [, figure = '', suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const unit = suffix.toLowerCase();
  if (unit === '' || !isTimeUnit(unit)) return parseNumber(text);
  const number = parseNumber(figure);
  return number === undefined ? undefined : unitToSeconds(number, unit);
}
