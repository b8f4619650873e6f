/** What is wrong with a document, in words: where, what it was, what it may be. */

/** One thing that keeps a document from being a scenario. */
export interface Problem {
  /** Where: `policy.n`, `traffic[2].rate`; empty for the document as a whole. */
  readonly path: string;
  /** What stands there: short JSON, cut at about 40 characters; `missing`; `not a known field`. */
  readonly was: string;
  /** What may stand there: `a whole number from 1 to 1,000,000`. */
  readonly may: string;
  /** The known name nearest to a misspelt one, as it would be written there. */
  readonly meant?: string;
  /** A sentence that says it better than path, was and may. */
  readonly instead?: string;
}

/** Takes problems as they are found. */
export type Report = (problem: Problem) => void;

/** `policy.n is −5. It may be a whole number from 1 to 1,000,000.` */
export function sentence(problem: Problem): string {
  if (problem.instead !== undefined) return problem.instead;
  const { path, was, may, meant } = problem;
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `${path === '' ? 'The scenario' : path} is ${was}. It may be ${may}.${hint}`;
}

const LONGEST = 40;
const DEEPEST = 4;

/** A value as short JSON, whatever it is: cut at about 40 characters, a negative number with a true minus. Never throws. */
export function brief(value: unknown): string {
  if (typeof value === 'number') return figure(value);
  const text = written(value, 0);
  return text.length <= LONGEST ? text : `${whole(text.slice(0, LONGEST - 1))}…`;
}

/**
 * Stops early: a document may be a megabyte long, or nested a hundred thousand deep, which `JSON.stringify` does not
 * survive.
 */
function written(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST));
  if (typeof value !== 'object' || value === null) return String(value);
  const list = Array.isArray(value);
  const [open, close] = list ? '[]' : '{}';
  if (depth === DEEPEST) return `${open}…${close}`;
  let text = '';
  for (const key in value) {
    const name = list ? '' : `${JSON.stringify(key.slice(0, LONGEST))}:`;
    text += `${text === '' ? '' : ','}${name}${written((value as Record<string, unknown>)[key], depth + 1)}`;
    if (text.length > LONGEST) break;
  }
  return `${open}${text}${close}`;
}

/** Without the half of a character that a cut may leave at the end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** A number in full, thousands with commas, with a true minus: `−1,234.5`, `0.000001`. */
export function figure(value: number): string {
  const [digits = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
  return `${value < 0 ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function either(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** The path of a field: `policy.n`; of one that is no name: `traffic[0]["no name"]`. */
export function fieldPath(path: string, field: string): string {
  if (!/^[A-Za-z][\w-]*$/.test(field) || field.length > LONGEST) return `${path}[${brief(field)}]`;
  return path === '' ? field : `${path}.${field}`;
}

/**
 * The known name that someone who wrote `name` most likely meant: a third of its letters may differ, one of three, none
 * of fewer. Capitals do not count.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted.length > LONGEST) return undefined;
  let best: string | undefined;
  let least = Math.floor(wanted.length / 3) + 1;
  for (const candidate of known) {
    const away = distance(wanted, candidate.toLowerCase());
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

/** Insertions, removals, replacements and swaps of neighbours that turn one word into the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let least = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, at(before, j - 2) + 1);
      row.push(least);
    }
    [before, above] = [above, row];
  }
  return at(above, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
