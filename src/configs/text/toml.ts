/** TOML as a tree that knows its lines. */
import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import type { Findings } from '../findings.ts';
import type { Tree } from './tree.ts';

interface Table extends Tree {
  readonly fields: Map<string, Tree>;
}

/** A table of TOML: `[http.middlewares.limit.rateLimit]`. */
export const TOML_TABLE = /^[ \t]*\[+\w[\w.@"'-]*\]+[ \t]*(#.*)?$/m;

/** What is no TOML is a problem at its line, and nothing is read of it. */
export function parseToml(text: string, findings: Pick<Findings, 'problem'>): readonly Tree[] {
  const root = tableAt(1);
  try {
    const [top] = parseTOML(text).body;
    for (const part of top.body) {
      if (part.type === 'TOMLKeyValue') addTo(root, part);
      else {
        const table = within(root, part.resolvedKey.map(String), part.loc.start.line);
        for (const pair of part.body) addTo(table, pair);
      }
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    findings.problem(error.lineNumber, `This is not valid TOML: ${error.message}.`);
  }
  return [root];
}

function addTo(table: Table, { key, value, loc }: AST.TOMLKeyValue): void {
  const { line } = loc.start;
  const names = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
  within(table, names.slice(0, -1), line).fields.set(names.at(-1) ?? '', treeOf(value, line));
}

function treeOf(content: AST.TOMLContentNode, line: number): Tree {
  if (content.type === 'TOMLInlineTable') {
    const table = tableAt(line);
    for (const pair of content.body) addTo(table, pair);
    return table;
  }
  if (content.type === 'TOMLArray') {
    const items = content.elements.map((element) => treeOf(element, element.loc.start.line));
    return { line, value: null, fields: null, items };
  }
  const { value } = content;
  return { line, value: value instanceof Date ? value.toISOString() : value, fields: null, items: null };
}

function tableAt(line: number): Table {
  return { line, value: null, fields: new Map<string, Tree>(), items: null };
}

/** The table at these keys, which is made where it is missing. */
function within(table: Table, keys: readonly string[], line: number): Table {
  let at = table;
  for (const key of keys) {
    const found = at.fields.get(key);
    const next = found !== undefined && isTable(found) ? found : tableAt(line);
    at.fields.set(key, next);
    at = next;
  }
  return at;
}

function isTable(tree: Tree): tree is Table {
  return tree.fields !== null;
}
