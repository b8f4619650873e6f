/**
 * What counts as bad: `FIELD=VALUE[,VALUE…]` with `*` for any characters, joined by `or`; values with commas or spaces
 * stand in double quotes, and spaces around a value do not count. `key=@FILE` is a list of keys, one a line.
 *
 *   status=401,403 or path=/login* or agent="*curl*"
 */
import { LogChoiceError } from './logError.ts';

export interface BadTerm {
  /** A field's name, or `key`. */
  readonly field: string;
  readonly patterns: readonly string[];
  /** A file with the patterns, in place of them. */
  readonly file: string | null;
}

const FORM = 'FIELD=VALUE[,VALUE…], joined by or, such as status=401,403 or path=/login*';

/** @throws {LogError} if it is not of that form; none of its terms for an empty text */
export function parseBadExpression(text: string): readonly BadTerm[] {
  if (text.trim() === '') return [];
  return termsOf(text).map((term) => {
    const [, field, values = ''] = /^([^=\s]+)=\s*([\s\S]*)$/.exec(term) ?? [];
    if (field === undefined || values === '') throw wrongForm(term);
    const file = /^@(.+)$/.exec(values)?.[1] ?? null;
    if (file !== null && field !== 'key')
      throw new LogChoiceError('bad', `is ${term}. A list in a file may stand for key only, as key=@${file}.`);
    return { field, patterns: file === null ? valuesOf(values, term) : [], file };
  });
}

function wrongForm(term: string): LogChoiceError {
  return new LogChoiceError('bad', `is ${JSON.stringify(term)}. It may be ${FORM}.`);
}

/** The parts between the words `or` that stand outside quotes. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  let term = '';
  for (const [part] of text.matchAll(/"[^"]*"?|\s+or(?:\s+|$)|[^"\s]+|\s+/gi)) {
    if (/^\s+or\s*$/i.test(part)) {
      terms.push(term.trim());
      term = '';
    } else term += part;
  }
  return [...terms, term.trim()];
}

function valuesOf(text: string, term: string): string[] {
  const parts = [...text.matchAll(/(?:^|,)(?:\s*"([^"]*)"\s*|([^",]*))(?=,|$)/g)];
  const values = parts.map(([, inQuotes, plain]) => inQuotes ?? plain!.trim()).filter((value) => value !== '');
  const length = parts.reduce((sum, [part]) => sum + part.length, 0);
  if (length !== text.length || values.length === 0) throw wrongForm(term);
  return values;
}

/** Whether a text is one of those patterns. */
export function matcherOf(patterns: readonly string[]): (text: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const wild = patterns.filter((pattern) => pattern.includes('*')).map((pattern) => pattern.split('*'));
  return (text) => exact.has(text) || wild.some((parts) => matchesParts(text, parts));
}

/** Finds the parts one after another, the first at the start and the last at the end: no pattern takes long. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
