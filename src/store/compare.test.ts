/** Which lanes are compared, where they disagree, and what is measured of a limiter. */
import { describe, expect, it } from 'vitest';
import { catalogue, presetById, type Preset } from '../sim/index.ts';
import { comparedLanes } from './selectors.ts';
import { BASE, playground } from './testing.ts';

const lanes = (...limiters: readonly (string | readonly [id: string, edition: string])[]) => ({
  ...BASE,
  lanes: limiters.map((one) =>
    typeof one === 'string' ? { limiter: one } : { limiter: one[0] as string, edition: one[1] as string },
  ),
});

describe('the lanes that are compared', () => {
  it.each([
    ['all', lanes('gcra', 'sliding-log', 'fixed-window'), [0, 1, 2]],
    ['two editions', lanes('gcra', 'sliding-log', ['sliding-log', 'published']), [2, 1]],
    ['a defect and what does it right', lanes('gcra', 'token-bucket-lazy', 'token-bucket'), [1, 2]],
    ['all, where nothing does it right', lanes('gcra', ['sliding-log', 'published']), [0, 1]],
    ['one', lanes('gcra'), [0]],
  ])('are %s', async (_, document, expected) => {
    const { store } = await playground(document);
    expect(comparedLanes(store.getState())).toEqual(expected);
  });

  it('are the two that were picked, wherever they go, and no more when one is gone', async () => {
    const { store, actions, settled } = await playground(lanes('gcra', 'sliding-log', 'fixed-window'));
    actions.compare([0, 2]);
    expect(comparedLanes(store.getState())).toEqual([0, 2]);
    actions.moveLane(2, 0);
    expect(comparedLanes(store.getState())).toEqual([1, 0]);
    actions.removeLane(2);
    expect(comparedLanes(store.getState())).toEqual([1, 0]);
    actions.removeLane(0);
    await settled();
    expect(comparedLanes(store.getState())).toEqual([0]);
    actions.undo();
    await settled();
    expect(comparedLanes(store.getState())).toEqual([0, 1]);
  });

  it('are looked at again when others are picked', async () => {
    const { store, actions, settled } = await playground(lanes('fixed-window', 'sliding-log', 'fixed-window'));
    const count = () => store.getState().looked?.disagreements.count;
    // Windows of 10 s hold 2: the log still holds two at 10.5 s.
    actions.send(1, 'a');
    await settled();
    const all = count();
    actions.compare([0, 2]);
    await settled();
    expect(count()).toBe(0);
    actions.compare([]);
    await settled();
    expect(count()).toBe(all);
  });
});

describe('a disagreement', () => {
  const document = {
    ...BASE,
    policy: { n: 1, T: 2 },
    traffic: [{ kind: 'times', at: [1, 1.5, 2, 2.5, 3, 3.5] }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
  };

  it('is selected, in the lane that was looked at', async () => {
    const { store, actions, settled } = await playground(document);
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection).toMatchObject({ lane: 0, request: 2 });
    expect(store.getState().status).toBe('Disagreement 1 of 2.');
    actions.selectLane(1);
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection).toMatchObject({ lane: 1, request: 4 });
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection).toMatchObject({ lane: 1, request: 2 });
  });

  it('is said not to be there', async () => {
    const { store, actions, settled } = await playground(lanes('gcra', 'token-bucket'));
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().status).toBe('The lanes agree on every request.');
    actions.removeLane(1);
    await settled();
    actions.stepDisagreement(1);
    expect(store.getState().status).toMatch(/no other lane/);
  });
});

it('a preset opens as one undo step, and closes the dialog it was chosen in', async () => {
  const { store, actions, settled } = await playground();
  const preset = presetById('sliding-log-denials-recorded') as Preset;
  actions.openDialog({ name: 'presets' });
  actions.openPreset(preset);
  await settled();
  expect(store.getState()).toMatchObject({ dialog: null, scenario: { title: preset.title } });
  actions.undo();
  await settled();
  expect(store.getState().scenario.title).toBe('Base');
});

it('limiters are measured while the picker is open; one that cannot be is named', async () => {
  const { store, actions } = await playground();
  actions.openDialog({ name: 'limiter', lane: null });
  actions.measureLimiters();
  for (let turn = 0; turn < 400; turn++) await Promise.resolve();
  const { surveys, status } = store.getState();
  expect([...surveys.keys()]).toEqual(catalogue.map(({ id }) => id).filter((id) => id !== 'hybrid'));
  expect(status).toBe('Hybrid could not be measured: It was not to be measured.');
});
