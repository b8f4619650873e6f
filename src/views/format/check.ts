/** Fields that the scenario format itself checks: what was typed is put into a document, and the format says what it thinks. */
import { parseScenario, sentence, type Problem } from '../../sim/index.ts';
import type { Checked } from './fields.ts';
import { numberFromText } from './numbers.ts';
import { isUnit, secondsFromFigure } from './time.ts';

export interface FormatField {
  /** How the sentence calls it: `rate`. */
  readonly name: string;
  /** Where it stands in the document: `traffic[0].rate`. */
  readonly path: string;
  /** The document with a value put there. */
  readonly document: (value: unknown) => unknown;
  /** Said when the value is good and something else no longer fits it. */
  readonly elsewhere?: (problem: Problem) => string | undefined;
  /** What may stand in the field, where that is less than the format takes there. */
  readonly may?: string;
  /** What the text means; a bare number unless told. */
  readonly read?: (text: string) => number | undefined;
}

/** The value, or `rate is 0. It may be a number above 0, at most 1,000,000,000.` */
export function checkField(
  { name, path, document, elsewhere, may, read = numberFromText }: FormatField,
  text: string,
): Checked {
  const value = read(text);
  const parsed = parseScenario(document(value ?? text.trim()));
  if (parsed.ok)
    return value === undefined ? { error: `${name} is “${text.trim()}”, which is not a number.` } : { value };
  const own = parsed.problems.find((problem) => problem.path === path);
  const problem = own ?? parsed.problems[0];
  if (problem === undefined) return { error: `${name} is ${text.trim()}, which does not fit.` };
  const other = own === undefined ? elsewhere?.(problem) : undefined;
  const here = {
    ...problem,
    path: name,
    ...(text.trim() === '' ? { was: 'empty' } : {}),
    ...(own !== undefined && may !== undefined ? { may } : {}),
  };
  return { error: other ?? sentence(here) };
}

/** Seconds: a bare figure, or one with a unit of its own: `1.5`, `500 ms`, `2 min`. */
export function secondsFromText(text: string): number | undefined {
  const [, figure = '', suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const unit = suffix.toLowerCase();
  if (unit === '' || !isUnit(unit)) return numberFromText(text);
  const number = numberFromText(figure);
  return number === undefined ? undefined : secondsFromFigure(number, unit);
}
