import { describe, expect, it } from 'vitest';
import { MAX_MARKS } from '../../sim/index.ts';
import { openTestPlayground } from '../../store/testing.ts';
import { viewportOf } from '../charts/testing.ts';
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

  it('draw a run as marks while its range slides, where its marks have come a little closer', async () => {
    const { store } = await openTestPlayground();
    const scales = new RunScales();
    const { chartData, range } = store.getState();
    const viewport = viewportOf(range.from, range.to);
    const modeWith = (requestsInRange: number) => {
      store.setState({
        chartData: { ...chartData!, lanes: chartData!.lanes.map((lane) => ({ ...lane!, requestsInRange })) },
      });
      return scales.of(store.getState()).modeOf(viewport);
    };
    expect(modeWith(MAX_MARKS)).toBe('marks');
    expect(modeWith(MAX_MARKS * 1.1)).toBe('marks');
    expect(modeWith(MAX_MARKS * 1.3)).toBe('densities');
    expect(modeWith(MAX_MARKS * 1.1)).toBe('densities');
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
