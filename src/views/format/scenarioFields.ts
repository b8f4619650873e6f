/** Fields validated by the scenario format itself: the typed value is put into a document, and the format's problem becomes the error. */
import { parseScenario, type Problem } from '../../sim/index.ts';
import { fieldProblemText } from './fieldProblemText.ts';
import type { FieldResult } from './fields.ts';
import { parseNumber } from './numbers.ts';
import { isTimeUnit, unitToSeconds } from './time.ts';

export interface ScenarioField {
  /** The field's name in error messages, as the form has it: `Rate`. */
  readonly name: string;
  /** Its path in the document: `traffic[0].rate`. */
  readonly path: string;
  /** The document with that value at `path`. */
  readonly documentWith: (value: unknown) => unknown;
  /** The error when the value itself is valid but another field no longer fits it. */
  readonly otherProblemText?: (problem: Problem) => string | undefined;
  /** Parses the text; a plain number by default. */
  readonly parse?: (text: string) => number | undefined;
}

/** The value, or `Rate is 0. It may be a number above 0, at most 1,000,000,000.` */
export function parseScenarioField(
  { name, path, documentWith, otherProblemText, parse = parseNumber }: ScenarioField,
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
  return { error: other ?? fieldProblemText(problem, name, text) };
}

/** Seconds from a plain number or one with a unit: `1.5`, `500 ms`, `2 min`. */
export function parseSeconds(text: string): number | undefined {
  const [, figure = '', suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const unit = suffix.toLowerCase();
  if (unit === '' || !isTimeUnit(unit)) return parseNumber(text);
  const number = parseNumber(figure);
  return number === undefined ? undefined : unitToSeconds(number, unit);
}
