import { problemMessage, type Problem } from '../../sim/index.ts';

/**
 * A problem of the format as the error of a field: with what can be typed there, and text quoted as in a sentence, not as in
 * JSON. `Factor is “two”. It may be a number from 1 to 1,000,000.`
 * @param name of the field, or of a place in its list
 * @param typed all of the field's text, where it is one field's
 */
export function fieldProblemText(problem: Problem, name: string, typed: string | undefined): string {
  const { actual, expected, expectedAsText = expected } = problem;
  const given = typed?.trim() === '' ? 'empty' : actual.replace(/^"(.*)"$/, '“$1”');
  return problemMessage({ ...problem, path: name, actual: given, expected: expectedAsText });
}
