/** What the editor offers while typing: the script API's names and the script's own. */
import { completeFromList, ifNotIn, type CompletionSource } from '@codemirror/autocomplete';

/** A function, or another name, that a script may use. */
export interface ScriptApiEntry {
  readonly name: string;
  /** `send(at, { key, cost })`. */
  readonly signature: string;
  /** What it does, in a sentence. */
  readonly help: string;
}

/** Where a name is part of a text or comment, or belongs to an object. */
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

/** `({ key, cost })` of `const answer = yield request({ key, cost })`; empty for what is not a function. */
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
