/** What code makes of data, as a tree: objects, and calls with named arguments. */
import { brief } from '../values.ts';
import { numberOf, type Value } from './expressions.ts';
import type { Tree } from './tree.ts';

export const NOTHING = { value: null, fields: null, items: null };

export function treeOf(value: Value): Tree {
  const { line } = value;
  const fields = value.kind === 'object' ? value.fields : value.kind === 'call' ? value.named : null;
  if (fields !== null)
    return { ...NOTHING, line, fields: new Map([...fields].map(([name, field]) => [name, treeOf(field)])) };
  return { ...NOTHING, line, value: numberOf(value) ?? (value.kind === 'string' ? value.value : brief(value.text)) };
}
