import { CompletionContext, type Completion } from '@codemirror/autocomplete';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { apiCompletions, localCompletions } from './completions.ts';
import { languages, type CodeLanguage } from './languages.ts';

const source = apiCompletions([
  { name: 'send', signature: 'send(at, { key, cost })', help: 'Sends a request.' },
  { name: 'request', signature: 'const answer = yield request({ key })', help: 'Asks.' },
  { name: 'T', signature: 'T', help: 'Of the policy.' },
]);

/** What is offered at `|`. */
async function offered(code: string, language: CodeLanguage = 'javascript'): Promise<readonly string[]> {
  const at = code.indexOf('|');
  const doc = code.replace('|', '');
  const state = EditorState.create({ doc, extensions: languages[language] });
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

  it.each([
    ['local x = se|', ALL],
    ['-- se|', []],
    ["'se|'", []],
    ['[[se|]]', []],
  ])('in Lua: %j', async (code, words) => expect(await offered(code, 'lua')).toEqual(words));
});

describe('what a program exports', () => {
  const level = { name: 'level', signature: 'export function level(state) { … }', help: 'Draws.' };

  /** The text after `level` was chosen at `|`, what is selected in brackets. */
  async function chosen(code: string): Promise<string> {
    const at = code.indexOf('|');
    const state = EditorState.create({ doc: code.replace('|', ''), extensions: languages.javascript });
    const result = await apiCompletions([level])(new CompletionContext(state, at, false));
    const completion = result?.options[0] as Completion;
    if (typeof completion.apply !== 'function') throw new TypeError('It puts in its name alone.');
    let after = '';
    const dispatch = (spec: TransactionSpec): void => {
      const { state: next } = state.update(spec);
      const { from, to } = next.selection.main;
      after = `${next.sliceDoc(0, from)}[${next.sliceDoc(from, to)}]${next.sliceDoc(to)}`;
    };
    completion.apply({ state, dispatch } as unknown as EditorView, completion, result?.from ?? 0, at);
    return after;
  }

  it('is put in whole where a line begins, and by its name elsewhere', async () => {
    expect(await chosen('let x;\nlev|')).toBe('let x;\nexport function level(state) {\n  […]\n}');
    expect(await chosen('x = lev|')).toBe('x = level[]');
  });
});

describe('names of the code itself', () => {
  it('are offered but for those of the API', async () => {
    const code = 'function f(state, mine) {\n  m';
    const state = EditorState.create({ doc: code, extensions: languages.javascript });
    const words = [{ name: 'state', signature: 'state', help: 'Of the key.' }];
    const result = await localCompletions(words)(new CompletionContext(state, code.length, false));
    const names = result?.options.map(({ label }) => label);
    expect(names).toContain('mine');
    expect(names).not.toContain('state');
  });
});
