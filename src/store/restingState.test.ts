import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restingStateOf } from './restingState.ts';
import { openTestPlayground } from './testing.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('rests once nothing has changed for a moment, and not before a run has ended', async () => {
  const { client, actions, store, settled } = await openTestPlayground();
  const { getState, subscribe } = restingStateOf(store);
  const rested = vi.fn();
  subscribe(rested);
  const before = getState().result;
  client.hold('simulate');
  actions.setPolicy({ n: 3 });
  vi.advanceTimersByTime(1_000);
  expect(rested).not.toHaveBeenCalled();
  expect(getState().result).toBe(before);
  client.release('simulate');
  await settled();
  vi.advanceTimersByTime(90);
  expect(rested).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(rested).toHaveBeenCalledOnce();
  expect(getState().result).toBe(store.getState().result);
  expect(getState().result).not.toBe(before);
});
