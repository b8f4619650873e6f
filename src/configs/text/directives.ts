/**
 * Directives of words, as nginx and Caddy have them: `name argument … ;` or `name argument … { … }`. In a Caddyfile the end
 * of a line ends a directive, and a comment begins only at the start of a word; in nginx a semicolon does.
 */

import { statementLengthAt, valueLengthAt } from './templates.ts';

export interface Directive {
  /** Quotes removed. */
  readonly words: readonly string[];
  /** Of its first word, from 1. */
  readonly line: number;
  /** Absent where it has no block. */
  readonly block?: readonly Directive[];
  /** What is in its block, where that is a program. */
  readonly lua?: string;
}

export interface ParsedDirectives {
  readonly directives: readonly Directive[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

type Token = { readonly kind: 'word' | '{' | '}' | 'lua' | 'end'; readonly text: string; readonly line: number };

/** Longer than anybody's `${name}`. */
const MAX_VARIABLE = 200;
/** What begins a directive of nginx where it is the first word of a line: whatever is before it lacks its semicolon. */
const BEGINS =
  /^(http|server|location|upstream|events|stream|limit_(req|conn)(_zone|_status|_log_level|_dry_run)?|proxy_pass)$/;
/** Deeper than anybody nests. */
const MAX_DEPTH = 100;

interface OpenBlock {
  readonly words: readonly string[];
  readonly line: number;
  readonly block: Directive[];
}

export function parseDirectives(text: string, ending: 'semicolon' | 'newline'): ParsedDirectives {
  const root: OpenBlock = { words: [], line: 0, block: [] };
  const open: OpenBlock[] = [root];
  const problems: { line: number; message: string }[] = [];
  let words: string[] = [];
  let line = 1;
  const close = () => {
    if (words.length > 0) open.at(-1)?.block.push({ words, line });
    words = [];
  };
  let last = 0;
  for (const token of tokensOf(text, ending, (at, message) => problems.push({ line: at, message }))) {
    if (token.kind === 'word') {
      if (ending === 'semicolon' && words.length > 0 && token.line > last && BEGINS.test(token.text)) {
        problems.push({ line: last, message: `${words[0] ?? ''} has no semicolon at its end.` });
        close();
      }
      last = token.line;
      if (words.length === 0) line = token.line;
      words.push(token.text);
    } else if (token.kind === 'end') close();
    else if (token.kind === 'lua') {
      open.at(-1)?.block.push({ words, line, lua: token.text });
      words = [];
    } else if (token.kind === '{') {
      const opened: OpenBlock = { words, line: words.length === 0 ? token.line : line, block: [] };
      if (open.length <= MAX_DEPTH) open.at(-1)?.block.push(opened);
      else if (open.length === MAX_DEPTH + 1)
        problems.push({ line, message: 'What is nested deeper than this is not read.' });
      open.push(opened);
      words = [];
    } else {
      if (words.length > 0 && ending === 'semicolon')
        problems.push({ line, message: `${words[0] ?? ''} has no semicolon at its end.` });
      close();
      if (open.length > 1) open.pop();
      else problems.push({ line: token.line, message: 'This } closes nothing.' });
    }
  }
  if (words.length > 0 && ending === 'semicolon')
    problems.push({ line, message: `${words[0] ?? ''} has no semicolon at its end.` });
  close();
  for (const { words: name, line: at } of open.slice(1))
    problems.push({ line: at, message: `The block of ${name.join(' ') || 'this {'} is not closed.` });
  return { directives: root.block, problems };
}

function* tokensOf(
  text: string,
  ending: 'semicolon' | 'newline',
  report: (line: number, message: string) => void,
): Generator<Token> {
  let line = 1;
  let at = 0;
  let hasStatement = false;
  /** Of the directive, once it is known. */
  let name = '';
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\n') {
      if (ending === 'newline') yield { kind: 'end', text: '', line };
      line++;
      at++;
    } else if (/\s/.test(char)) at++;
    else if (char === '#') {
      while (at < text.length && text[at] !== '\n') at++;
    } else if (ending === 'semicolon' && statementLengthAt(text, at) > 0) {
      if (!hasStatement) report(line, 'A template decides which lines apply: all of them are read.');
      hasStatement = true;
      at += statementLengthAt(text, at);
    } else if (char === ';' && ending === 'semicolon') {
      yield { kind: 'end', text: ';', line };
      name = '';
      at++;
    } else if (char === '{' && ending === 'semicolon' && name.endsWith('_by_lua_block')) {
      const end = endOfLua(text, at);
      if (end === -1) report(line, `The block of ${name} is not closed.`);
      const lua = text.slice(at, end === -1 ? text.length : end);
      yield { kind: 'lua', text: lua, line };
      line += lua.split('\n').length - 1;
      at += lua.length;
      name = '';
    } else if (
      (char === '{' || char === '}') &&
      (ending === 'semicolon' ? valueLengthAt(text, at) === 0 : isAlone(text, at))
    ) {
      yield { kind: char, text: char, line };
      name = '';
      at++;
    } else {
      const start = line;
      const word = wordAt(text, at, ending);
      if (!word.isClosed) report(start, 'A quote is not closed.');
      line += text.slice(at, word.end).split('\n').length - 1;
      at = word.end;
      name ||= word.text;
      yield { kind: 'word', text: word.text, line: start };
    }
  }
}

/**
 * A brace of Lua, or what hides braces: a comment or a string, in any of their forms, up to the end of its line if it is not
 * closed. Of a long one it is only the opening bracket, in the group its level.
 */
const LUA = /(?:--)?\[(=*)\[|--[^\n]*|"(?:[^"\\\n]|\\[^])*\\?(?:"|\n|$)|'(?:[^'\\\n]|\\[^])*\\?(?:'|\n|$)|[{}]/g;

/** After the brace that closes the block at `from`; -1 if none does. */
function endOfLua(text: string, from: number): number {
  let depth = 0;
  LUA.lastIndex = from;
  for (let match = LUA.exec(text); match !== null; match = LUA.exec(text)) {
    const [found, level] = match;
    if (level !== undefined) {
      const close = text.indexOf(`]${level}]`, LUA.lastIndex);
      if (close === -1) return -1;
      LUA.lastIndex = close + level.length + 2;
    } else if (found === '{') depth++;
    else if (found === '}' && --depth === 0) return LUA.lastIndex;
  }
  return -1;
}

/** In a Caddyfile a brace within a word is a placeholder: `{remote_host}`. */
function isAlone(text: string, at: number): boolean {
  return /\s|^$/.test(text.charAt(at + 1)) && (at === 0 || /\s/.test(text.charAt(at - 1)));
}

function wordAt(text: string, from: number, ending: 'semicolon' | 'newline') {
  const quote = text.charAt(from);
  if (quote === '"' || quote === "'" || (quote === '`' && ending === 'newline')) {
    let word = '';
    for (let at = from + 1; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === quote) return { text: word, end: at + 1, isClosed: true };
      if (char === '\\' && quote !== '`') word += text.charAt(++at);
      else word += char;
    }
    return { text: word, end: text.length, isClosed: false };
  }
  const stop = ending === 'semicolon' ? /[\s;{}]/ : /\s/;
  let end = from;
  while (end < text.length) {
    const length = ending === 'semicolon' ? insertLengthAt(text, end) : 0;
    if (length === 0 && stop.test(text.charAt(end))) break;
    if (length > 0) end += length;
    else end += text[end] === '\\' ? 2 : 1;
  }
  return { text: text.slice(from, end), end: Math.min(text.length, Math.max(end, from + 1)), isClosed: true };
}

/** The braces of `${name}` and of a template belong to their word. */
function insertLengthAt(text: string, at: number): number {
  return text.startsWith('${', at) ? text.slice(at, at + MAX_VARIABLE).indexOf('}') + 1 : valueLengthAt(text, at);
}
