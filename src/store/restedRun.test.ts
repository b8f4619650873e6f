import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestPlayground } from './testing.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('nothing runs before the first run is asked for, so that the page can open what it starts with', async () => {
  const { client } = await openTestPlayground();
  expect(client.asked).toEqual(['simulate']);
});

it('in Tune a run waits until nothing changes, and starts at once back in Run', async () => {
  const { client, actions, store, settled } = await openTestPlayground();
  const runs = (): number => client.asked.filter((kind) => kind === 'simulate').length;
  const before = runs();
  actions.setMode('tune');
  actions.setPolicy({ n: 3 });
  vi.advanceTimersByTime(900);
  actions.setPolicy({ n: 4 });
  vi.advanceTimersByTime(900);
  expect(runs()).toBe(before);
  vi.advanceTimersByTime(200);
  expect(runs()).toBe(before + 1);
  await settled();
  actions.setPolicy({ n: 5 });
  actions.setMode('run');
  expect(runs()).toBe(before + 2);
  expect(store.getState().busy).toBe(true);
  await settled();
  vi.advanceTimersByTime(2_000);
  actions.setMode('tune');
  actions.setMode('run');
  expect(runs()).toBe(before + 2);
});

it('on a slide of a step in Tune it starts at once: its charts are of the run', async () => {
  const { client, actions, settled } = await openTestPlayground();
  const runs = (): number => client.asked.filter((kind) => kind === 'simulate').length;
  const before = runs();
  actions.setMode('tune');
  actions.setPolicy({ n: 3 });
  actions.openDialog({ name: 'present' });
  expect(runs()).toBe(before + 1);
  await settled();
  actions.setPolicy({ n: 4 });
  expect(runs()).toBe(before + 2);
});
