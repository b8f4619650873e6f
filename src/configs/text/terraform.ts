/** Blocks and attributes of Terraform as a tree. What is computed, from variables say, stays as its text. */
import type { Findings } from '../findings.ts';
import { lookUp } from './lookUp.ts';
import { parseJson, parseYaml, type Tree } from './tree.ts';

/** Whether a text is Terraform, by the blocks that it begins with. */
export const TERRAFORM = /^[ \t]*(resource|module|provider|variable|data)\s+"[^"]*"/m;

/** A manifest of Kubernetes, or what makes one in Terraform. */
export function parseManifests(text: string, findings: Findings): readonly Tree[] {
  return TERRAFORM.test(text) ? parseTerraform(text, findings) : parseYaml(text, findings);
}

/** JSON or YAML, or Terraform. */
export function parseJsonOrTerraform(text: string, findings: Findings): readonly Tree[] {
  return TERRAFORM.test(text) ? parseTerraform(text, findings) : parseJson(text, findings);
}

export function parseTerraform(text: string, findings: Problems): readonly Tree[] {
  return [new Parser(text, findings).root()];
}

/** With a default that is a number or a string. */
const VARIABLE = /\bvariable\s+"([\w-]+)"\s*\{[^{}]*?\bdefault\s*=\s*"?([\w.]+)/g;

type Problems = Pick<Findings, 'problem'>;

interface Token {
  /** The end of a line is a mark. */
  readonly kind: 'word' | 'string' | 'mark';
  /** What a string says, or the token itself. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

const BLANK = /(?<blank>[^\S\n]+|(?:#|\/\/)[^\n]*|\/\*[^]*?(?:\*\/|(?<openComment>$)))/;
/** `<<EOT` up to a line that is EOT alone. */
const HEREDOC = /<<-?(?<end>[\w-]+)[ \t]*(?=\n)(?<said>[^]*?)(?:\n[ \t]*\k<end>[ \t]*(?![^\n])|(?<openHeredoc>$))/;
const WORD = /(?<word>[\p{L}\p{N}_][\p{L}\p{N}_.-]*)/u;
const MARK = /[=!<>]=|=>|[^]/;
const TOKEN = new RegExp([BLANK, HEREDOC, WORD, MARK].map(({ source }) => source).join('|'), 'uy');

/** What is not closed takes the rest of the text, and a string that of its line. */
function tokensOf(text: string, findings: Problems): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let from = 0;
  /** A string that begins before this is one line: its end is not searched for again. */
  let searched = 0;
  const add = (kind: Token['kind'] | 'blank', said: string, to: number) => {
    if (kind !== 'blank') tokens.push({ kind, text: said, line, from, to });
    line += text.slice(from, to).split('\n').length - 1;
    from = to;
  };
  while (from < text.length) {
    TOKEN.lastIndex = from;
    const match = TOKEN.exec(text);
    const [whole] = match ?? [text.charAt(from)];
    const { blank, openComment, end, said, openHeredoc, word } = match?.groups ?? {};
    const to = from + whole.length;
    if (openComment !== undefined) findings.problem(line, 'A comment is not closed.');
    if (openHeredoc !== undefined) findings.problem(line, `No line after this is ${end} alone.`);
    if (whole === '"') {
      const string = stringEnd(text, from, from < searched);
      if (!string.isClosed) findings.problem(line, 'A quote is not closed.');
      if (!string.isClosed) searched = Math.max(searched, string.searched);
      add('string', unescaped(text.slice(to, string.isClosed ? string.to - 1 : string.to)), string.to);
    } else if (blank !== undefined) add('blank', '', to);
    else if (said !== undefined) add('string', said.trim(), to);
    else add(word === undefined ? 'mark' : 'word', whole, to);
  }
  return tokens;
}

/** `$${` is text. */
const PART = /\\.|\$\$\{|%%\{|[$%]?\{|["}\n]/g;
const COMPUTED = /(?<!\$)\$\{|(?<!%)%\{/;

/** A string ends at its quote, not at those within `${…}`; where it has none, with its line. */
function stringEnd(text: string, from: number, isOneLine: boolean) {
  /** What closes what is open. */
  const open = ['"'];
  PART.lastIndex = from + 1;
  let searched = text.length;
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    const [part] = match;
    const isText = open.at(-1) === '"';
    searched = match.index;
    if (part === '\n' && (isText || isOneLine)) break;
    if (part === open.at(-1)) open.pop();
    else if (part === '"') open.push('"');
    else if (part.endsWith('{') && (!isText || part.length === 2)) open.push('}');
    if (open.length === 0) return { to: PART.lastIndex, isClosed: true, searched };
    searched = text.length;
  }
  const end = text.indexOf('\n', from);
  return { to: end === -1 ? text.length : end, isClosed: false, searched };
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => lookUp(ESCAPED, char) ?? char);
}

/** Deeper than anybody nests. */
const MAX_DEPTH = 100;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const closingOf = (token: Token | undefined) => lookUp(CLOSING, markOf(token));
const markOf = (token: Token | undefined): string => (token?.kind === 'mark' ? token.text : '');
const isClosing = (mark: string): boolean => /^[}\])]$/.test(mark);
const isSeparator = (mark: string): boolean => mark === '\n' || mark === ',';
const LITERAL = /^(true|false|-?\d+(\.\d+)?(e[+-]?\d+)?)$/i;

class Parser {
  private at = 0;
  /** Of `var.limit`, by that name. */
  private readonly defaults: ReadonlyMap<string, string>;
  /** What closes the brackets that are open. */
  private readonly open: string[] = [];
  private readonly text: string;
  private readonly findings: Problems;
  private readonly tokens: readonly Token[];

  constructor(text: string, findings: Problems) {
    this.text = text;
    this.findings = findings;
    this.tokens = tokensOf(text, findings);
    this.defaults = new Map([...text.matchAll(VARIABLE)].map(([, name = '', value = '']) => [`var.${name}`, value]));
  }

  root(): Tree {
    return this.body(1, undefined);
  }

  /** Attributes and blocks: of a block, of an object, or of the text. */
  private body(line: number, opening: Token | undefined): Tree {
    const found = new Map<string, Tree[]>();
    this.readParts(opening, (first) => {
      const label = this.tokens[this.at + 1];
      const own = this.field(first);
      // `dynamic "rule" { content { … } }` is blocks of that name.
      const content = first.text === 'dynamic' && label?.kind === 'string' ? own?.fields?.get('content') : undefined;
      const tree = content ?? own;
      if (tree === undefined) return;
      const name = content === undefined ? first.text : (label?.text ?? '');
      const trees = found.get(name) ?? [];
      trees.push(tree);
      found.set(name, trees);
    });
    // A block may stand several times.
    const fields = [...found].map(([name, trees]): [string, Tree] => {
      const [first] = trees;
      return [name, first !== undefined && trees.length === 1 ? first : listOf(trees, first?.line ?? line)];
    });
    return { line, value: null, fields: new Map(fields), items: null };
  }

  /** Past what closes them. Each part is asked for at its first token. */
  private readParts(opening: Token | undefined, read: (first: Token) => void): void {
    const closing = closingOf(opening);
    this.open.push(closing ?? '');
    for (let token = this.tokens[this.at]; ; token = this.tokens[this.at]) {
      const mark = markOf(token);
      const isOfOuter = mark !== closing && isClosing(mark) && this.open.includes(mark);
      if (token === undefined || isOfOuter) {
        this.reportOpen(opening);
        break;
      }
      if (!isSeparator(mark) && !isClosing(mark)) read(token);
      else this.at++;
      if (mark === closing) break;
      if (isClosing(mark)) this.findings.problem(token.line, `This ${mark} closes nothing.`);
    }
    this.open.pop();
  }

  private reportOpen(opening: Token | undefined): void {
    if (opening !== undefined) this.findings.problem(opening.line, `This ${opening.text} is not closed.`);
  }

  /** `name = value`, `name : value` or `name "label" { … }`. Anything else is passed over. */
  private field({ kind, line }: Token): Tree | undefined {
    const start = this.at;
    if (kind !== 'mark') {
      this.at++;
      if (/^[=:]$/.test(markOf(this.tokens[this.at]))) {
        this.at++;
        return this.value(line, false);
      }
      while (this.at < this.tokens.length && markOf(this.tokens[this.at]) === '') this.at++;
      if (markOf(this.tokens[this.at]) === '{') return this.objectOrList(line) ?? this.restOf(this.at, line);
    }
    this.restOf(start, line);
    return undefined;
  }

  /** Undefined for `null` and where there is none. */
  private value(line: number, isOfList: boolean): Tree | undefined {
    const start = this.at;
    const tree = this.objectOrList(line);
    const next = this.tokens[this.at];
    const isWhole = next === undefined || isSeparator(markOf(next)) || isClosing(markOf(next));
    return tree !== undefined && isWhole ? tree : this.restOf(start, line, isOfList);
  }

  /** Undefined where there is none, or one that is computed: `[for …]`. */
  private objectOrList(line: number): Tree | undefined {
    const opening = this.tokens[this.at];
    const mark = markOf(opening);
    if (opening === undefined || (mark !== '{' && mark !== '[')) return undefined;
    let next = this.at + 1;
    while (markOf(this.tokens[next]) === '\n') next++;
    if (this.tokens[next]?.kind === 'word' && this.tokens[next]?.text === 'for') return undefined;
    if (this.open.length > MAX_DEPTH) {
      this.findings.problem(line, 'What is nested deeper than this is not read.');
      return undefined;
    }
    this.at++;
    if (mark === '{') return this.body(line, opening);
    const items: Tree[] = [];
    this.readParts(opening, (first) => {
      const item = this.value(first.line, true);
      if (item !== undefined) items.push(item);
    });
    return listOf(items, line);
  }

  /** What began at a token, up to the end of its line or what separates it: a string, or source text. */
  private restOf(start: number, line: number, isOfList = false): Tree | undefined {
    const open: Token[] = [];
    let last = this.at - 1;
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at];
      const mark = markOf(token);
      if (mark === '\n' && (isOfList || open.length > 0)) continue;
      if (open.length === 0 && (isSeparator(mark) || isClosing(mark))) break;
      if (token !== undefined && closingOf(token) !== undefined) open.push(token);
      else if (isClosing(mark) && mark !== closingOf(open.at(-1))) break;
      else if (isClosing(mark)) open.pop();
      last = this.at;
    }
    this.reportOpen(open[0]);
    const [first, end] = [this.tokens[start], this.tokens[last]];
    if (first === undefined || end === undefined || last < start) return undefined;
    const isString = first === end && first.kind === 'string';
    const value = isString ? first.text : this.text.slice(first.from, end.to);
    if (!isString && value === 'null') return undefined;
    const isComputed = isString ? COMPUTED.test(value) : !LITERAL.test(value);
    const fallback = this.defaults.get(value.replace(/^\$\{\s*|\s*\}$/g, ''));
    return {
      line,
      value,
      fields: null,
      items: null,
      ...(isComputed && { isComputed }),
      ...(isComputed && fallback !== undefined && { fallback }),
    };
  }
}

function listOf(items: readonly Tree[], line: number): Tree {
  return { line, value: null, fields: null, items };
}
