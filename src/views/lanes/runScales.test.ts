import { describe, expect, it } from 'vitest';
import { openTestPlayground } from '../../store/testing.ts';
import { RunScales } from './runScales.ts';

describe('the scales that lanes share', () => {
  it('are made once for a run, whichever lane asks, and anew for the next', async () => {
    const { store, actions, settled } = await openTestPlayground();
    const scales = new RunScales();
    const first = scales.of(store.getState());
    expect(first.countTop).toBeGreaterThan(2);
    actions.scrub(5e6);
    expect(scales.of(store.getState())).toBe(first);
    actions.setPolicy({ n: 40 });
    await settled();
    const next = scales.of(store.getState());
    expect(next.countTop).toBeGreaterThanOrEqual(40);
    // A lane whose own data stayed is drawn again too, for all are drawn as marks or none is.
    expect(next.modeOf).not.toBe(first.modeOf);
  });

  it('stay as they are while a line is dragged', async () => {
    const { store, actions, settled } = await openTestPlayground();
    const scales = new RunScales();
    const { countTop, densityTop } = scales.of(store.getState());
    actions.holdScales(true);
    scales.of(store.getState());
    actions.setPolicy({ n: 40 });
    await settled();
    expect(scales.of(store.getState())).toMatchObject({ countTop, densityTop });
    actions.holdScales(false);
    expect(scales.of(store.getState()).countTop).toBeGreaterThanOrEqual(40);
  });

  it('are for what comes before the playhead where the rest is hidden', async () => {
    const { store, actions } = await openTestPlayground();
    const scales = new RunScales();
    const whole = scales.of(store.getState()).densityTop;
    actions.hideFuture(true);
    actions.scrub(0);
    expect(scales.of(store.getState()).densityTop).toBeLessThan(whole);
  });
});
