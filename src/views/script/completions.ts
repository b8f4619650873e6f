/** What the editor offers while one types: the functions of our language, and the script's own names. */
import { completeFromList, ifNotIn, type CompletionSource } from '@codemirror/autocomplete';

/** A function, or another name, that a script may use. */
export interface ScriptApiEntry {
  readonly name: string;
  /** `send(at, { key, cost })`. */
  readonly signature: string;
  /** What it does, in a sentence. */
  readonly help: string;
}

/** Where a name is text, or belongs to an object. */
const EXCLUDED_NODES = [
  'String',
  'TemplateString',
  'RegExp',
  'LineComment',
  'BlockComment',
  'PropertyName',
  'PropertyDefinition',
  'VariableDefinition',
  '.',
  '?.',
];

/** `({ key, cost })` of `const answer = yield request({ key, cost })`; nothing of what is no function. */
function signatureArguments(name: string, signature: string): string {
  const at = signature.indexOf(`${name}(`);
  return at < 0 ? '' : signature.slice(at + name.length);
}

export function apiCompletions(words: readonly ScriptApiEntry[]): CompletionSource {
  const options = words.map(({ name, signature, help }) => ({
    label: name,
    detail: signatureArguments(name, signature),
    info: help,
    boost: 10,
  }));
  return ifNotIn(EXCLUDED_NODES, completeFromList(options));
}
