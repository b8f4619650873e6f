/** The store and its actions over a simulator in this process: what a user does, without a screen. */
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeLink, scenarioOf, presets, presetScenario, type Scenario } from '../sim/index.ts';
import { loadPresets } from './knownPresets.ts';
import { openLink } from './openOutside.ts';
import { isCaptionValid, currentLink } from './openScenario.ts';
import { failedLaneIn, isLinkChanged, laneFrame } from './selectors.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

const SECOND = 1_000_000;

describe('a change', () => {
  it('runs every lane again, and undo and redo walk over it', async () => {
    const { store, actions, settled, admitted } = await openTestPlayground();
    expect(admitted()).toEqual([3, 3]);
    actions.setPolicy({ n: 3 });
    await settled();
    expect(admitted()).toEqual([4, 4]);
    expect(store.getState().result?.scenario).toBe(store.getState().scenario);
    actions.undo();
    await settled();
    expect(admitted()).toEqual([3, 3]);
    actions.redo();
    await settled();
    expect(admitted()).toEqual([4, 4]);
    actions.redo();
    expect(store.getState().status).toBe('Nothing to redo.');
  });

  it('that is too many steps back is said when the end of undo is reached', async () => {
    const { store, actions } = await openTestPlayground();
    for (let n = 1; n <= 502; n++) actions.rename(String(n));
    for (let step = 0; step < 500; step++) actions.undo();
    expect(store.getState().scenario.title).toBe('2');
    expect(store.getState().status).toBe('Undone: rename. Undo goes back 500 steps.');
    actions.undo();
    expect(store.getState().status).toBe('Undo goes back 500 steps.');
  });

  it('of one gesture is one step', async () => {
    const { store, actions, settled } = await openTestPlayground();
    for (const n of [3, 4, 5]) actions.setPolicy({ n }, 'drag-1');
    actions.setPolicy({ n: 6 }, 'drag-2');
    await settled();
    actions.undo();
    expect(store.getState().scenario.policy.n).toBe(5);
    actions.undo();
    expect(store.getState().scenario.policy.n).toBe(2);
  });

  it('that cannot be run is refused in words; what was shown stays', async () => {
    const { store, actions, settled, admitted } = await openTestPlayground();
    actions.addPhase({
      ...store.getState().scenario.traffic[0]!,
      kind: 'burst',
      at: 0,
      count: 11_000_000,
      spread: 0,
    } as never);
    await settled();
    expect(store.getState().notices.map(({ kind, text }) => [kind, text.slice(0, 32)])).toEqual([
      ['refused', 'This makes 22,000,008 decisions '],
    ]);
    expect(admitted()).toEqual([3, 3]);
    actions.undo();
    await settled();
    expect(store.getState().notices).toEqual([]);
  });

  it('that one limiter cannot run fails in that lane alone, and one edit helps', async () => {
    const { store, actions, settled, admitted } = await openTestPlayground();
    const [before] = admitted() ?? [];
    actions.changeLimiter(1, 'nginx-limit-req');
    actions.setLanePolicy(1, { n: 1, T: 2_592_000 });
    await settled();
    const state = store.getState();
    expect(state.notices).toEqual([]);
    expect(admitted()).toEqual([before, undefined]);
    expect(failedLaneIn(state, 0)).toBeNull();
    expect(failedLaneIn(state, 1)).toMatchObject({ laneIndex: 1, remedy: { field: 'n', value: 2_592 } });
    actions.setLanePolicy(1, { n: 2_592 });
    await settled();
    expect(failedLaneIn(store.getState(), 1)).toBeNull();
    actions.undo();
    await settled();
    expect(failedLaneIn(store.getState(), 1)).not.toBeNull();
  });

  it('is more than the caption speaks of unless it only sent requests', async () => {
    const { store, actions } = await openTestPlayground();
    expect(isCaptionValid(store.getState())).toBe(true);
    actions.send(1, 'a');
    expect(isCaptionValid(store.getState())).toBe(true);
    actions.removePhase(0);
    expect(isCaptionValid(store.getState())).toBe(false);
    actions.undo();
    expect(isCaptionValid(store.getState())).toBe(true);
    actions.addLane('gcra');
    expect(isCaptionValid(store.getState())).toBe(false);
  });
});

describe('a preset’s caption', () => {
  /** What its words speak of, changed in every part but the policy, which has a mark of its own. */
  const changes: readonly ((scenario: Scenario) => Scenario)[] = [
    ({ lanes, ...rest }) => ({ ...rest, lanes: lanes.slice(1) }),
    ({ seed, ...rest }) => ({ ...rest, seed: seed + 1 }),
    (scenario) => ({ ...scenario, traffic: [] }),
  ];

  beforeAll(loadPresets);

  // The caption does not depend on the length of the run, so presets with very many decisions are left out.
  const brief = presets.filter(({ expect: lanes }) => lanes.every(({ denied }) => denied < 100_000));

  it.each(brief.map((preset) => [preset.id, preset] as const))('of %s holds until it is edited', async (_, preset) => {
    const { store, works } = await openTestPlayground({ title: 'Mine' });
    const throughLink = (scenario: Scenario): boolean => {
      openLink(store, works, encodeLink(scenario));
      return isCaptionValid(store.getState());
    };
    expect(throughLink(presetScenario(preset))).toBe(true);
    for (const change of changes) expect(throughLink(change(presetScenario(preset)))).toBe(false);
  });
});

describe('lanes', () => {
  it('are added, duplicated, moved, changed and removed', async () => {
    const { store, actions } = await openTestPlayground();
    const ids = () => store.getState().scenario.lanes.map(({ limiter }) => limiter);
    actions.addLane('gcra');
    actions.duplicateLane(0);
    expect(ids()).toEqual(['fixed-window', 'fixed-window', 'token-bucket', 'gcra']);
    actions.moveLane(3, 0);
    expect(ids()[0]).toBe('gcra');
    actions.changeLimiter(0, 'leaky-meter');
    actions.setLanePolicy(0, { n: 9, capacity: 4 });
    actions.setEdition(0, 'published');
    actions.renameLane(0, 'Mine');
    expect(store.getState().scenario.lanes[0]).toMatchObject({
      limiter: 'leaky-meter',
      label: 'Mine',
      edition: 'published',
      policy: { n: 9, capacity: 4 },
    });
    actions.setLanePolicy(0, { n: null });
    expect(store.getState().scenario.lanes[0]?.policy).toEqual({ capacity: 4 });
    expect([actions.renameLane(0, ''), actions.renameLane(0, '')], 'changed').toEqual([true, false]);
    expect(store.getState().scenario.lanes[0]).not.toHaveProperty('label');
    actions.removeLane(0);
    expect(ids()).toEqual(['fixed-window', 'fixed-window', 'token-bucket']);
    // All of it is a scenario that a link can carry.
    expect(() => scenarioOf(JSON.parse(JSON.stringify(store.getState().scenario)))).not.toThrow();
  });
});

describe('lane numbers', () => {
  it('follow their lanes: what is selected stays selected when lanes move around it', async () => {
    const { store, actions, settled } = await openTestPlayground({
      ...BASE_DOCUMENT,
      lanes: [{ limiter: 'gcra' }, ...BASE_DOCUMENT.lanes],
    });
    const selected = () => store.getState().scenario.lanes[store.getState().selection?.lane ?? -1]?.limiter;
    actions.select(2, 0, SECOND);
    actions.moveLane(0, 2);
    expect(selected()).toBe('token-bucket');
    actions.duplicateLane(0);
    expect(selected()).toBe('token-bucket');
    actions.removeLane(0);
    expect(selected()).toBe('token-bucket');
    actions.removeLane(store.getState().selection!.lane);
    expect(store.getState().selection).toBeNull();
    await settled();
  });

  it('are kept by undo where they last, and let go where lanes or requests are renumbered', async () => {
    const { store, actions, settled } = await openTestPlayground(BASE_DOCUMENT);
    const lane = () => store.getState().selection?.lane ?? null;
    actions.select(1, 0, SECOND);
    actions.changeLimiter(1, 'gcra');
    actions.undo();
    expect(lane()).toBe(1);
    actions.redo();
    expect(lane()).toBe(1);
    actions.moveLane(0, 1);
    actions.undo();
    expect(lane()).toBeNull();
    actions.select(1, 0, SECOND);
    actions.editRun('seed', (scenario) => ({ ...scenario, seed: 7 }));
    actions.undo();
    expect(lane()).toBeNull();
    await settled();
  });

  it('never point at a lane that undo took away', async () => {
    const { store, actions } = await openTestPlayground();
    actions.addLane('gcra');
    actions.focusLane(2);
    actions.undo();
    actions.moveLane(store.getState().focusedLane, store.getState().focusedLane - 1);
    actions.moveLane(2, 1);
    expect(store.getState().scenario.lanes.map((lane) => typeof lane)).toEqual(['object', 'object']);
  });

  it('leave the form with its phase, wherever undo puts that, until it is gone', async () => {
    const { store, actions, settled } = await openTestPlayground();
    const burst = scenarioOf({ traffic: [{ kind: 'burst', at: 2, count: 1, stream: 7 }] }).traffic[0]!;
    const phase = () => store.getState().focusedPhase;
    actions.addPhase(burst);
    expect(store.getState().status).toBe('Added phase 2. Ctrl+Z undoes this.');
    actions.movePhase(1, 0);
    expect(phase()).toBe(0);
    actions.undo();
    expect(phase()).toBe(1);
    actions.redo();
    expect(phase()).toBe(0);
    actions.undo();
    actions.undo();
    expect(phase()).toBeNull();
    // Another piece of work has phases of its own.
    actions.openPreset(presets[0]!, 0);
    actions.editPhase(0);
    actions.undo();
    expect(phase()).toBeNull();
    await settled();
  });

  it('find the figures of their own lane when the result is of an earlier scenario', async () => {
    const { store, actions, settled } = await openTestPlayground();
    actions.editRun('too long', (scenario) => ({
      ...scenario,
      traffic: [{ kind: 'steady', from: 0, rate: 1e9, key: 'a', cost: 1, stream: 0 }],
    }));
    actions.moveLane(1, 0);
    await settled();
    expect(store.getState().refusals).not.toEqual([]);
    expect([0, 1].map((lane) => laneFrame(store.getState(), lane)?.algorithmId)).toEqual([
      'token-bucket',
      'fixed-window',
    ]);
    actions.changeLimiter(0, 'gcra');
    await settled();
    expect(laneFrame(store.getState(), 0)).toBeNull();
  });
});

describe('the end of the run', () => {
  it('is in the whole range with the last explicit request, wherever that is', async () => {
    const { store } = await openTestPlayground({
      ...BASE_DOCUMENT,
      duration: 8,
      traffic: [{ kind: 'times', at: [1, 8, 12] }],
    });
    expect(store.getState().chartData?.lanes[0]?.requestsInRange).toBe(3);
  });

  it('is never pushed past what a scenario may be', async () => {
    const { store, actions } = await openTestPlayground({ policy: { n: 1, T: 2_592_000 }, duration: 2_592_000 });
    store.player.seek(2_592_000 * SECOND);
    actions.send(1, 'a');
    expect(() => scenarioOf(JSON.parse(JSON.stringify(store.getState().scenario)))).not.toThrow();
  });
});

describe('sending', () => {
  it('adds to the one entry for clicks, at the playhead to the millisecond, for the key of the first phase', async () => {
    const { store, actions, settled, admitted } = await openTestPlayground({
      ...BASE_DOCUMENT,
      traffic: [{ kind: 'times', at: [1], key: 'k' }],
    });
    store.player.seek(5_000_400);
    actions.send(1, 'a');
    actions.send(2, 'b');
    await settled();
    const [, clicks] = store.getState().scenario.traffic;
    expect(clicks).toMatchObject({ kind: 'times', at: [5, 5, 5], key: 'k', clicks: true });
    expect(admitted()).toEqual([2, 2]);
  });

  it('counts for the key that is shown, and repeats the last cost of an entry that names them one by one', async () => {
    const { store, actions } = await openTestPlayground({
      ...BASE_DOCUMENT,
      traffic: [{ kind: 'times', at: [1, 2], key: ['a', 'b'], cost: [1, 2], clicks: true }],
    });
    store.player.seek(3 * SECOND);
    actions.send(1, 'a');
    expect(store.getState().scenario.traffic[0]).toMatchObject({
      at: [1, 2, 3],
      key: ['a', 'b', 'a'],
      cost: [1, 2, 2],
    });
  });

  it('at the end makes the run longer by T, and elsewhere leaves its length alone', async () => {
    const { store, actions } = await openTestPlayground({ ...BASE_DOCUMENT, duration: undefined });
    const duration = () => store.getState().scenario.duration;
    store.player.seek(3 * SECOND);
    actions.send(1, 'a');
    expect(duration()).toBe(22);
    store.player.seek(22 * SECOND);
    actions.send(1, 'b');
    expect(duration()).toBe(32);
    expect(store.getState().range.to).toBe(32 * SECOND);
  });

  it('says what became of it once it has been decided', async () => {
    const { store, actions, settled } = await openTestPlayground({
      ...BASE_DOCUMENT,
      traffic: [],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'fixed-window', policy: { n: 1 } }],
    });
    store.player.seek(5 * SECOND);
    actions.send(1, 'a');
    actions.reportSent();
    await settled();
    expect(store.getState().status).toBe('Sent at 5.000 s: admitted by 2 lanes.');
    actions.send(1, 'b');
    store.player.seek(6 * SECOND);
    actions.send(10, 'b');
    actions.reportSent();
    await settled();
    expect(store.getState().status).toBe(
      'Sent 11 requests from 5.000 to 6.000 s: 1 admitted by lane 1, none by lane 2.',
    );
  });

  it('says it of the one that was sent where others come at the same instant, before it and after', async () => {
    const others = { kind: 'times', at: [5, 5] };
    const { store, actions, settled } = await openTestPlayground({
      ...BASE_DOCUMENT,
      traffic: [{ kind: 'times', at: [1], clicks: true }, others],
      lanes: [{ limiter: 'fixed-window', policy: { n: 1, T: 2 } }],
    });
    store.player.seek(5 * SECOND);
    actions.send(1, 'a');
    actions.reportSent();
    await settled();
    // The entry of those that are sent is the first, and one passes.
    expect(store.getState().status).toBe('Sent at 5.000 s: admitted by 1 lane.');
  });
});

describe('the visible range', () => {
  it('zooms around an instant, pans and stays within the run', async () => {
    const { store, actions } = await openTestPlayground();
    const range = () => [store.getState().range.from / SECOND, store.getState().range.to / SECOND];
    actions.zoom(2, 5 * SECOND);
    expect(range()).toEqual([2.5, 12.5]);
    actions.pan(-10 * SECOND);
    expect(range()).toEqual([0, 10]);
    actions.pan(100 * SECOND);
    expect(range()).toEqual([10, 20]);
    actions.zoom(1e9, 15 * SECOND);
    expect(store.getState().range.to - store.getState().range.from).toBe(100);
    actions.zoom(1e-9);
    expect(range()).toEqual([0, 20]);
    expect(store.getState().history.past).toEqual([]);
  });
});

describe('opening', () => {
  const other = scenarioOf({ title: 'Other', lanes: [{ limiter: 'gcra' }] });

  it('a link where nothing is kept is an undo step', async () => {
    const { store, works, actions } = await openTestPlayground();
    openLink(store, works, encodeLink(other));
    expect(store.getState()).toMatchObject({ scenario: { title: 'Other' }, notices: [] });
    actions.undo();
    expect(store.getState().scenario.title).toBe('Base');
  });

  it('gives the same scenario, place and selection from a link with a view', async () => {
    const { store, actions, settled } = await openTestPlayground();
    store.player.seek(0);
    actions.step(1);
    actions.zoom(2);
    await settled();
    const link = currentLink(store, true);
    const again = await openTestPlayground({ title: 'Elsewhere' });
    openLink(again.store, again.works, link);
    await again.settled();
    expect(again.store.getState().scenario).toEqual(store.getState().scenario);
    expect(again.store.getState().range).toEqual(store.getState().range);
    expect(again.store.getState().selection).toEqual(store.getState().selection);
    expect(again.store.player.at).toBe(store.player.at);
  });

  it('a link is brought back by Reset, as one undo step, once it has been changed', async () => {
    const { store, works, actions } = await openTestPlayground();
    actions.resetToLink();
    expect(store.getState().scenario.title).toBe('Base');
    openLink(store, works, encodeLink(other, { at: 3, from: 2, to: 4 }));
    const { scenario } = store.getState();
    expect(isLinkChanged(store.getState())).toBe(false);
    actions.setPolicy({ n: 3 });
    actions.addLane('gcra');
    actions.seek(0);
    expect(isLinkChanged(store.getState())).toBe(true);
    const steps = store.getState().history.past.length;
    actions.resetToLink();
    expect(store.getState()).toMatchObject({ scenario, range: { from: 2e6, to: 4e6 } });
    expect([isLinkChanged(store.getState()), store.player.at]).toEqual([false, 3e6]);
    expect(store.getState().history.past).toHaveLength(steps + 1);
    actions.undo();
    expect(store.getState().scenario.policy.n).toBe(3);
    expect(isLinkChanged(store.getState())).toBe(true);
    // Something else has been opened: there is nothing of the link to bring back, until that is undone.
    actions.startNew('burst');
    expect(isLinkChanged(store.getState())).toBe(false);
    actions.undo();
    expect(isLinkChanged(store.getState())).toBe(true);
  });

  it.each([
    ['empty', { n: 10, T: 60 }, [], []],
    ['burst', { n: 10, T: 10 }, ['token-bucket'], ['burst']],
    ['policy', { n: 2, T: 10 }, ['fixed-window', 'token-bucket'], []],
  ] as const)('a new scenario may begin with: %s', async (start, policy, lanes, traffic) => {
    const { store, actions, settled } = await openTestPlayground();
    actions.startNew(start);
    const { scenario } = store.getState();
    expect(scenario).toMatchObject({ title: '', notes: '', policy });
    expect(scenario.lanes.map(({ limiter }) => limiter)).toEqual(lanes);
    expect(scenario.traffic.map(({ kind }) => kind)).toEqual(traffic);
    expect(store.player.at).toBe(0);
    await settled();
    actions.undo();
    expect(store.getState().scenario.title).toBe('Base');
  });

  it('presets open where they say, with the whole run in sight', async () => {
    const { store, actions } = await openTestPlayground();
    for (const id of ['queue-of-five', 'last-token']) {
      const preset = presets.find((one) => one.id === id)!;
      actions.openPreset(preset);
      expect([store.player.at / 1e6, store.getState().range.from]).toEqual([preset.opensAt, 0]);
    }
  });

  it('a text file takes JSON or a link, and names what is wrong with others', async () => {
    const { store, actions } = await openTestPlayground();
    actions.openFileText(JSON.stringify({ title: 'From JSON' }));
    expect(store.getState().scenario.title).toBe('From JSON');
    actions.openFileText(`${encodeLink(other)}\n`);
    expect(store.getState().scenario.title).toBe('Other');
    actions.openFileText('{"policy":{"n":0}}');
    expect(store.getState().scenario.title).toBe('Other');
    expect(store.getState().notices[0]?.text).toBe('policy.n is 0. It may be a whole number from 1 to 1,000,000.');
  });
});
