import { expect, it } from 'vitest';
import { presetOpening, presets } from '../sim/index.ts';
import { openTestPlayground } from './testing.ts';

it('what is opened plays in about a minute, as far as there is a speed for it', async () => {
  const { store, actions } = await openTestPlayground();
  const speedOf = (id: string): number => {
    const preset = presets.find((one) => one.id === id)!;
    actions.openPreset(preset, presetOpening(preset));
    return store.player.speed;
  };
  expect(['edge-burst', 'hour-of-an-api', 'last-token', 'monthly-budget'].map(speedOf)).toEqual([1, 100, 1, 100]);
  actions.startNew('burst');
  expect(store.player.speed).toBe(1);
  actions.undo();
  expect(store.player.speed).toBe(100);
});
