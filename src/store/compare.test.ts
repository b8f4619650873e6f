/** Which lanes are compared, where they disagree, and what is measured of a limiter. */
import { describe, expect, it, vi } from 'vitest';
import { knownLimiters, presetById, type Preset } from '../sim/index.ts';
import { comparedLanes, disagreementsOf, profileKey } from './selectors.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

const lanes = (...limiters: readonly (string | readonly [id: string, edition: string])[]) => ({
  ...BASE_DOCUMENT,
  lanes: limiters.map((one) => (typeof one === 'string' ? { limiter: one } : { limiter: one[0], edition: one[1] })),
});

describe('the lanes that are compared', () => {
  it.each([
    ['all', lanes('gcra', 'sliding-log', 'fixed-window'), [0, 1, 2]],
    ['two editions', lanes('gcra', 'sliding-log', ['sliding-log', 'published']), [2, 1]],
    ['a defect and what does it right', lanes('gcra', 'token-bucket-lazy', 'token-bucket'), [1, 2]],
    ['all, where nothing does it right', lanes('gcra', ['sliding-log', 'published']), [0, 1]],
    ['one', lanes('gcra'), [0]],
  ])('are %s', async (_, document, expected) => {
    const { store } = await openTestPlayground(document);
    expect(comparedLanes(store.getState())).toEqual(expected);
  });

  it('are the two that were picked, wherever they go, and no more when one is gone', async () => {
    const { store, actions, settled } = await openTestPlayground(lanes('gcra', 'sliding-log', 'fixed-window'));
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
    const { store, actions, settled } = await openTestPlayground(lanes('fixed-window', 'sliding-log', 'fixed-window'));
    const count = () => store.getState().chartData?.disagreements.count;
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

it('two lanes that are compared have their disagreements marked, more have not', async () => {
  const { store, actions, settled } = await openTestPlayground({
    ...lanes('fixed-window', 'sliding-log', 'fixed-window'),
    policy: { n: 1, T: 2 },
    traffic: [{ kind: 'times', at: [1, 1.5, 2, 2.5] }],
  });
  const marked = () => [0, 1, 2].map((lane) => disagreementsOf(store.getState(), lane)?.at.length);
  const count = store.getState().chartData?.disagreements.count;
  expect(count).toBeGreaterThan(0);
  expect(marked()).toEqual([undefined, undefined, undefined]);
  actions.compare([0, 1]);
  await settled();
  expect(marked()).toEqual([count, count, undefined]);
  actions.compare([0, 2]);
  await settled();
  expect(marked()).toEqual([0, undefined, 0]);
  for (const lane of [2, 1]) actions.removeLane(lane);
  await settled();
  expect(marked()).toEqual([undefined, undefined, undefined]);
});

describe('a disagreement', () => {
  const document = {
    ...BASE_DOCUMENT,
    policy: { n: 1, T: 2 },
    traffic: [{ kind: 'times', at: [1, 1.5, 2, 2.5, 3, 3.5] }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
  };

  it('is selected, in the lane that was looked at', async () => {
    const { store, actions, settled } = await openTestPlayground(document);
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection).toMatchObject({ lane: 0, request: 2 });
    expect(store.getState().status).toBe('Disagreement 1 of 2. Fixed window admits it; Sliding log denies it.');
    actions.selectLane(1);
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection).toMatchObject({ lane: 1, request: 4 });
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().selection).toMatchObject({ lane: 1, request: 2 });
  });

  it('is numbered like all counts, with commas', async () => {
    const { store, actions, settled } = await openTestPlayground({
      ...document,
      traffic: [{ kind: 'times', at: Array.from({ length: 1_202 }, (_, i) => 1 + i / 1e4) }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'fixed-window', policy: { n: 5_000 } }],
    });
    actions.stepDisagreement(1);
    await settled();
    expect(store.getState().status).toMatch(/^Disagreement 1 of 1,201\. /);
  });

  it('of more lanes is selected in the odd one, wherever the page was', async () => {
    const { store, actions, settled } = await openTestPlayground({
      ...document,
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'fixed-window', label: 'Again' }],
    });
    actions.select(2, 0, 1_000_000);
    actions.stepDisagreement(1);
    await settled();
    const { selection, status } = store.getState();
    expect(selection).toMatchObject({ lane: 1, request: 2 });
    expect(status).toBe('Disagreement 1 of 2. Sliding log denies it; the other two admit.');
  });

  it('is said not to be there', async () => {
    const { store, actions, settled } = await openTestPlayground(lanes('gcra', 'token-bucket'));
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
  const { store, actions, settled } = await openTestPlayground();
  const preset = presetById('sliding-log-denials-recorded') as Preset;
  actions.openDialog({ name: 'presets' });
  actions.openPreset(preset, 0);
  await settled();
  expect(store.getState()).toMatchObject({ dialog: null, scenario: { title: preset.title } });
  actions.undo();
  await settled();
  expect(store.getState().scenario.title).toBe('Base');
});

describe('limiters are measured', () => {
  // The real systems too, where a test before this one has loaded them; what a user writes has no figures of its own.
  const limiters = knownLimiters().filter(({ id }) => id !== 'own');
  const every = limiters.flatMap(({ id, editions }) => editions.map((edition) => profileKey(id, edition)));
  const measurable = every.filter((key) => key !== 'hybrid corrected').sort();
  const turns = async (count: number) => {
    // What measures them is loaded when it is first asked for.
    await vi.dynamicImportSettled();
    for (let turn = 0; turn < count; turn++) await Promise.resolve();
  };
  const opened = async () => {
    const page = await openTestPlayground();
    page.actions.openDialog({ name: 'limiter', lane: null });
    const questions = () => page.client.asked.filter((kind) => kind === 'profile').length;
    const known = () => [...page.store.getState().profiles.keys()].sort();
    return { ...page, questions, known };
  };

  it('in every edition, each once; one that cannot be is named', async () => {
    const { actions, store, questions, known } = await opened();
    actions.measureLimiters();
    actions.measureLimiters();
    await turns(400);
    expect(known()).toEqual(measurable);
    expect(questions()).toBe(every.length);
    expect(store.getState().status).toBe('Hybrid could not be measured: It was not to be measured.');
  });

  it('while the picker is open, and on from there when it opens again', async () => {
    const { actions, known } = await opened();
    actions.measureLimiters();
    actions.openDialog(null);
    await turns(400);
    expect(known().length).toBeLessThan(2);
    actions.openDialog({ name: 'limiter', lane: null });
    actions.measureLimiters();
    await turns(400);
    expect(known()).toEqual(measurable);
  });

  it('at the next opening, where what measures could not be loaded', async () => {
    const { actions, store, known } = await opened();
    vi.doMock('./limiterMeasurer.ts', () => {
      throw new Error('there is no network');
    });
    actions.measureLimiters();
    await vi.waitFor(() => expect(store.getState().status).toMatch(/^Limiters cannot be measured/));
    vi.doUnmock('./limiterMeasurer.ts');
    actions.measureLimiters();
    await vi.waitFor(() => expect(known()).toEqual(measurable));
  });

  it('again when one was lost with its worker; when that is lost too, at the next opening', async () => {
    const { actions, client, questions, known } = await opened();
    client.dropNext('profile');
    actions.measureLimiters();
    await turns(400);
    expect(known()).toEqual(measurable);
    const again = await opened();
    again.client.dropNext('profile');
    again.client.dropNext('profile');
    again.actions.measureLimiters();
    await turns(400);
    expect([again.known(), again.questions()]).toEqual([[], 2]);
    again.actions.measureLimiters();
    await turns(400);
    expect(again.known()).toEqual(measurable);
    expect(questions()).toBe(every.length + 1);
  });
});

it('a limiter that was chosen closes the dialog, for a new lane or in the place of another', async () => {
  const { store, actions } = await openTestPlayground();
  const ids = () => store.getState().scenario.lanes.map(({ limiter }) => limiter);
  actions.openDialog({ name: 'card', limiter: 'gcra', lane: null, picking: { lane: 1 } });
  actions.chooseLimiter(1, 'gcra');
  expect([ids(), store.getState().dialog]).toEqual([['fixed-window', 'gcra'], null]);
  expect(store.getState().status).toBe('Lane 2 is now GCRA. Ctrl+Z undoes this.');
  actions.chooseLimiter(null, 'sliding-log');
  expect(ids()).toEqual(['fixed-window', 'gcra', 'sliding-log']);
  const before = store.getState().scenario;
  actions.chooseLimiter(0, 'fixed-window');
  expect(store.getState().scenario).toBe(before);
});
