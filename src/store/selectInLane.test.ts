import { expect, it } from 'vitest';
import { openTestPlayground } from './testing.ts';

const document = {
  duration: 12,
  policy: { n: 1, T: 5 },
  traffic: [{ kind: 'clients', count: 2, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-poll', every: 2 } }],
  lanes: [{ limiter: 'fixed-window' }],
};

it('what is selected is let go when its number has gone to another request', async () => {
  const { store, actions, settled } = await openTestPlayground(document);
  // The second try at 2 s; with room for two, the third request comes at 10 s.
  actions.select(0, 2, 2e6);
  await settled();
  expect(store.getState().why?.answer.at).toBe(2e6);
  actions.setPolicy({ n: 2 });
  await settled();
  expect(store.getState()).toMatchObject({ selection: null, why: null });
  actions.select(0, 0, 0);
  actions.setPolicy({ n: 3 });
  await settled();
  expect(store.getState().selection).toMatchObject({ request: 0 });
});

it('the same request is looked for in a lane that has only just been added once that has run', async () => {
  const { store, client, actions, settled } = await openTestPlayground(document);
  actions.select(0, 1, 0);
  await settled();
  client.hold('simulate');
  actions.addLane('gcra');
  actions.selectLane(1);
  await Promise.resolve();
  expect(client.asked).not.toContain('counterpart');
  client.release('simulate');
  await settled();
  expect(store.getState().notices).toEqual([]);
  expect(store.getState().selection).toMatchObject({ lane: 1, request: 1, at: 0 });
});

it('where the playhead was moved meanwhile, it stays', async () => {
  const lanes = [{ limiter: 'fixed-window' }, { limiter: 'gcra' }];
  const { store, client, actions, settled } = await openTestPlayground({ ...document, lanes });
  actions.select(0, 0, 0);
  await settled();
  client.hold('counterpart');
  actions.selectLane(1);
  actions.seek(7e6);
  client.release('counterpart');
  await settled();
  expect(store.player.at).toBe(7e6);
  expect(store.getState().selection?.lane).toBe(0);
});
