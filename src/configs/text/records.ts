/** What a text sets between two braces, in whatever language: `{ limit: 5, ttl: 1000 }`, `o => { o.Window = …; }`, `'rates': {…}`. */
import type { Fields, Value } from './expressions.ts';
import { parserOf, type Language } from './source.ts';

/** Settings within one pair of braces; outside of any, up to one that is there already. */
export interface SettingsRecord {
  /** Of the first of them. */
  readonly line: number;
  /** Where that stands in the text. */
  readonly from: number;
  /** Where the brace stands around them; -1 for none. */
  readonly brace: number;
  readonly fields: Fields;
}

/** Each may be read to the end of the text. */
const MAX_SETTINGS = 1_000;

/** Whatever a text sets that has one of these names, in the order of the text. */
export function recordsIn(text: string, language: Language, names: readonly string[]): readonly SettingsRecord[] {
  const { tokens, parser } = parserOf(text, language);
  const records: (SettingsRecord & { readonly fields: Map<string, Value> })[] = [];
  const latest = new Map<number, (typeof records)[number]>();
  const open: number[] = [];
  let count = 0;
  for (const [index, { kind, text: name, line, from }] of tokens.entries()) {
    if (kind === 'mark' && name === '{') open.push(from);
    if (kind === 'mark' && name === '}') open.pop();
    if ((kind !== 'name' && kind !== 'string') || !names.includes(name)) continue;
    const [next, after] = [tokens[index + 1], tokens[index + 2]];
    const isSet = next?.kind === 'mark' && /^(:|=|=>)$/.test(next.text) && !/^[=~>]$/.test(after?.text ?? '=');
    if (!isSet || ++count > MAX_SETTINGS) continue;
    parser.begin(index + 2, tokens.length, []);
    const value = parser.whole();
    const brace = open.at(-1) ?? -1;
    let record = latest.get(brace);
    if (record === undefined || record.fields.has(name)) {
      record = { line, from, brace, fields: new Map() };
      records.push(record);
      latest.set(brace, record);
    }
    record.fields.set(name, value);
  }
  return records;
}
