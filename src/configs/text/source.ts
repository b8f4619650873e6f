/**
 * Calls in source text. No program is understood: a call's arguments are read as numbers, strings, names, objects, calls
 * and sums and products of them. Everything else is a value of kind `unknown`, with its text.
 */
import type { Findings } from '../findings.ts';
import { ExpressionParser } from './expressionParser.ts';
import type { Call, Value } from './expressions.ts';
import { tokensOf, type Comments } from './lexer.ts';

/** How often what an expression skipped is looked at again: functions within functions, and what is nested deeply. */
const MAX_ROUNDS = 8;

/** Calls with one of these last names, in the order of the text. One that is nested too deeply is a problem at its line. */
export function callsIn(
  text: string,
  comments: Comments,
  names: readonly string[],
  findings: Pick<Findings, 'problem'>,
): readonly Call[] {
  const tokens = tokensOf(text, comments);
  const parser = new ExpressionParser(text, tokens);
  const calls: Call[] = [];
  // What an expression skips, as the body of a function, may hold calls all the same.
  let ranges: (readonly [from: number, to: number])[] = [[0, tokens.length]];
  for (let depth = 0; ranges.length > 0 && depth < MAX_ROUNDS; depth++) {
    const skipped: (readonly [number, number])[] = [];
    for (const [from, to] of ranges) {
      parser.begin(from, to, skipped);
      while (!parser.isAtEnd()) collect(parser.expression(0), names, calls);
    }
    ranges = skipped;
  }
  for (const [from, to] of ranges)
    for (const { kind, text: name, line } of tokens.slice(from, to))
      if (kind === 'name' && names.includes(name))
        findings.problem(line, `${name} is nested too deeply here to be read.`);
  return calls.sort((a, b) => a.line - b.line);
}

function collect(value: Value, names: readonly string[], calls: Call[]): void {
  if (value.kind === 'binary') {
    collect(value.left, names, calls);
    collect(value.right, names, calls);
  } else if (value.kind === 'member') collect(value.on, names, calls);
  else if (value.kind === 'object')
    for (const part of [...value.fields.values(), ...value.items]) collect(part, names, calls);
  else if (value.kind === 'call') {
    if (value.on !== null) collect(value.on, names, calls);
    if (names.includes(value.name)) calls.push(value);
    for (const argument of [...value.args, ...value.named.values()]) collect(argument, names, calls);
  }
}
