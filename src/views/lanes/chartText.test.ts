import { expect, it } from 'vitest';
import { openTestPlayground } from '../../store/testing.ts';
import type { State } from '../../store/state.ts';
import { chartText } from './chartText.ts';

/** A playground that has asked for its shapes, which it otherwise does at rest. */
async function stateOf(more: object): Promise<State> {
  const document = { policy: { n: 10, T: 10 }, duration: 30, lanes: [{ limiter: 'token-bucket' }], ...more };
  const { store, client } = await openTestPlayground(document);
  const { result, range, shownKey: key } = store.getState();
  const answer = await client.ask('shapes', { ...range, key });
  if (result === null || typeof answer === 'symbol') throw new TypeError('It has not run.');
  return { ...store.getState(), shapes: { result, range, key, answer } };
}

it('names the key where there is one', async () => {
  const cluster = { cluster: { nodes: 2 }, lanes: [{ limiter: 'redis-incr' }] };
  const texts = [
    [{ traffic: [{ kind: 'times', at: [1, 2] }] }, '10 tokens left at 30.000 s, of at most 10 tokens, for key a.'],
    [{ traffic: [] }, '10 tokens left at 30.000 s, of at most 10 tokens.'],
    [{ traffic: [], ...cluster }, 'No node knows a level yet at 30.000 s.'],
  ] as const;
  for (const [document, text] of texts)
    expect(chartText(await stateOf(document), 0, 'level').replace('Never out of tokens. ', '')).toBe(text);
});

it('says that it is about what is in view where the run goes on', async () => {
  const state = await stateOf({ traffic: [{ kind: 'times', at: [1] }] });
  expect(chartText(state, 0, 'decisions')).toBe('1 admitted and 0 denied.');
  // As with a request that a script sends after the scenario's end.
  const result = { ...state.result!, end: 99e6 };
  const later = { ...state, result, shapes: { ...state.shapes!, result } };
  expect(chartText(later, 0, 'decisions')).toBe('In view: 1 admitted and 0 denied.');
});
