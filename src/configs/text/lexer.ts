/** Tokens of source text in Go, Rust, Java, JavaScript, Ruby, Python and VCL: what their expressions have in common. */

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'mark';
  /** Of a string, what is between the quotes; of a number, its digits without what groups them. */
  readonly text: string;
  /** Of a number: the letters that follow it at once, as in `10s` and `50u32`. */
  readonly suffix: string;
  /** From 1. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export type Comments = 'slashes' | 'hash' | 'both';

const NAME = /[\p{L}_$@][\p{L}\p{N}_$]*[?!]?/uy;
const NUMBER = /\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?/iy;
const MARK = /::|->|=>|\.\.\.|\?\.|[^\s]/uy;
const SUFFIX = /[\p{L}_][\p{L}\p{N}_]*/uy;

export function tokensOf(text: string, comments: Comments): readonly Token[] {
  const tokens: Token[] = [];
  const open = new Map<string, number>();
  let line = 1;
  let at = 0;
  const matchAt = (pattern: RegExp, from: number): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const add = (kind: Token['kind'], value: string, end: number, suffix = '') => {
    tokens.push({ kind, text: value, suffix, line, from: at, to: end });
    at = end;
  };
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\n') line++;
    if (/\s/.test(char)) at++;
    else if (isLineComment(text, at, comments)) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else if (comments === 'hash' && (at === 0 || text[at - 1] === '\n') && text.startsWith('=begin', at)) {
      const close = text.indexOf('\n=end', at);
      const end = close === -1 ? text.length : close + '\n=end'.length;
      line += lineBreaks(text, at, end);
      at = end;
    } else if (text.startsWith('/*', at) && comments !== 'hash') {
      const close = text.indexOf('*/', at + 2);
      const end = close === -1 ? text.length : close + 2;
      line += lineBreaks(text, at, end);
      at = end;
    } else if (char === '"' || char === "'" || char === '`') {
      const end = stringEnd(text, at, open);
      if (end === null) add('mark', char, at + 1);
      else {
        const width = text.startsWith(char.repeat(3), at) && end - at >= 6 ? 3 : 1;
        const start = at;
        add('string', text.slice(at + width, end - width).replace(/\\(.)/g, '$1'), end);
        line += lineBreaks(text, start, end);
      }
    } else if (/\d/.test(char)) {
      const digits = matchAt(NUMBER, at);
      const suffix = matchAt(SUFFIX, at + digits.length);
      add('number', digits.replaceAll('_', ''), at + digits.length + suffix.length, suffix.replace(/^_/, ''));
    } else {
      const name = matchAt(NAME, at);
      if (name === '') add('mark', matchAt(MARK, at), at + Math.max(1, matchAt(MARK, at).length));
      // `a != b` is no name that ends in a mark.
      else if (/[?!]$/.test(name) && text.charAt(at + name.length) !== '(')
        add('name', name.slice(0, -1), at + name.length - 1);
      else add('name', name, at + name.length);
    }
  }
  return tokens;
}

function isLineComment(text: string, at: number, comments: Comments): boolean {
  return (
    (comments !== 'hash' && text.startsWith('//', at)) ||
    // `#[derive]` of Rust and `#{…}` of Ruby are none; nor is a colour in CSS, where nobody has a limit.
    (comments !== 'slashes' && text[at] === '#')
  );
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/**
 * After the closing quote; null where there is none, as after the quote of a lifetime in Rust.
 * @param open for each kind of quote, up to where none of it closes
 */
function stringEnd(text: string, from: number, open: Map<string, number>): number | null {
  const quote = text.charAt(from);
  if (quote !== '`' && text.startsWith(quote.repeat(3), from)) {
    const close = text.indexOf(quote.repeat(3), from + 3);
    return close === -1 ? null : close + 3;
  }
  if (from < (open.get(quote) ?? 0)) return null;
  let at = from + 1;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === quote) return at + 1;
    if (char === '\n' && quote !== '`') break;
    if (char === '\\') at++;
  }
  open.set(quote, at);
  return null;
}
