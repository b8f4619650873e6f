import { afterEach, expect, it, vi } from 'vitest';
import { createActionContext } from './actionContext.ts';
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
