import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createActionContext } from './actionContext.ts';
import type { State } from './state.ts';
import { createStatusLine, type Say } from './statusLine.ts';
import { openTestPlayground } from './testing.ts';

afterEach(() => void vi.useRealTimers());

it('is one for all parts of the page: a sentence has its own time, whoever said the one before', async () => {
  const { store } = await openTestPlayground();
  vi.useFakeTimers();
  const [one, other] = [createActionContext(store), createActionContext(store)];
  const status = () => store.getState().status;
  one.showStatus('First.');
  vi.advanceTimersByTime(5_000);
  other.showStatus('Second.');
  vi.advanceTimersByTime(5_000);
  expect(status()).toBe('Second.');
  vi.advanceTimersByTime(1_000);
  expect(status()).toBe('');
});

it('keeps what was refused from being said as done by another part in the same task', async () => {
  const { store } = await openTestPlayground();
  const [one, other] = [createActionContext(store), createActionContext(store)];
  one.showOnly('n is locked in this step.');
  other.showStatus('Done.');
  expect(store.getState().status).toBe('n is locked in this step.');
  await Promise.resolve();
  other.showStatus('Done.');
  expect(store.getState().status).toBe('Done.');
});

it('says what is locked where a page has this one in a frame, and no step', async () => {
  const { store, actions } = await openTestPlayground();
  store.setState({ embed: 'try', locks: ['n'] });
  actions.setPolicy({ n: 3 });
  expect(store.getState().status).toBe('n is locked here.');
});

it('names what undoes: the key, or the button where there is no keyboard', () => {
  const said = (hasKeys: boolean, ...[sentence, undo]: Parameters<Say>): string => {
    const store = createStore<Pick<State, 'status'>>(() => ({ status: '' }));
    createStatusLine(store, () => hasKeys).showStatus(sentence, undo);
    return store.getState().status;
  };
  expect(said(true, 'Added lane 2, GCRA.', 'undoes this')).toBe('Added lane 2, GCRA. Ctrl+Z undoes this.');
  expect(said(false, 'Added lane 2, GCRA.', 'undoes this')).toBe('Added lane 2, GCRA. Undo takes it back.');
  expect(said(true, 'It is no longer delayed.', 'delays it again')).toBe(
    'It is no longer delayed. Ctrl+Z delays it again.',
  );
  expect(said(false, 'It is no longer delayed.', 'delays it again')).toBe(
    'It is no longer delayed. Undo delays it again.',
  );
  expect(said(false, 'Link copied, 412 characters.')).toBe('Link copied, 412 characters.');
  expect(said(true, '', 'undoes this')).toBe('');
});
