/** Fields validated by the scenario format itself: the typed value is put into a document, and the format's problem becomes the error. */
import { MAX_SECONDS, parseScenario, type Problem } from '../../sim/index.ts';
import { fieldProblemText } from './fieldProblemText.ts';
import type { FieldResult } from './fields.ts';
import { formatNumber, parseNumber } from './numbers.ts';
import { isTimeUnit, unitToSeconds } from './time.ts';

export interface ScenarioField {
  /** The field's name in error messages, as the form has it: `Rate`. */
  readonly name: string;
  /** Its path in the document: `traffic[0].rate`. */
  readonly path: string;
  /** The document with that value at `path`. */
  readonly documentWith: (value: unknown) => unknown;
  /** What it may be while other fields stand as they do, where that is less than the format allows by itself. */
  readonly expected?: string | undefined;
  /** The error when the value itself is valid but another field no longer fits it. */
  readonly otherProblemText?: (problem: Problem) => string | undefined;
  /** Parses the text; a plain number by default. */
  readonly parse?: (text: string) => number | undefined;
}

/** The value, or `Rate is 0. It may be a number above 0, at most 1,000,000,000.` What has a unit is said as it was typed. */
export function parseScenarioField(
  { name, path, documentWith, expected, otherProblemText, parse = parseNumber }: ScenarioField,
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
  const narrowed = expected === undefined ? problem : { ...problem, expected, expectedAsText: expected };
  return { error: other ?? fieldProblemText(value === undefined ? narrowed : asTyped(narrowed, text), name, text) };
}

/** The problem of a field's value: a number as the format writes it, one with a unit as it was typed. */
export function asTyped(problem: Problem, text: string): Problem {
  const number = parseNumber(text);
  return { ...problem, actual: number === undefined ? text.trim().replace('-', '−') : formatNumber(number, 12) };
}

/** Seconds from a plain number or one with a unit: `1.5`, `500 ms`, `2 min`. */
export function parseSeconds(text: string): number | undefined {
  const [, figure = '', suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const unit = suffix.toLowerCase();
  if (unit === '' || !isTimeUnit(unit)) return parseNumber(text);
  const number = parseNumber(figure);
  return number === undefined ? undefined : unitToSeconds(number, unit);
}

/** What the beginning of a span may be, in seconds, that ends at `end`. */
export function expectedStart(end: number): string {
  return `a number of seconds from 0 to ${formatNumber(end, 6)}, where it ends`;
}

/** What the end of a span may be, in seconds, that begins at `start`; undefined where the format says the same. */
export function expectedEnd(start: number): string | undefined {
  if (start === 0) return undefined;
  return `a number of seconds from ${formatNumber(start, 6)}, where it begins, to ${formatNumber(MAX_SECONDS)}`;
}
