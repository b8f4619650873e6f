import { CompletionContext } from '@codemirror/autocomplete';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { apiCompletions } from './completions.ts';

const source = apiCompletions([
  { name: 'send', signature: 'send(at, { key, cost })', help: 'Sends a request.' },
  { name: 'request', signature: 'const answer = yield request({ key })', help: 'Asks.' },
  { name: 'T', signature: 'T', help: 'Of the policy.' },
]);

/** What is offered at `|`. */
async function offered(code: string): Promise<readonly string[]> {
  const at = code.indexOf('|');
  const doc = code.replace('|', '');
  const state = EditorState.create({ doc, extensions: javascriptLanguage });
  const result = await source(new CompletionContext(state, at, false));
  return (result?.options ?? []).map(({ label, detail }) => `${label} ${detail}`);
}

const ALL = ['send (at, { key, cost })', 'request ({ key })', 'T '];

describe('names of the script API', () => {
  it.each([
    ['se|', ALL],
    ['for (;;) { s|', ALL],
    ['send(T|', ALL],
    ['const x = 1 + s|;', ALL],
    ['|', []],
    ['// se|', []],
    ['/* se| */', []],
    ["'se|'", []],
    ['`se|`', []],
    ['x.se|', []],
    ['const se|', []],
  ])('in %j', async (code, words) => expect(await offered(code)).toEqual(words));
});
