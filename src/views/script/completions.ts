/** What the editor offers while typing: the names of the API and the script's own. */
import {
  completeFromList,
  ifNotIn,
  pickedCompletion,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { localCompletionSource } from '@codemirror/lang-javascript';
import type { EditorView } from '@codemirror/view';

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
  // Of Lua.
  'comment',
  'string',
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
    ...(signature.startsWith('export ') && { apply: declare(signature) }),
  }));
  return ifNotIn(EXCLUDED_NODES, completeFromList(options));
}

/** The script's own names, but for those that the API has: they would be offered twice. */
export function localCompletions(words: readonly ScriptApiEntry[]): CompletionSource {
  const known = new Set(words.map(({ name }) => name));
  return (context) => {
    const found = localCompletionSource(context);
    return found === null ? null : { ...found, options: found.options.filter(({ label }) => !known.has(label)) };
  };
}

/** Puts in the whole declaration where a line begins, what is left open selected; elsewhere the name alone. */
function declare(signature: string) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const { doc } = view.state;
    const begins = doc.sliceString(doc.lineAt(from).from, from).trim() === '';
    const insert = begins ? signature.replace('{ … }', '{\n  …\n}') : completion.label;
    const open = insert.indexOf('…');
    view.dispatch({
      changes: { from, to, insert },
      selection: open < 0 ? { anchor: from + insert.length } : { anchor: from + open, head: from + open + 1 },
      scrollIntoView: true,
      userEvent: 'input.complete',
      annotations: pickedCompletion.of(completion),
    });
  };
}
