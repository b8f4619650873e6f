/** Problems of a document, in words: where, the actual value, the expected one. */

/** One reason why a document is not a valid scenario. */
export interface Problem {
  /** Where: `policy.n`, `traffic[2].rate`; empty for the document as a whole. */
  readonly path: string;
  /** The value there: short JSON, cut at about 40 characters; `missing`; `not a known field`. */
  readonly actual: string;
  /** What is allowed there: `a whole number from 1 to 1,000,000`. */
  readonly expected: string;
  /** What of that can be typed into one field; absent where all of it can. */
  readonly expectedAsText?: string;
  /** Why that is the most or the least, as it follows a colon. */
  readonly reason?: string;
  /** The known name nearest to a misspelt one, as it would be written there. */
  readonly suggestion?: string;
  /** A sentence to show instead of the one made from path, actual and expected. */
  readonly message?: string;
}

/** Takes problems as they are found. */
export type Report = (problem: Problem) => void;

/** `policy.n is −5. It may be a whole number from 1 to 1,000,000.` */
export function problemMessage(problem: Problem): string {
  if (problem.message !== undefined) return problem.message;
  const { path, actual, expected, reason, suggestion } = problem;
  const because = reason === undefined ? '' : `: ${reason}`;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return `${path === '' ? 'The scenario' : path} is ${actual}. It may be ${expected}${because}.${hint}`;
}

const MAX_LENGTH = 40;
const MAX_DEPTH = 4;

/** Any value as short JSON: cut at about 40 characters, negative numbers with a true minus sign. Never throws. */
export function briefJson(value: unknown): string {
  if (typeof value === 'number') return formatExactNumber(value);
  const text = visibleText(boundedJson(value, 0));
  return text.length <= MAX_LENGTH ? text : `${withoutLoneSurrogate(text.slice(0, MAX_LENGTH - 1))}…`;
}

/**
 * Stops early: a document may be a megabyte long, or nested a hundred thousand levels deep, which overflows the stack in
 * `JSON.stringify`.
 */
function boundedJson(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_LENGTH));
  if (typeof value !== 'object' || value === null) return String(value);
  const list = Array.isArray(value);
  const [open, close] = list ? '[]' : '{}';
  if (depth === MAX_DEPTH) return `${open}…${close}`;
  let text = '';
  for (const key in value) {
    const name = list ? '' : `${JSON.stringify(key.slice(0, MAX_LENGTH))}:`;
    text += `${text === '' ? '' : ','}${name}${boundedJson((value as Record<string, unknown>)[key], depth + 1)}`;
    if (text.length > MAX_LENGTH) break;
  }
  return `${open}${text}${close}`;
}

/**
 * Text from outside as it may stand within a sentence of ours: what does not show, or turns the direction of the words
 * around it, is replaced.
 */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

/** Drops the half of a surrogate pair that a cut may leave at the end. */
function withoutLoneSurrogate(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** A number in full, thousands with commas, with a true minus sign: `−1,234.5`, `0.000001`. */
export function formatExactNumber(value: number): string {
  const [digits = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
  return `${value < 0 ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** As a sentence begins: `Lanes 1 and 2` for `lanes 1 and 2`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A list in a sentence: `24`, `24 and 15`, `24, 15 and 23`. */
export function joinWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function joinWithOr(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** The path of a field: `policy.n`; of a field whose name is no identifier: `traffic[0]["no name"]`. */
export function fieldPath(path: string, field: string): string {
  if (!/^[A-Za-z][\w-]*$/.test(field) || field.length > MAX_LENGTH) return `${path}[${briefJson(field)}]`;
  return path === '' ? field : `${path}.${field}`;
}

/**
 * The known name closest to a misspelt `name`: at most a third of its letters, rounded down, may differ. Case is ignored.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let leastDistance = Math.floor(wanted.length / 3) + 1;
  for (const candidate of known) {
    const candidateDistance = editDistance(wanted, candidate.toLowerCase());
    if (candidateDistance < leastDistance) [best, leastDistance] = [candidate, candidateDistance];
  }
  return best;
}

/** Insertions, removals, replacements and swaps of neighbours that turn one word into the other. */
function editDistance(from: string, to: string): number {
  let twoRowsUp: number[] = [];
  let rowUp = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let least = Math.min(cell(rowUp, j) + 1, cell(row, j - 1) + 1, cell(rowUp, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, cell(twoRowsUp, j - 2) + 1);
      row.push(least);
    }
    [twoRowsUp, rowUp] = [rowUp, row];
  }
  return cell(rowUp, to.length);
}

function cell(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
