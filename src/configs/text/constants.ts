/** Names that a text gives one value and never another: `const LIMIT = 100;`, `RATE = "5/minute"`. */
import { durationOf } from '../values.ts';
import type { ExpressionParser } from './expressionParser.ts';
import { numberOf, type Value } from './expressions.ts';
import type { Token } from './lexer.ts';

/** What a function is handed may have a constant's name, too. */
const PARAMETERS =
  /\b(?:function|def|func|fun|fn)\b[^(\n]{0,100}\([^)]{0,500}|(?<!\b(?:if|while|switch) ?)\([^()"']{0,300}\)\s{0,20}(?:=>|->|\{)|(?<![\w$])[\w$]+\s{0,20}=>/g;
/** More names between a constant's and its value than any type has. */
const MAX_TYPE = 8;

/**
 * Fills in what a parser then takes such names for: numbers, strings and times, also those that are worked out of others before
 * them.
 */
export function findConstants(
  source: string,
  tokens: readonly Token[],
  parser: ExpressionParser,
  constants: Map<string, Value>,
): void {
  const handed = new Set([...source.matchAll(PARAMETERS)].flatMap(([found]) => found.match(/[\w$]+/g) ?? []));
  const assigned = new Map<string, number>();
  const values: { readonly name: string; readonly from: number }[] = [];
  /** Brackets that are open: true where a name is an argument, or has no more than a default: `const { limit = 5 } = options`. */
  const open: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (token.kind === 'mark' && /^[([{]$/.test(token.text))
      open.push(/^(const|let|var)$/.test(before?.text ?? '') !== (token.text !== '{'));
    if (token.kind === 'mark' && /^[)\]}]$/.test(token.text)) open.pop();
    if (token.kind !== 'name' || /^(\.|::|\?\.)$/.test(before?.text ?? '')) continue;
    const from = valueAfter(tokens, index);
    if (from === null || open.includes(true)) continue;
    assigned.set(token.text, (assigned.get(token.text) ?? 0) + 1);
    if (from > index) values.push({ name: token.text, from });
  }
  for (const { name, from } of values) {
    if (assigned.get(name) !== 1 || handed.has(name)) continue;
    parser.begin(from, tokens.length, []);
    const value = parser.expression(0);
    const isKnown = value.kind === 'string' || numberOf(value) !== null || durationOf(value, null) !== null;
    if (isKnown && parser.isAtStatementEnd()) constants.set(name, value);
  }
}

/** Where the value of a name stands that is given one there; the name's own place where it is changed; null elsewhere. */
function valueAfter(tokens: readonly Token[], index: number): number | null {
  const mark = (at: number): string => (tokens[at]?.kind === 'mark' ? (tokens[at]?.text ?? '') : '');
  const { line } = tokens[index] as Token;
  if (/^[-+*/|&?]$/.test(mark(index + 1)) && (mark(index + 2) === '=' || mark(index + 2) === mark(index + 1)))
    return index;
  // A type may stand between them: `PER_SECOND: u32 = 50`, `limit int = 10`.
  for (let at = index + 1; at <= index + MAX_TYPE && tokens[at]?.line === line; at++) {
    if (mark(at) === '=') return /^[=>]$/.test(mark(at + 1)) || /^[!<>]$/.test(mark(at - 1)) ? null : at + 1;
    if (tokens[at]?.kind !== 'name' && !/^[:<>[\].|&]$/.test(mark(at))) return null;
  }
  return null;
}
