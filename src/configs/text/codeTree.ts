/** What code makes of data, as a tree: objects, and calls with named arguments. */
import type { Findings } from '../findings.ts';
import { brief } from '../values.ts';
import { numberOf, type Value } from './expressions.ts';
import { recordsIn } from './records.ts';
import { callsIn } from './source.ts';
import type { Tree } from './tree.ts';

export const NOTHING = { value: null, fields: null, items: null };

export function treeOf(value: Value): Tree {
  const { line } = value;
  // `jsii.Number(5)`, `pulumi.Int(5)`
  const [first] = value.kind === 'call' && /^(Number|String|Int)$/.test(value.name) ? value.args : [];
  if (first !== undefined) return treeOf(first);
  const fields = value.kind === 'object' ? value.fields : value.kind === 'call' ? value.named : null;
  if (fields !== null && (value.kind === 'object' || fields.size > 0))
    return { ...NOTHING, line, fields: new Map([...fields].map(([name, field]) => [name, treeOf(field)])) };
  return { ...NOTHING, line, value: numberOf(value) ?? (value.kind === 'string' ? value.value : brief(value.text)) };
}

/** Of C# and Go, before the braces of an object. */
const TYPE = /(?:\bnew\s{1,9}[\w.]{1,200}(?:\(\))?|&[\w.]{1,200})(?=\s{0,99}\{)/g;

/**
 * Objects in code of any language, as far as they have settings of these names, which are theirs in whatever case: those
 * that are in no other's. Calls of that name outside of them are as if they were set with the first name.
 */
export function treesInCode(
  source: string,
  names: readonly [string, ...string[]],
  call: string,
  findings: Findings,
): readonly Tree[] {
  const text = source.replace(TYPE, (type) => type.replace(/[^\n]/g, ' '));
  const language = /\bnew\s|&\w|;\s*$/m.test(source) ? 'javascript' : 'python';
  const spelt = names.flatMap((name) => [
    name,
    name.replace(/^./, (letter) => letter.toUpperCase()),
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]);
  const taken: (readonly [from: number, to: number])[] = [];
  const records = recordsIn(text, language, spelt);
  const calls = callsIn(text, language, [call], findings).map((made) => ({
    line: made.line,
    fields: new Map([[names[0], made]]),
  }));
  return [...records, ...calls].map(({ line, fields: settings }) => {
    const fields = [...settings].filter(([, { to, text: said }]) => {
      const isWithin = taken.some(([start, end]) => to > start && to <= end);
      if (!isWithin) taken.push([to - said.length, to]);
      return !isWithin;
    });
    return { ...NOTHING, line, fields: new Map(fields.map(([name, value]) => [name, treeOf(value)])) };
  });
}
