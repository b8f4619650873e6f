/** YAML and JSON as a tree that knows its lines. Anchors are resolved; templates that are left in are named. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Document } from 'yaml';
import type { Findings } from '../findings.ts';
import { bodiesIn } from './shell.ts';

export interface Tree {
  /** From 1: of its key, if it has one. */
  readonly line: number;
  /** Of a scalar. */
  readonly value: string | number | boolean | null;
  /** Of a scalar whose lines are those of the text, the first of them after its key. */
  readonly isLiteral?: true;
  /** Of a scalar whose value is not known here: it is source text. */
  readonly isComputed?: true;
  /** Of such a scalar: what it is where nobody sets the variable that it names. */
  readonly fallback?: string;
  /** Of a map, in the order of the text; a later key of the same name wins. */
  readonly fields: ReadonlyMap<string, Tree> | null;
  readonly items: readonly Tree[] | null;
}

/** A tree with the keys that lead to it, and for each of them the tree that it is a key of. */
export interface Located {
  readonly path: readonly string[];
  readonly within: readonly Tree[];
  readonly tree: Tree;
}

/** Aliases of aliases may make a tree larger than any memory. */
const MAX_NODES = 30_000;
const MAX_DEPTH = 100;

/**
 * All documents of a text, or of the commands that send them, and those in a block of text within them, as a ConfigMap has
 * them. What is no YAML is a problem at its line, and the rest stays.
 */
export function parseYaml(text: string, findings: Problems): readonly Tree[] {
  if (latest?.text !== text) latest = { text, ...parsed(text) };
  for (const [line, message] of latest.problems) findings.problem(line, message);
  return latest.trees;
}

interface Parsed {
  readonly trees: readonly Tree[];
  readonly problems: readonly Parameters<Problems['problem']>[];
}

/** Readers of many products ask one after another for the same text. */
let latest: (Parsed & { readonly text: string }) | null = null;

function parsed(text: string): Parsed {
  const problems: Parameters<Problems['problem']>[] = [];
  const findings: Problems = { problem: (...problem) => problems.push(problem) };
  const bodies = bodiesIn(text);
  const documents = (bodies.length > 0 ? bodies : [text]).flatMap((body) => parseDocuments(body, findings));
  return { trees: [...documents, ...[...partsOf(documents)].flatMap(({ tree }) => documentsIn(tree))], problems };
}

type Problems = Pick<Findings, 'problem'>;

/** Of text in several lines, those that are YAML: it may be anything. Of a literal block alone are its lines those of the whole. */
function documentsIn({ line, value, isLiteral }: Tree): readonly Tree[] {
  if (typeof value !== 'string' || !value.includes('\n')) return [];
  let isYaml = true;
  const trees = parseDocuments('\n'.repeat(line) + value, { problem: () => (isYaml = false) });
  if (!isYaml) return [];
  const documents = trees.filter(({ fields, items }) => fields !== null || items !== null);
  return isLiteral === true ? documents : documents.map((tree) => atLine(tree, line));
}

/** With all its parts in one line. */
function atLine({ value, fields, items }: Tree, line: number): Tree {
  return {
    line,
    value,
    fields: fields && new Map([...fields].map(([name, field]) => [name, atLine(field, line)])),
    items: items && items.map((item) => atLine(item, line)),
  };
}

function parseDocuments(text: string, findings: Problems): readonly Tree[] {
  const counter = new LineCounter();
  if (isTooDeep(text)) {
    findings.problem(1, 'The text is nested too deeply to be read.');
    return [];
  }
  try {
    const documents = parseAllDocuments(withoutTemplates(text, findings), {
      lineCounter: counter,
      strict: false,
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
    });
    if (!Array.isArray(documents)) return [];
    return documents.flatMap((document: Document.Parsed) => {
      // Later errors mostly follow from the first.
      for (const { message, pos } of document.errors.slice(0, 1))
        findings.problem(counter.linePos(pos[0]).line || 1, `This is not valid YAML: ${message.replace(/\.?$/, '.')}`);
      return new TreeBuilder(document, counter, findings).build();
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    findings.problem(1, 'The text is nested too deeply to be read.');
    return [];
  }
}

/** The parser takes a time that grows with the square of the depth. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** What is not closed ends with its line, or with the text, lest the rest be searched again from each character in it. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*\\?(?:"|$)|'[^'\n]*'?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))/gm;

/** JSON with comments, or fields of an object without its braces; or YAML, which has paths and addresses with the marks of those comments. */
export function parseJson(text: string, findings: Findings): readonly Tree[] {
  const bodies = bodiesIn(text);
  if (bodies.length > 0) return bodies.flatMap((body) => parseJson(body, findings));
  const uncommented = text.replace(STRING_OR_COMMENT, (match) =>
    /^\/\/|^\/.*\*\/$/s.test(match) ? match.replace(/[^\n]/g, ' ') : match,
  );
  const isJson = /^[\s[{]*"/.test(uncommented);
  const plain = isJson ? uncommented : text;
  const isFields = /^\s*"(?:[^"\\\n]|\\.)*"\s*:/.test(plain);
  // YAML takes JSON, but no tabs before a key.
  return parseYaml((isFields ? `{${plain.replace(/,\s*$/, '')}}` : plain).replaceAll('\t', '  '), findings);
}

/** YAML, or lines `key=value`, as Spring reads them beside it: their values may hold whatever YAML does not take. */
export function parseYamlOrProperties(text: string, findings: Findings): readonly Tree[] {
  const isProperties =
    /^[ \t]*[\w[\]-]+\.[\w.[\]-]+[ \t]*=/m.test(text) ||
    (/^[ \t]*[\w.[\]-]+[ \t]*=/m.test(text) && !/^[ \t]*[\w.'"-]+:(\s|$)/m.test(text));
  if (!isProperties) return parseYaml(text, findings);
  let fields = new Map<string, Tree>();
  const documents = [fields];
  for (const [index, row] of text.split('\n').entries()) {
    if (/^[#!]---[ \t]*$/.test(row)) documents.push((fields = new Map<string, Tree>()));
    const [, key, value = ''] = /^[ \t]*([\w.[\]-]+)[ \t]*[=:](.*)/.exec(row) ?? [];
    if (key !== undefined) fields.set(key, { line: index + 1, value: value.trim(), fields: null, items: null });
  }
  return documents.map((one) => ({ line: 1, value: null, fields: one, items: null }));
}

/** Templates of Helm, Jinja and the like: an expression stands for a value that nobody knows, a statement for nothing. */
function withoutTemplates(text: string, findings: Problems): string {
  if (!/\{\{|\{%/.test(text)) return text;
  return text
    .split('\n')
    .map((line, index) => {
      if (!/\{\{|\{%/.test(line) || /^\s*#/.test(line)) return line;
      // `{{` is also a map within a map.
      if (!/\{\{.*\}\}|\{%.{0,300}%\}/.test(line) || /\{\{\s*\w+\s*:/.test(line)) return line;
      findings.problem(index + 1, 'A template is left in this line: its value is not known here.');
      if (/^\s*(\{\{.*\}\}|\{%.*%\})\s*$/.test(line)) return '';
      return line.replace(/["']?\{\{.*?\}\}["']?/g, TEMPLATE).replace(/\{%.{0,300}?%\}/g, '');
    })
    .join('\n');
}

const TEMPLATE = '__template__';

class TreeBuilder {
  private nodes = 0;
  private readonly document: Document.Parsed;
  private readonly counter: LineCounter;
  private readonly findings: Problems;

  constructor(document: Document.Parsed, counter: LineCounter, findings: Problems) {
    this.document = document;
    this.counter = counter;
    this.findings = findings;
  }

  build(): readonly Tree[] {
    const { contents } = this.document;
    return contents === null ? [] : [this.tree(contents, null, 0)];
  }

  private lineOf(node: unknown): number | null {
    const range = (node as { readonly range?: readonly [number, number, number] | null } | null)?.range;
    return range === null || range === undefined ? null : this.counter.linePos(range[0]).line || 1;
  }

  private defaultOf(parameter: string): Pick<Tree, 'fallback'> {
    const value = this.document.getIn(['Parameters', parameter, 'Default']);
    return typeof value === 'string' || typeof value === 'number' ? { fallback: String(value) } : {};
  }

  private tree(node: unknown, line: number | null, depth: number): Tree {
    const at = line ?? this.lineOf(node) ?? 1;
    const leaf = (value: Tree['value']): Tree => ({ line: at, value, fields: null, items: null });
    if (++this.nodes > MAX_NODES || depth > MAX_DEPTH) {
      this.findings.problem(at, 'The text has more parts, or is nested deeper, than is read here.');
      return leaf(null);
    }
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      if (target !== undefined) return this.tree(target, at, depth + 1);
      this.findings.problem(at, `There is no anchor &${node.source} before this line.`);
      return leaf(null);
    }
    if (isMap(node)) {
      const fields = new Map<string, Tree>();
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : '';
        const child = this.tree(value, this.lineOf(key) ?? at, depth + 1);
        if (name === '<<')
          for (const [merged, tree] of mergedFields(child)) if (!fields.has(merged)) fields.set(merged, tree);
        if (name !== '<<') fields.set(name, child);
      }
      return { line: at, value: null, fields, items: null };
    }
    if (isSeq(node))
      return { line: at, value: null, fields: null, items: node.items.map((item) => this.tree(item, null, depth + 1)) };
    if (!isScalar(node)) return leaf(null);
    const { value, type } = node;
    if (node.tag === REF)
      return { ...leaf(`${REF} ${String(value)}`), isComputed: true, ...this.defaultOf(String(value)) };
    // Not one of an alias, whose lines are elsewhere.
    if (type === 'BLOCK_LITERAL' && this.lineOf(node) === at) return { ...leaf(String(value)), isLiteral: true };
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return leaf(value);
    return leaf(typeof value === 'bigint' ? value.toString() : null);
  }
}

/** Of CloudFormation, whose templates say a default beside a parameter. */
const REF = '!Ref';

function mergedFields(tree: Tree): readonly (readonly [string, Tree])[] {
  return [...(tree.fields ?? []), ...(tree.items ?? []).flatMap((item) => [...(item.fields ?? [])])];
}

/** Every part of the trees with its path; items of a list have its index as a key. */
export function* partsOf(
  trees: readonly Tree[],
  path: readonly string[] = [],
  within: readonly Tree[] = [],
): Generator<Located> {
  for (const tree of trees) {
    yield { path, within, tree };
    const inside = [...within, tree];
    for (const [key, field] of tree.fields ?? []) yield* partsOf([field], [...path, key], inside);
    for (const [index, item] of (tree.items ?? []).entries()) yield* partsOf([item], [...path, `${index}`], inside);
  }
}

/** A field whatever case and dashes its name has: `limit-for-period` is `limitForPeriod`. */
export function fieldOf(tree: Tree | undefined, name: string): Tree | undefined {
  for (const [key, field] of tree?.fields ?? []) if (sameName(key, name)) return field;
  return undefined;
}

export function sameName(a: string, b: string): boolean {
  return relaxed(a) === relaxed(b);
}

function relaxed(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** A scalar as text; undefined for a map, a list or nothing. */
export function textOf(tree: Tree | undefined): string | undefined {
  return tree === undefined || tree.value === null ? undefined : String(tree.value);
}

/** What a scalar says in words of a sentence. */
export function saidIn(tree: Tree): string {
  const text = textOf(tree);
  if (text?.includes(TEMPLATE) === true) return 'a template';
  return text || (tree.fields === null && tree.items === null ? 'empty' : 'no single value');
}
