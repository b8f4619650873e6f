/** Blocks and settings of Terraform as a tree. What is computed, from variables say, stays as its text. */
import type { Findings } from '../findings.ts';
import { parseDirectives, type Directive } from './directives.ts';
import type { Tree } from './tree.ts';

/** Whether a text is Terraform, by the blocks that it begins with. */
export const TERRAFORM = /^[ \t]*(resource|module|provider|variable|data)\s+"[^"]*"/m;

/** One of several in a line. */
const SETTING = /([\w-]+)\s*=\s*(\[[^\]]*\]?|[^,\s]+)/g;

export function parseTerraform(text: string, findings: Pick<Findings, 'problem'>): readonly Tree[] {
  const { directives, problems } = parseDirectives(text, 'newline');
  for (const { line, message } of problems) findings.problem(line, message);
  return [treeOf(directives, 1)];
}

function treeOf(directives: readonly Directive[], line: number): Tree {
  const found = new Map<string, Tree[]>();
  const add = (name: string, tree: Tree): void => {
    found.set(name, [...(found.get(name) ?? []), tree]);
  };
  for (const { words, block, line: at } of directives) {
    if (block !== undefined) add(words[0] ?? '', treeOf(block, at));
    else for (const [name, value] of settingsIn(words)) add(name, valueOf(value, at));
  }
  // A block may stand several times.
  const fields = [...found].map(([name, trees]): [string, Tree] => [
    name,
    trees.length === 1 ? (trees[0] as Tree) : { line: trees[0]?.line ?? line, value: null, fields: null, items: trees },
  ]);
  return { line, value: null, fields: new Map(fields), items: null };
}

/** Of a line: `name = value`, or those of an object. The quotes of a value are gone: it is all up to a comment. */
function settingsIn(words: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const comment = words.findIndex((word) => word.startsWith('//'));
  const said = comment === -1 ? words : words.slice(0, comment);
  const [name = '', equals, ...value] = said;
  if (equals === '=' && !value.includes('=')) return [[name, value.join(' ').replace(/,$/, '')]];
  return [...said.join(' ').matchAll(SETTING)].map(([, each = '', one = '']) => [each, one]);
}

function valueOf(text: string, line: number): Tree {
  const leaf = (value: string): Tree => ({ line, value, fields: null, items: null });
  if (!text.startsWith('[')) return leaf(text);
  const items = text.slice(1).split(/[\],]/);
  return { line, value: null, fields: null, items: items.map((item) => leaf(unquoted(item))).filter(isSaid) };
}

const unquoted = (item: string): string => item.trim().replace(/^"(.*)"$/, '$1');
const isSaid = ({ value }: Tree): boolean => value !== '';
