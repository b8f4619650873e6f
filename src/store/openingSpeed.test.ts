import { expect, it } from 'vitest';
import { presets } from '../sim/index.ts';
import { availableSpeeds } from './selectors.ts';
import { openTestPlayground } from './testing.ts';

it('what is opened plays in about a minute, as far as there is a speed for it', async () => {
  const { store, actions } = await openTestPlayground();
  const speedOf = (id: string): number => {
    const preset = presets.find((one) => one.id === id)!;
    actions.openPreset(preset);
    return store.player.speed;
  };
  expect(['edge-burst', 'hour-of-an-api', 'last-token', 'monthly-budget'].map(speedOf)).toEqual([1, 100, 1, 100_000]);
  actions.startNew('burst');
  expect(store.player.speed).toBe(1);
  actions.undo();
  expect(store.player.speed).toBe(100_000);
});

it('more than 100× is for what takes longer than a minute of it, and goes when the run gets shorter', async () => {
  const { store, actions } = await openTestPlayground();
  const lasts = (duration: number): void => void actions.editRun('length', (scenario) => ({ ...scenario, duration }));
  const fastestOf = (duration: number): number => {
    lasts(duration);
    return availableSpeeds(store.getState().scenario).at(-1)!;
  };
  expect([24, 6_000, 6_001, 86_400, 2_592_000].map(fastestOf)).toEqual([100, 100, 1_000, 10_000, 100_000]);
  actions.setSpeed(100_000);
  lasts(86_400);
  expect(store.player.speed).toBe(10_000);
});
