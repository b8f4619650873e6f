/** TOML as far as settings are written in it: tables, and keys with a string, a number or a truth. */
import type { Tree } from './tree.ts';

interface Table extends Tree {
  readonly fields: Map<string, Tree>;
}

/** A table of TOML: `[http.middlewares.limit.rateLimit]`. */
export const TOML_TABLE = /^\s*\[+\w[\w.@"'-]*\]+\s*(#.*)?$/m;
const KEYS = /"[^"]*"|'[^']*'|[\w@-]+/g;
const SETTING = /^\s*((?:"[^"]*"|'[^']*'|[\w@.-])+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s#]+))/;

export function parseToml(text: string): readonly Tree[] {
  const root = tableAt(1);
  let table = root;
  for (const [index, row] of text.split('\n').entries()) {
    const line = index + 1;
    const [, path] = /^\s*\[+([^\]]+)\]+/.exec(row) ?? [];
    const [, name, double, single, bare] = SETTING.exec(row) ?? [];
    if (path !== undefined) table = within(root, keysOf(path), line);
    else if (name !== undefined) {
      const keys = keysOf(name);
      const value = double ?? single ?? bare?.replace(/(?<=\d)_(?=\d)/g, '') ?? '';
      within(table, keys.slice(0, -1), line).fields.set(keys.at(-1) ?? '', { line, value, fields: null, items: null });
    }
  }
  return [root];
}

function tableAt(line: number): Table {
  return { line, value: null, fields: new Map<string, Tree>(), items: null };
}

function keysOf(path: string): readonly string[] {
  return (path.match(KEYS) ?? []).map((key) => key.replace(/^["']|["']$/g, ''));
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
