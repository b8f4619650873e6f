import { describe, expect, it } from 'vitest';
import { SECOND } from '../sim/index.ts';
import { selectedWhy } from './selectors.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

it.each(['tune', 'learn'] as const)('what plays stops where %s takes its place', async (mode) => {
  const { store, actions } = await openTestPlayground();
  store.player.seek(0);
  actions.play();
  expect(store.player.playing).toBe(true);
  actions.setMode('run');
  expect(store.player.playing).toBe(true);
  actions.setMode(mode);
  expect(store.player.playing).toBe(false);
});

describe('steps and selections', () => {
  it('walk requests, pause there, and show the state right after the selected one', async () => {
    const { store, actions, settled } = await openTestPlayground();
    store.player.seek(0);
    const levels: (number | null | undefined)[] = [];
    for (let step = 0; step < 4; step++) {
      actions.step(1);
      await settled();
      levels.push(store.getState().moments?.[0]?.level);
      expect(store.getState().selection).toMatchObject({ lane: 0, request: step });
      expect(selectedWhy(store.getState(), 0)).toMatchObject({ request: step });
    }
    expect(levels).toEqual([1, 2, 2, 1]);
    actions.step(1);
    await settled();
    expect(store.getState().status).toBe('There is no later request.');
    actions.selectLane(1);
    await settled();
    expect(store.getState().selection?.lane).toBe(1);
  });

  it('have nowhere to go without a lane, and say so', async () => {
    const { store, client, actions, settled } = await openTestPlayground({ ...BASE_DOCUMENT, lanes: [] });
    actions.step(1);
    await settled();
    expect(client.asked).not.toContain('why');
    expect(store.getState()).toMatchObject({
      selection: null,
      notices: [],
      status: 'There is no lane that decides on requests. Add one first.',
    });
  });

  it('go on from where the playhead has been moved to, in the lane of the selected request', async () => {
    const { store, actions, settled } = await openTestPlayground();
    actions.select(1, 0, SECOND);
    actions.seek(20 * SECOND);
    actions.step(-1);
    await settled();
    expect(store.getState().selection).toEqual({ lane: 1, request: 3, at: 12 * SECOND });
    actions.seek(0);
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection?.at).toBe(12 * SECOND);
    actions.seek(0);
    actions.step(1);
    await settled();
    expect(store.getState().selection).toEqual({ lane: 1, request: 0, at: SECOND });
  });
});
