/**
 * Which loop a script was stopped in.
 *
 * QuickJS polls for interruption at jumps, after it has jumped: the position it reports is the last instruction before the
 * jump's target. For `while (true) {}` that is whatever was executed before the loop, perhaps several lines above. So the
 * loop has to be searched for in the text from there.
 */

/** A position in the script that is being executed. */
export interface StackFrame {
  /** The function's name; `<eval>` for the top level. */
  readonly name: string;
  readonly offset: number;
  /** It is waiting for a call to return, so its position is that of the call and not one before a jump. */
  readonly isCaller: boolean;
}

interface TextRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

interface FunctionBody extends TextRange {
  /** Where its function begins: QuickJS reports this position until the first instruction that has its own. */
  readonly head: number;
}

interface LoopStatement extends TextRange {
  /** Where its body begins. */
  readonly body: number;
  /** `for (…; …; …)` */
  readonly isCounted: boolean;
}

const TOP_LEVEL = '<eval>';

/** Longer programs are not searched: that takes quadratic time. */
const MAX_LENGTH = 20_000;
const MAX_DISTANCE = 2_000;

/**
 * @param text the program with non-code blanked: see `maskNonCode`
 * @returns where the loop begins, or null without one
 */
export function findLoop(text: string, frames: readonly StackFrame[]): number | null {
  if (text.length > MAX_LENGTH) return null;
  const pairs = matchBrackets(text);
  const bodies = findFunctionBodies(text, pairs);
  const loops = findLoops(text, pairs);
  for (const { name, offset, isCaller } of frames) {
    const entered = name === TOP_LEVEL ? undefined : bodies.find(({ head, from }) => head <= offset && offset < from);
    const at = entered === undefined ? offset : entered.from;
    const own = innermost(bodies, at);
    const here = loops.filter(({ from }) => innermost(bodies, from) === own);
    const enclosing = innermost(here, at);
    if (isCaller) {
      if (enclosing !== null) return enclosing.from;
      continue;
    }
    const next = here.find(({ from }) => from >= at);
    if (next !== undefined && (enclosing === null || isNext(text, at, enclosing, next))) return next.from;
    if (enclosing !== null) return enclosing.from;
  }
  return null;
}

const DECLARATION = /\bfunction\b\s*\*?\s*[\w$]*|\b(?:let|const|var)\s+[\w$]+(?:\s*=\s*(?:=>)?\s*[\d.]*)?\s*;/g;

/** Whether a position within a loop may be the last instruction before another loop. */
function isNext(text: string, at: number, enclosing: LoopStatement, next: LoopStatement): boolean {
  if (next.from >= enclosing.to) {
    // A counted loop ends with its update expression; in any other loop, a final call may just as well be what was stopped.
    if (enclosing.isCounted ? at >= enclosing.body : text[at] === '(') return false;
  }
  if (next.from - at > MAX_DISTANCE) return false;
  let rest = text.slice(at, next.from);
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  // The rest of a statement, ends and beginnings of blocks, and declarations that compute nothing.
  return /^[^;{}\n]*[\s;{})]*$/.test(rest.replaceAll(DECLARATION, ''));
}

function innermost<E extends TextRange>(extents: readonly E[], at: number): E | null {
  let found: E | null = null;
  for (const extent of extents) {
    if (extent.from <= at && at < extent.to && (found === null || extent.from >= found.from)) found = extent;
  }
  return found;
}

/** Maps each bracket to its partner, in both directions; unmatched brackets are missing. */
function matchBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}]/g)) {
    if ('([{'.includes(bracket)) open.push(index);
    else {
      const opening = open.pop();
      if (opening === undefined) continue;
      pairs.set(opening, index);
      pairs.set(index, opening);
    }
  }
  return pairs;
}

/** What precedes the parameters of a function. */
const FUNCTION_HEAD = /(?:(?:\b(?:function|get|set|static)\b|\*)\s*)*[\w$#]*\s*$/;

/** The bodies of functions that have braces. */
function findFunctionBodies(text: string, pairs: ReadonlyMap<number, number>): FunctionBody[] {
  const found: FunctionBody[] = [];
  for (const { index: brace } of text.matchAll(/\{/g)) {
    const to = (pairs.get(brace) ?? text.length) + 1;
    const arrow = /=>\s*$/.exec(text.slice(Math.max(0, brace - 40), brace));
    const before = trimEnd(text, arrow === null ? brace : brace - arrow[0].length);
    const opening = text[before - 1] === ')' ? pairs.get(before - 1) : undefined;
    if (arrow !== null) {
      const head = opening ?? before - (/[\w$]*$/.exec(text.slice(Math.max(0, before - 100), before))?.[0].length ?? 0);
      found.push({ head, from: brace, to });
    } else if (opening !== undefined) {
      const word = FUNCTION_HEAD.exec(text.slice(Math.max(0, opening - 100), opening))?.[0] ?? '';
      if (/^(?:if|for|while|switch|catch|with|await)\s*$/.test(word)) continue;
      found.push({ head: opening - word.length, from: brace, to });
    }
  }
  return found;
}

function trimEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && /\s/.test(text[end - 1] as string)) end--;
  return end;
}

function findLoops(text: string, pairs: ReadonlyMap<number, number>): LoopStatement[] {
  const found: LoopStatement[] = [];
  /** Positions of the `while` keywords that belong to a `do`. */
  const tails = new Set<number>();
  for (const { 0: word, index: from } of text.matchAll(/(?<![.\w$])(?:for|while|do)\b/g)) {
    if (tails.has(from)) continue;
    const opening = word === 'do' ? from + word.length - 1 : text.indexOf('(', from);
    const closing = word === 'do' ? opening : pairs.get(opening);
    if (closing === undefined) continue;
    let to = statementEnd(text, pairs, closing + 1);
    const tail = word === 'do' ? /^[\s;]*while\b/.exec(text.slice(to)) : null;
    if (tail !== null) {
      const keyword = to + tail[0].length - 5;
      tails.add(keyword);
      to = (pairs.get(text.indexOf('(', keyword)) ?? keyword) + 1;
    }
    found.push({
      from,
      body: closing + 1,
      to,
      isCounted: word === 'for' && text.slice(opening, closing).includes(';'),
    });
  }
  return found;
}

/** Just after a statement: its closing brace, its semicolon, or the end of its line outside brackets. */
function statementEnd(text: string, pairs: ReadonlyMap<number, number>, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  if (text[at] === '{') return (pairs.get(at) ?? text.length) + 1;
  for (; at < text.length; at++) {
    const char = text[at] as string;
    if (char === ';' || char === '\n' || char === '}') return at;
    if ('([{'.includes(char)) at = pairs.get(at) ?? text.length;
  }
  return at;
}
