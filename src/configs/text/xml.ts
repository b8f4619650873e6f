/** Elements of XML, as far as policies need them: names, attributes and what they stand in. Comments are passed over. */
import { lookUp } from './lookUp.ts';

export interface XmlElement {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  /** The names of those around it, the outermost first. */
  readonly within: readonly string[];
}

/** Deeper than anybody nests. */
const MAX_DEPTH = 100;
const TAG = /<!--[^]*?(?:-->|(?![^]))|<(\/?)([A-Za-z][\w.-]{0,99})/g;
const ATTRIBUTE = /\s{0,999}([\w:.-]{1,99})\s{0,99}=\s{0,99}(["'])/y;
const END = /\s{0,999}(\/?)>/y;

export function elementsOf(text: string): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  const within: string[] = [];
  let line = 1;
  let counted = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const [, slash, name] = tag;
    if (name === undefined) continue;
    line += text.slice(counted, tag.index).split('\n').length - 1;
    counted = tag.index;
    if (slash === '/') {
      const opened = within.lastIndexOf(name);
      if (opened !== -1) within.length = opened;
      continue;
    }
    const { attributes, end } = attributesFrom(text, TAG.lastIndex);
    elements.push({ name, line, attributes, within: [...within] });
    END.lastIndex = end;
    const closed = END.exec(text);
    if (closed !== null && closed[1] === '' && within.length < MAX_DEPTH) within.push(name);
    TAG.lastIndex = Math.max(TAG.lastIndex, end);
  }
  return elements;
}

function attributesFrom(
  text: string,
  from: number,
): { readonly attributes: ReadonlyMap<string, string>; readonly end: number } {
  const attributes = new Map<string, string>();
  let end = from;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(text);
    if (found === null) return { attributes, end };
    const [, name = '', quote = ''] = found;
    const start = ATTRIBUTE.lastIndex;
    const close = valueEnd(text, start, quote);
    attributes.set(name, unescaped(text.slice(start, close)));
    end = close + 1;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

function unescaped(value: string): string {
  return value.replace(/&(\w{2,4});/g, (whole, name: string) => lookUp(ENTITIES, name) ?? whole);
}

/** In Azure's policies, quotes within an expression are not escaped: `"@(Get("a"))"` ends at its last one. */
function valueEnd(text: string, start: number, quote: string): number {
  if (!text.startsWith('@(', start) && !text.startsWith('@{', start)) return endOr(text, text.indexOf(quote, start));
  // Not those in its strings and comments.
  const brackets = /"(?:[^"\\\n]|\\.){0,300}"|'\\?.'|\/\/[^\n]*|[(){}]/g;
  brackets.lastIndex = start;
  let depth = 0;
  for (let bracket = brackets.exec(text); bracket !== null; bracket = brackets.exec(text)) {
    if (bracket[0].length > 1) continue;
    depth += /[({]/.test(bracket[0]) ? 1 : -1;
    if (depth === 0) return endOr(text, text.indexOf(quote, bracket.index));
  }
  return text.length;
}

function endOr(text: string, end: number): number {
  return end === -1 ? text.length : end;
}
