/** Templates of Ansible, Helm, ERB and the like that were left in a text: `{{ value }}`, `<%= value %>`, `{% if … %}`. */

/** Longer than anybody's template. */
const MAX_LENGTH = 200;

/** One that stands for a value nobody here knows. */
const VALUE = new RegExp(String.raw`\{\{.{0,${MAX_LENGTH}}?\}\}|<%=.{0,${MAX_LENGTH}}?%>`);
/** One that says which lines are there, and is no line itself. */
const STATEMENT = new RegExp(
  String.raw`\{%.{0,${MAX_LENGTH}}?%\}|<%(?!=).{0,${MAX_LENGTH}}?%>|\{\{-?\s{0,9}(?:if|else|end|range|with|define|block)\b.{0,${MAX_LENGTH}}?\}\}`,
);

/** As part of a longer pattern. */
export const TEMPLATE_VALUE = VALUE.source;

/** The length of the value that begins there; 0 where none does. */
export const valueLengthAt = (text: string, at: number): number => lengthAt(VALUE_HERE, text, at);
/** The same of a statement. */
export const statementLengthAt = (text: string, at: number): number => lengthAt(STATEMENT_HERE, text, at);

const VALUE_HERE = new RegExp(VALUE, 'y');
const STATEMENT_HERE = new RegExp(STATEMENT, 'y');

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** What a text is whose value is not known here, in words of a sentence; null where it says a value. */
export function unknownKind(text: string): 'a template' | 'a variable' | null {
  if (VALUE.test(text)) return 'a template';
  return text.includes('$') ? 'a variable' : null;
}
