import { describe, expect, it } from 'vitest';
import { litSpan, phaseAt } from './litPhase.ts';
import { scenarioOf } from '../sim/index.ts';
import { openTestPlayground } from './testing.ts';

const DOCUMENT = {
  policy: { n: 4, T: 10 },
  duration: 30,
  traffic: [
    { kind: 'steady', from: 2, to: 20, rate: 1 },
    { kind: 'steady', from: 5, to: 8, rate: 10 },
    { kind: 'times', at: [25, 28], clicks: true },
  ],
  lanes: [{ limiter: 'sliding-log' }],
};
const scenario = scenarioOf(DOCUMENT);

describe('the phase at an instant', () => {
  it.each([
    [1, null],
    [2, 0],
    [4.999, 0],
    [5, 1],
    [8, 1],
    [8.001, 0],
    [21, null],
    [26, null],
  ])('at %d s is %s: the one on top, and none where requests were sent by hand', (seconds, phase) => {
    expect(phaseAt(scenario, seconds * 1e6)).toBe(phase);
  });
});

describe('what is lit', () => {
  const all = { from: 0, to: 30e6 };

  it('is the phase’s span', () => {
    expect(litSpan({ scenario, litPhase: 1, range: all })).toEqual({ from: 5e6, to: 8e6 });
    expect(litSpan({ scenario, litPhase: null, range: all })).toBe(null);
    expect(litSpan({ scenario, litPhase: 7, range: all })).toBe(null);
  });

  it('follows the playhead, then the crosshair, then what is pointed at on the track', async () => {
    const { store, actions } = await openTestPlayground(DOCUMENT);
    const lit = () => store.getState().litPhase;
    actions.seek(1e6);
    expect(lit()).toBe(null);
    actions.seek(3e6);
    expect(lit()).toBe(0);
    actions.hover(6e6);
    expect(lit()).toBe(1);
    actions.hoverPhase(0);
    expect(lit()).toBe(0);
    actions.hoverPhase(null);
    actions.hover(null);
    expect(lit()).toBe(0);
  });

  it('is nothing where the phase fills the visible range', () => {
    expect(litSpan({ scenario, litPhase: 0, range: { from: 3e6, to: 9e6 } })).toBe(null);
  });
});
