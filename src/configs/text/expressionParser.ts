/** Reads expressions, in whatever language, token by token; what it does not understand it skips, and says where. */
import { isWholeNumber, isWholeOf, type Place, type Value } from './expressions.ts';
import type { Token } from './lexer.ts';

/** Deeper than anybody nests. What is beyond it is no part of the expression, and looked at again by itself. */
const MAX_DEPTH = 30;
/** More terms, or calls in a chain, than anybody writes. */
const MAX_LENGTH = 1_000;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const METHOD = /^(?:async\s+|get\s+)?([\w$]+)\s*\(/;
const PRECEDENCE: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };

export class ExpressionParser {
  private readonly source: string;
  private readonly tokens: readonly Token[];
  private at = 0;
  private end = 0;
  private skipped: (readonly [number, number])[] = [];
  private readonly dividesWhole: boolean;
  private readonly constants: ReadonlyMap<string, Value>;
  private readonly hasCommands: boolean;

  /**
   * @param dividesWhole whether whole numbers have a whole quotient
   * @param constants what a name stands for; it may be filled later
   * @param hasCommands whether a call whose arguments have names may do without parentheses: `rate_limit to: 10`
   */
  constructor(
    source: string,
    tokens: readonly Token[],
    dividesWhole: boolean,
    constants: ReadonlyMap<string, Value> = new Map(),
    hasCommands = false,
  ) {
    this.source = source;
    this.tokens = tokens;
    this.dividesWhole = dividesWhole;
    this.constants = constants;
    this.hasCommands = hasCommands;
  }

  begin(from: number, to: number, skipped: (readonly [number, number])[]): void {
    this.at = from;
    this.end = to;
    this.skipped = skipped;
  }

  isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Whether a statement may end behind what was read. */
  isAtStatementEnd(): boolean {
    return this.isAtEnd() || /^[;)}]$/.test(this.mark()) || !this.isSameLine();
  }

  /** Reads at least one token. */
  expression(depth: number, precedence = 1): Value {
    const start = this.at;
    let left = this.postfix(depth);
    for (let length = 1; ; length++) {
      const operator = this.mark();
      const binding = PRECEDENCE[operator];
      if (binding === undefined || binding < precedence || depth > MAX_DEPTH || length > MAX_LENGTH) return left;
      this.at++;
      if (this.isAtEnd()) return left;
      const right = this.expression(depth + 1, binding + 1);
      const isWhole = isWholeOf(left) && isWholeOf(right);
      left = { ...this.place(start), kind: 'binary', operator, left, right, isWhole };
    }
  }

  private mark(offset = 0): string {
    const token = this.tokens[this.at + offset];
    return this.at + offset < this.end && token?.kind === 'mark' ? token.text : '';
  }

  private kind(offset = 0): Token['kind'] | null {
    return this.at + offset < this.end ? (this.tokens[this.at + offset]?.kind ?? null) : null;
  }

  private place(start: number): Place {
    const first = this.tokens[start];
    const last = this.tokens[Math.max(start, this.at - 1)];
    const to = last?.to ?? 0;
    return { line: first?.line ?? 1, text: this.source.slice(first?.from ?? 0, to), to };
  }

  private postfix(depth: number): Value {
    const start = this.at;
    let value = this.primary(depth);
    for (let length = 1; ; length++) {
      const mark = length > MAX_LENGTH ? '' : this.mark();
      if ((mark === '.' || mark === '::' || mark === '?.') && this.kind(1) === 'name') {
        const name = this.tokens[this.at + 1]?.text ?? '';
        this.at += 2;
        if (this.mark() === '(') value = this.call(start, name, value, depth);
        else if (value.kind === 'name') value = { ...this.place(start), kind: 'name', name: `${value.name}.${name}` };
        else value = { ...this.place(start), kind: 'member', on: value, name };
        if (value.kind === 'name' && this.kind() === 'string' && this.isSameLine())
          value = this.command(start, name, value, depth);
      } else if (value.kind === 'call' && mark === '(' && this.isSameLine()) value = this.call(start, '', value, depth);
      else if (value.kind === 'name' && mark === '{' && this.kind(1) === 'name' && this.mark(2) === ':')
        value = this.call(start, value.name.split('.').at(-1) ?? '', null, depth);
      else return value;
    }
  }

  private isSameLine(): boolean {
    return this.tokens[this.at]?.line === this.tokens[this.at - 1]?.line;
  }

  private primary(depth: number): Value {
    const start = this.at;
    const token = this.tokens[this.at];
    if (token === undefined) return this.skip(start);
    if (token.kind === 'number') {
      this.at++;
      const isWhole = this.dividesWhole && isWholeNumber(token);
      return { ...this.place(start), kind: 'number', value: Number(token.text), suffix: token.suffix, isWhole };
    }
    if (token.kind === 'string') {
      this.at++;
      return { ...this.place(start), kind: 'string', value: token.text };
    }
    // From its own name on it is looked at again, from where it is not deep.
    if (depth > MAX_DEPTH) return this.skip(start, start);
    if (token.kind === 'name') return this.named(token.text, depth);
    if (token.text === '{') return this.object(depth);
    if (token.text === '(' && this.kind(1) !== null) {
      this.at++;
      const inner = this.expression(depth + 1);
      if (this.mark() !== ')') return this.skip(start);
      this.at++;
      return inner;
    }
    this.at++;
    return { ...this.place(start), kind: 'unknown' };
  }

  private named(name: string, depth: number): Value {
    const start = this.at;
    this.at++;
    if ((name === 'new' || name === 'await' || name === 'return') && this.kind() === 'name')
      return this.primaryPath(depth);
    // A function of one parameter is what it returns.
    if ((this.mark() === '->' || this.mark() === '=>') && this.mark(1) !== '{' && this.kind(1) !== null) {
      this.at++;
      return this.expression(depth + 1);
    }
    if (this.mark() === '(') return this.call(start, name.replace(/!$/, ''), null, depth);
    const constant = /^(\.|::|\?\.|\{)$/.test(this.mark()) ? undefined : this.constants.get(name);
    if (constant !== undefined) return { ...constant, ...this.place(start) };
    const value: Value = { ...this.place(start), kind: 'name', name };
    const isCommand = this.kind() === 'string' || (this.hasCommands && this.kind() === 'name' && this.mark(1) === ':');
    return isCommand && this.isSameLine() ? this.command(start, name, null, depth) : value;
  }

  /** What follows `new`: a path and its call. */
  private primaryPath(depth: number): Value {
    return this.postfix(depth + 1);
  }

  /** With the parenthesis, or the brace of a literal, ahead. */
  private call(start: number, name: string, on: Value | null, depth: number): Value {
    const close = CLOSING[this.mark()] ?? ')';
    this.at++;
    const args: Value[] = [];
    const named = new Map<string, Value>();
    this.list(close, depth, args, named);
    return { ...this.place(start), kind: 'call', name, on, args, named };
  }

  /** A call without parentheses, as Ruby has it: `throttle 'api', limit: 5`. */
  private command(start: number, name: string, on: Value | null, depth: number): Value {
    const args: Value[] = [];
    const named = new Map<string, Value>();
    const { line } = this.tokens[this.at] as Token;
    do this.argument(depth, args, named, true);
    while (this.mark() === ',' && ++this.at < this.end && (this.tokens[this.at]?.line ?? 0) - line < 20);
    return { ...this.place(start), kind: 'call', name, on, args, named };
  }

  private object(depth: number): Value {
    const start = this.at;
    this.at++;
    const fields = new Map<string, Value>();
    // Braces also hold the statements of a block.
    const items: Value[] = [];
    this.list('}', depth, items, fields);
    // `{ limit }` is short for `{ limit: limit }`, and `{ limit(req) { … } }` for a function.
    for (const item of items) {
      const isName = item.kind === 'name' || this.constants.has(item.text);
      const name = isName ? item.text : item.kind === 'unknown' ? METHOD.exec(item.text)?.[1] : undefined;
      if (name !== undefined) fields.set(name, item);
    }
    return { ...this.place(start), kind: 'object', fields, items };
  }

  /** Up to the closing mark and past it. What cannot be read is skipped up to the next comma. */
  private list(close: string, depth: number, args: Value[], named: Map<string, Value>): void {
    while (!this.isAtEnd() && this.mark() !== close) {
      if (this.mark() === ',') this.at++;
      else {
        const before = this.at;
        this.argument(depth, args, named);
        if (this.at === before) this.at++;
      }
    }
    if (!this.isAtEnd()) this.at++;
  }

  private argument(depth: number, args: Value[], named: Map<string, Value>, isOfCommand = false): void {
    const key = this.tokens[this.at];
    const follows = this.mark(1);
    let name: string | null = null;
    // `:limit => 300` of Ruby
    if (this.mark() === ':' && this.kind(1) === 'name' && this.mark(2) === '=>') {
      name = this.tokens[this.at + 1]?.text ?? '';
      this.at += 3;
    } else if (
      (key?.kind === 'name' || key?.kind === 'string') &&
      (follows === ':' || (follows === '=' && this.mark(2) !== '='))
    ) {
      name = key.text;
      this.at += 2;
    }
    if (this.isAtEnd()) return;
    const whole = this.whole(depth, isOfCommand);
    if (name === null) args.push(whole);
    else named.set(name, whole);
  }

  /** One argument, or what a name is given: of kind `unknown` where that is more than an expression. */
  whole(depth = 0, isOfCommand = false): Value {
    const start = this.at;
    // A list is one argument, wherever its lines end, and so is a lambda of Ruby.
    const value = this.mark() === '[' || this.isLambda(start) ? null : this.expression(depth + 1);
    const isWhole = value !== null && /^[,)\]};]?$/.test(this.mark()) && this.isBoundary();
    return isWhole ? value : this.skip(start, start + 1, isOfCommand);
  }

  /** Whether an argument may end here: at a mark that ends one, at a block of Ruby, or at the end of a line. */
  private isBoundary(): boolean {
    const token = this.tokens[this.at];
    return this.isAtEnd() || token?.kind === 'mark' || token?.text === 'do' || !this.isSameLine();
  }

  /** `-> { … }` or `-> do … end`: in other languages something stands before an arrow. */
  private isLambda(at: number): boolean {
    return this.hasCommands && this.tokens[at]?.text === '->';
  }

  /** What closes that which a token opens. */
  private closing(isInLambda: boolean): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'name' || !isInLambda) return CLOSING[this.mark()];
    const isFirst = this.tokens[this.at - 1]?.line !== token.line;
    return /^(do|begin)$/.test(token.text) || (isFirst && /^(if|unless|while|until)$/.test(token.text))
      ? 'end'
      : undefined;
  }

  /** From there to the end of the argument, which is not understood. */
  private skip(start: number, lookAgainFrom = start + 1, endsWithLine = false): Value {
    this.at = Math.max(this.at, start);
    const open: string[] = [];
    const isLambda = this.isLambda(start);
    this.at = start;
    while (!this.isAtEnd()) {
      const mark = isLambda && this.tokens[this.at]?.text === 'end' ? 'end' : this.mark();
      if (endsWithLine && open.length === 0 && this.at > start && !this.isSameLine()) break;
      if (
        open.length === 0 &&
        this.at > start &&
        (mark === ',' || mark === ')' || mark === ']' || mark === '}' || mark === ';')
      )
        break;
      const close = this.closing(isLambda);
      if (close !== undefined) open.push(close);
      else if (mark !== '' && mark === open.at(-1)) open.pop();
      this.at++;
    }
    // What was skipped within it is part of it: no token is looked at twice in a round.
    while ((this.skipped.at(-1)?.[0] ?? -1) > start) this.skipped.pop();
    this.skipped.push([lookAgainFrom, this.at]);
    return { ...this.place(start), kind: 'unknown' };
  }
}
