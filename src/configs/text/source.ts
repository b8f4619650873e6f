/**
 * Calls in source text. No program is understood: a call's arguments are read as numbers, strings, names, objects, calls
 * and sums and products of them. Everything else is a value of kind `unknown`, with its text.
 */
import type { Findings } from '../findings.ts';
import { brief } from '../values.ts';
import { findConstants } from './constants.ts';
import { ExpressionParser } from './expressionParser.ts';
import { truncatedOf, type Call, type Value } from './expressions.ts';
import { tokensOf, type Comments, type Token } from './lexer.ts';

/**
 * How often what an expression skipped is looked at again: functions within functions, and what is nested deeply. A block takes
 * two rounds where its condition is not understood, as it is in Varnish.
 */
const MAX_ROUNDS = 24;

export type Language = 'csharp' | 'go' | 'java' | 'javascript' | 'php' | 'python' | 'ruby' | 'rust' | 'vcl';

/** Those with comments of another kind than `//`. */
const COMMENTS: Partial<Record<Language, Comments>> = { php: 'both', python: 'hash', ruby: 'hash', vcl: 'both' };

/** The tokens of a text, and what reads expressions among them, with the constants that it has. */
export function parserOf(
  text: string,
  language: Language,
): { readonly tokens: readonly Token[]; readonly parser: ExpressionParser } {
  const plain = tokensOf(text, COMMENTS[language] ?? 'slashes');
  // What an arrow of PHP is in other languages.
  const tokens =
    language === 'php' ? plain.map((token) => (token.text === '->' ? { ...token, text: '.' } : token)) : plain;
  const dividesWhole = !/^(javascript|php|python)$/.test(language);
  const constants = new Map<string, Value>();
  const parser = new ExpressionParser(text, tokens, dividesWhole, constants, language === 'ruby');
  findConstants(language === 'php' ? text.replaceAll('->', '.') : text, tokens, parser, constants);
  return { tokens, parser };
}

/**
 * Calls with one of these last names, in the order of the text. One that is nested too deeply is a problem at its line, and so
 * is a division in one that drops a fraction: it hardly ever means to.
 */
export function callsIn(
  text: string,
  language: Language,
  names: readonly string[],
  findings: Pick<Findings, 'problem'>,
): readonly Call[] {
  const { tokens, parser } = parserOf(text, language);
  const calls: Call[] = [];
  const isOne = ({ kind, text: name }: Token): boolean => kind === 'name' && names.includes(name);
  const holdsOne = ([from, to]: readonly [number, number]): boolean => tokens.slice(from, to).some(isOne);
  // What an expression skips, as the body of a function, may hold calls all the same.
  let ranges: (readonly [from: number, to: number])[] = [[0, tokens.length]];
  for (let depth = 0; ranges.length > 0 && depth < MAX_ROUNDS; depth++) {
    const skipped: (readonly [number, number])[] = [];
    for (const [from, to] of ranges) {
      parser.begin(from, to, skipped);
      while (!parser.isAtEnd()) collect(parser.expression(0), false);
    }
    ranges = skipped.filter(holdsOne);
  }
  for (const [from, to] of ranges)
    for (const token of tokens.slice(from, to).filter(isOne))
      findings.problem(token.line, `${token.text} is nested too deeply here to be read.`);
  return calls.sort((a, b) => a.line - b.line);

  function collect(value: Value, isInCall: boolean): void {
    if (value.kind === 'binary') {
      const whole = isInCall ? truncatedOf(value) : null;
      if (whole !== null)
        findings.problem(
          value.line,
          `${brief(value.text)} is ${whole} here: both are whole numbers, so the fraction is dropped.`,
        );
      collect(value.left, isInCall);
      collect(value.right, isInCall);
    } else if (value.kind === 'member') collect(value.on, isInCall);
    else if (value.kind === 'object')
      for (const part of [...value.fields.values(), ...value.items]) collect(part, isInCall);
    else if (value.kind === 'call') {
      const isNamed = names.includes(value.name);
      if (value.on !== null) collect(value.on, isInCall || isNamed);
      if (isNamed) calls.push(value);
      for (const argument of [...value.args, ...value.named.values()]) collect(argument, isInCall || isNamed);
    }
  }
}

/** The name that gets what a call makes: `Refill refill = Refill.greedy(…)`, `lmt := tollbooth.NewLimiter(…)`; or null. */
export function variableOf({ text, to }: Call, source: string): string | null {
  const start = to - text.length;
  const before = source.slice(Math.max(0, start - 200), start);
  return (
    /([\w$]{1,100})\s{0,20}(?::\s{0,20}[\w<>.]{1,100}\s{0,20})?:?=\s{0,20}(?:new\s{1,20})?$/.exec(before)?.[1] ?? null
  );
}
