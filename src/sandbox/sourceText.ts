/** Examines a script's text without parsing it: just enough to locate something. */

export interface SourcePosition {
  /** From 1, in lines ended by \n and in UTF-16 units, as editors count. */
  readonly line: number;
  readonly column: number;
}

/** The machine counts code points, an editor UTF-16 units. @returns -1 for a position outside the text */
export function offsetOf(code: string, { line, column }: SourcePosition): number {
  let from = 0;
  for (let i = 1; i < line; i++) {
    from = code.indexOf('\n', from) + 1;
    if (from === 0) return -1;
  }
  let end = code.indexOf('\n', from);
  if (end < 0) end = code.length;
  let offset = from;
  for (let i = 1; i < column && offset < end; i++) offset += (code.codePointAt(offset) as number) > 0xffff ? 2 : 1;
  return offset;
}

export function positionOf(code: string, offset: number): SourcePosition {
  const before = code.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** A slash after one of these begins a regular expression; after anything else it divides. */
const BEFORE_PATTERN =
  /(?:^|[([{,;:=!?&|+\-*%<>~^}]|\b(?:return|typeof|case|in|of|yield|delete|void|throw|do|else))\s*$/;
const TOKEN = /\/\/.*|\/\*[^]*?(?:\*\/|$)|'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|[`{}/]/g;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const TEMPLATE = /(?:\\[^]|\$(?!\{)|[^`\\$])*(`|\$\{|$)/y;

/** The text at the same length, with spaces for everything that is not code: comments, strings, regular expressions. */
export function maskNonCode(code: string): string {
  const parts: string[] = [];
  let copiedTo = 0;
  const blank = (from: number, to: number): void => {
    parts.push(code.slice(copiedTo, from), code.slice(from, to).replaceAll(/[^\n]/g, ' '));
    copiedTo = to;
  };
  /** For each open brace, whether a template continues after it. */
  const braces: boolean[] = [];
  const template = (from: number, within: number): number => {
    TEMPLATE.lastIndex = within;
    const end = within + (TEMPLATE.exec(code)?.[0].length ?? 0);
    const hole = code.startsWith('${', end - 2);
    blank(from, hole ? end - 2 : end);
    if (hole) braces.push(true);
    return end;
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(code); token !== null; token = TOKEN.exec(code)) {
    const [text] = token;
    const at = token.index;
    let end = at + text.length;
    if (text === '`') end = template(at, end);
    else if (text === '{') braces.push(false);
    else if (text === '}') end = braces.pop() === true ? template(end, end) : end;
    else if (text === '/') {
      PATTERN.lastIndex = at;
      const pattern = BEFORE_PATTERN.test(code.slice(Math.max(0, at - 40), at)) ? PATTERN.exec(code) : null;
      if (pattern !== null) blank(at, (end = at + pattern[0].length));
    } else blank(at, end);
    TOKEN.lastIndex = end;
  }
  return parts.join('') + code.slice(copiedTo);
}
