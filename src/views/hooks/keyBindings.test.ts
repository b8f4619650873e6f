import { describe, expect, it } from 'vitest';
import { SECOND } from '../../sim/index.ts';
import { availableSpeeds } from '../../store/selectors.ts';
import { openTestPlayground } from '../../store/testing.ts';
import { keyBindings } from './keyBindings.ts';

async function page() {
  const { store, actions, settled } = await openTestPlayground();
  const press = async (key: string, shift = false): Promise<void> => {
    keyBindings(store, actions, shift)[key]?.();
    await settled();
  };
  return { store, actions, press };
}

describe('a key', () => {
  it('makes play one speed faster or slower, and stops at the ends', async () => {
    const { store, actions, press } = await page();
    const speeds = availableSpeeds(store.getState().scenario);
    actions.setSpeed(speeds[0] as number);
    for (const speed of [...speeds.slice(1), speeds.at(-1)]) {
      await press(']');
      expect(store.getState().speed).toBe(speed);
    }
    for (const speed of [...speeds.slice(0, -1).reverse(), speeds[0]]) {
      await press('[');
      expect(store.getState().speed).toBe(speed);
    }
  });

  it('moves the playhead by a hundredth of what is in sight, or to an end of the run', async () => {
    const { store, actions, press } = await page();
    actions.setRange({ from: 0, to: 10 * SECOND });
    store.player.seek(5 * SECOND);
    await press('ArrowRight', true);
    expect(store.player.at).toBe(5.1 * SECOND);
    await press('ArrowLeft', true);
    expect(store.player.at).toBe(5 * SECOND);
    await press('End');
    expect(store.player.at).toBe(20 * SECOND);
    await press('Home');
    expect(store.player.at).toBe(0);
  });

  it('goes from request to request, and from lane to lane', async () => {
    const { store, press } = await page();
    await press('Home');
    await press('ArrowRight');
    await press('ArrowRight');
    await press('ArrowDown');
    expect(store.getState().selection).toMatchObject({ lane: 1, request: 1 });
    await press('ArrowLeft');
    expect(store.getState().selection).toMatchObject({ lane: 1, request: 0 });
  });

  it('that is about the run rests in Tune', async () => {
    const { store, actions } = await page();
    const inRun = Object.keys(keyBindings(store, actions, false));
    actions.setMode('tune');
    const inTune = Object.keys(keyBindings(store, actions, false));
    expect(inTune).toEqual(['1', '2', '3', 'l', 'g', 's', '?']);
    expect(inRun).toEqual(expect.arrayContaining(inTune));
    expect(inRun).toContain('ArrowRight');
  });
});
