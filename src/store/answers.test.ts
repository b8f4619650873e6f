/** Answers that take their time: what is said of them meanwhile, and what becomes of presses that do not wait. */
import { describe, expect, it } from 'vitest';
import { lastExplanationOf, currentLaneIndex, momentAtPlayhead, momentOf, selectedWhy } from './selectors.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';
import { createPressQueue } from './pressQueue.ts';

const SECOND = 1_000_000;

describe('why', () => {
  const outcomes = (page: Awaited<ReturnType<typeof openTestPlayground>>) =>
    page.store.getState().scenario.lanes.map((_, lane) => selectedWhy(page.store.getState(), lane)?.outcome ?? null);

  it('is the answer to what is selected, and never that of another lane or request', async () => {
    const page = await openTestPlayground({
      ...BASE_DOCUMENT,
      lanes: [...BASE_DOCUMENT.lanes, { limiter: 'fixed-window', policy: { n: 9 } }],
    });
    const { store, client, actions, settled } = page;
    actions.select(0, 2, SECOND);
    await settled();
    expect(outcomes(page)).toEqual(['deny', null, null]);
    client.hold('why');
    actions.selectLane(1);
    actions.selectLane(1);
    await settled();
    expect(outcomes(page)).toEqual([null, null, null]);
    // What was said last is still known as what it is.
    expect(lastExplanationOf(store.getState(), 0)?.request).toBe(2);
    expect(lastExplanationOf(store.getState(), 2)).toBeNull();
    client.release('why');
    await settled();
    expect(outcomes(page)).toEqual([null, null, 'allow']);
    client.hold('why');
    actions.select(2, 3, 12 * SECOND);
    await settled();
    expect(outcomes(page)).toEqual([null, null, null]);
    client.release('why');
    await settled();
    expect(selectedWhy(store.getState(), 2)?.request).toBe(3);
  });

  it('goes with its lane while the next run is under way, and not to what takes its place', async () => {
    const page = await openTestPlayground();
    const { store, client, actions, settled } = page;
    actions.select(1, 2, SECOND);
    await settled();
    client.hold('simulate');
    actions.moveLane(1, 0);
    expect(outcomes(page)).toEqual(['deny', null]);
    const { result } = store.getState().why!;
    expect([0, 1].map((place) => currentLaneIndex(store.getState(), result, place))).toEqual([1, 0]);
    actions.setPolicy({ n: 3 });
    expect(outcomes(page)).toEqual(['deny', null]);
    actions.setLanePolicy(0, { n: 4 });
    actions.changeLimiter(0, 'gcra');
    expect(outcomes(page)).toEqual([null, null]);
    client.release('simulate');
    await settled();
    await settled();
    expect(outcomes(page)).toEqual(['allow', null]);
  });

  it('is not kept for other work', async () => {
    const { store, client, actions, settled } = await openTestPlayground();
    actions.select(1, 2, SECOND);
    await settled();
    client.hold('simulate');
    actions.open({
      scenario: store.getState().scenario,
      view: { at: 1, from: 0, to: 20, selected: { lane: 1, request: 2 } },
      label: 'again',
      record: true,
    });
    expect(store.getState().why).toBeNull();
  });
});

describe('a run that a test holds', () => {
  let page: Awaited<ReturnType<typeof openTestPlayground>>;

  it('is under way', async () => {
    page = await openTestPlayground();
    page.client.hold('simulate');
    page.actions.setPolicy({ n: 1 });
    expect(page.store.getState().busy).toBe(true);
  });

  it('ends after its test, and with it the timer that shows its progress', async () => {
    await page.settled();
    expect(page.store.getState().busy).toBe(false);
  });
});

it.each([
  [{ lane: 1, request: 2 }, 1],
  [undefined, 0],
  // A link may name any.
  [{ lane: 7, request: 0 }, 1],
])('what opens with %j selected has the other tabs of that lane', async (selected, lane) => {
  const { store, actions } = await openTestPlayground();
  const view = { at: 1, from: 0, to: 20, ...(selected && { selected }) };
  actions.open({ scenario: store.getState().scenario, view, label: 'again', record: true });
  expect(store.getState().focusedLane).toBe(lane);
});

it('each lane’s state is known with the instant that it was asked for', async () => {
  const { store, client, settled } = await openTestPlayground();
  client.hold('snapshot');
  store.player.seek(5 * SECOND);
  client.dropNext('snapshot');
  store.player.seek(7 * SECOND);
  client.release('snapshot');
  await settled();
  expect([store.getState().at, store.getState().momentsAt]).toEqual([7 * SECOND, 5 * SECOND]);
});

it('what a lane holds at the playhead is said wherever the pointer is, and only of the run in sight', async () => {
  const { store, client, actions, settled } = await openTestPlayground();
  const atPlayhead = () => momentAtPlayhead(store.getState(), 0);
  store.player.seek(7 * SECOND);
  await settled();
  const moment = atPlayhead();
  expect(moment).not.toBeNull();
  actions.hover(0);
  await settled();
  expect(store.getState().momentsAt).toBe(0);
  expect(store.getState().moments?.[0]).not.toEqual(moment);
  expect(atPlayhead()).toBe(moment);
  // The pointer is elsewhere: nobody has asked about the playhead's new instant, or about another run.
  store.player.seek(1 * SECOND);
  await settled();
  expect(atPlayhead()).toBeNull();
  actions.hover(null);
  await settled();
  expect(atPlayhead()).not.toBeNull();
  client.hold('simulate');
  client.hold('snapshot');
  actions.setPolicy({ n: 1 });
  // The run was asked for the moment at another instant than the one that is shown when it has ended.
  store.player.seek(2 * SECOND);
  client.release('simulate');
  await settled();
  expect(atPlayhead()).toBeNull();
});

it('a lane keeps its own state while the run without another lane is under way', async () => {
  const { store, client, actions, settled } = await openTestPlayground();
  store.player.seek(7 * SECOND);
  await settled();
  const own = momentOf(store.getState(), 1);
  expect(own).not.toEqual(momentOf(store.getState(), 0));
  client.hold('simulate');
  actions.removeLane(0);
  expect(momentOf(store.getState(), 0)).toBe(own);
  expect(momentAtPlayhead(store.getState(), 0)).toBe(own);
});

describe('a run brings what each lane holds and has done', () => {
  const nothingElse = async (page: Awaited<ReturnType<typeof openTestPlayground>>, change: () => void) => {
    page.client.asked.length = 0;
    page.client.hold('snapshot');
    page.client.hold('counts');
    change();
    await page.settled();
    return page.client.asked;
  };

  it('at the playhead, so that figures, pictures and charts change together', async () => {
    const page = await openTestPlayground();
    page.store.player.seek(1 * SECOND);
    await page.settled();
    const before = page.store.getState();
    expect(before.counts?.[0]).toMatchObject({ requests: 3, admitted: 2 });
    expect(await nothingElse(page, () => page.actions.setPolicy({ n: 1 }))).toEqual(['simulate']);
    const { counts, moments, playheadMoments, result } = page.store.getState();
    expect(counts?.[0]).toMatchObject({ requests: 3, admitted: 1 });
    expect(moments?.[0]).toMatchObject({ count: 1 });
    expect(playheadMoments).toEqual({ result, at: 1 * SECOND, answer: moments });
  });

  it('at the pointer, with the counts still those of the playhead', async () => {
    const page = await openTestPlayground();
    page.store.player.seek(12 * SECOND);
    page.actions.hover(0);
    await page.settled();
    expect(await nothingElse(page, () => page.actions.setPolicy({ n: 1 }))).toEqual(['simulate']);
    const { counts, moments, momentsAt } = page.store.getState();
    expect(counts?.[0]).toMatchObject({ requests: 4 });
    expect([momentsAt, moments?.[0]?.count]).toEqual([0, 0]);
  });

  it('but not of a selected request, which it may not have: that is asked for once it is known', async () => {
    const page = await openTestPlayground();
    page.actions.select(0, 2, SECOND);
    await page.settled();
    expect(await nothingElse(page, () => page.actions.setPolicy({ n: 1 }))).toEqual([
      'simulate',
      'why',
      'snapshot',
      'counts',
    ]);
  });
});

describe('presses that do not wait for an answer', () => {
  const document = {
    ...BASE_DOCUMENT,
    policy: { n: 1, T: 2 },
    traffic: [{ kind: 'times', at: [1, 1.5, 2, 2.5, 3, 3.5] }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
  };

  it('each go one on', async () => {
    const { store, client, actions, settled } = await openTestPlayground(document);
    const selected = () => [store.getState().selection?.lane, store.getState().selection?.request];
    store.player.seek(0);
    client.hold('step');
    actions.step(1);
    actions.step(1);
    actions.selectLane(1);
    actions.step(1);
    client.release('step');
    await settled();
    expect(selected()).toEqual([1, 2]);
    actions.step(-1);
    actions.step(-1);
    await settled();
    expect(selected()).toEqual([1, 0]);
    actions.stepDisagreement(1);
    actions.stepDisagreement(1);
    await settled();
    expect(selected()).toEqual([1, 4]);
    expect(store.getState().status).toMatch(/^Disagreement 2 of 2\. /);
  });

  it('wait for the run of what was changed before them', async () => {
    const { store, client, actions, settled } = await openTestPlayground({ ...document, policy: { n: 100, T: 2 } });
    client.hold('simulate');
    actions.setPolicy({ n: 1 });
    actions.stepDisagreement(1);
    actions.stepDisagreement(1);
    await Promise.resolve();
    expect(client.asked).not.toContain('nextDisagreement');
    client.release('simulate');
    await settled();
    expect(store.getState().selection?.request).toBe(4);
  });

  it('are let go once the hand does something else, or the requests are others', async () => {
    const { store, client, actions, settled } = await openTestPlayground(document);
    const restless = [
      () => actions.seek(5 * SECOND),
      () => actions.deselect(),
      () => actions.send(1, 'a'),
      () => actions.select(0, 5, 3.5 * SECOND),
    ];
    for (const act of restless) {
      actions.select(0, 0, SECOND);
      client.hold('step');
      actions.step(1);
      act();
      const { selection } = store.getState();
      client.release('step');
      await settled();
      expect(store.getState().selection).toBe(selection);
      actions.undo();
      await settled();
    }
    actions.select(0, 0, SECOND);
    actions.step(1);
    await settled();
    expect(store.getState().selection?.request).toBe(1);
  });

  it('all count, however many wait', async () => {
    const at = Array.from({ length: 30 }, (_, index) => index / 2);
    const { store, client, actions } = await openTestPlayground({ ...document, traffic: [{ kind: 'times', at }] });
    actions.select(0, 0, 0);
    client.hold('step');
    for (let press = 0; press < 25; press++) actions.step(1);
    client.release('step');
    await expect.poll(() => store.getState().selection?.request).toBe(25);
  });

  it('take turns, and tell whether one waits', () => {
    const turns = createPressQueue();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const enqueue = (turn: number): void =>
      turns.enqueue(({ done }) => {
        begun.push(turn);
        ends.push(done);
      });
    enqueue(1);
    expect(turns.hasWaiting()).toBe(false);
    enqueue(2);
    enqueue(3);
    expect([begun, turns.hasWaiting()]).toEqual([[1], true]);
    for (const end of ends) end();
    expect([begun, turns.hasWaiting()]).toEqual([[1, 2, 3], false]);
    // Ended twice is ended once.
    ends[0]!();
    enqueue(4);
    expect(begun).toEqual([1, 2, 3, 4]);
  });
});

describe('a worker that was replaced', () => {
  it('is asked for no steps while it knows no run, and that is said', async () => {
    const { store, client, actions } = await openTestPlayground();
    client.replaceWorker();
    const asked = client.asked.length;
    for (const press of [() => actions.step(1), () => actions.stepDisagreement(1)]) {
      actions.say('');
      press();
      expect(store.getState().status).toBe('There is no run to step through. Run the scenario again first.');
    }
    expect(client.asked).toHaveLength(asked);
  });

  it('is given the run that is shown, and the next one too when that was lost', async () => {
    const { store, client, actions, settled } = await openTestPlayground();
    actions.editRun('too long', (scenario) => ({
      ...scenario,
      traffic: [{ kind: 'steady', from: 0, rate: 1e9, key: 'a', cost: 1, stream: 0 }],
    }));
    await settled();
    client.dropNext('simulate');
    client.replaceWorker();
    await settled();
    expect(store.getState().canQuery).toBe(false);
    client.replaceWorker();
    await settled();
    expect(store.getState().canQuery).toBe(true);
  });
});

it('a run that fails offers Undo only where there is an edit to undo', async () => {
  // No test has a sandbox for a script.
  const { store, actions, settled } = await openTestPlayground({
    ...BASE_DOCUMENT,
    traffic: [{ kind: 'script', code: 'send(1);' }],
  });
  const offered = () =>
    store
      .getState()
      .notices.find(({ kind }) => kind === 'defect')
      ?.actions.map((each) => each.do);
  expect(offered()).toEqual(['reload', 'dismiss']);
  actions.setPolicy({ n: 3 });
  await settled();
  expect(offered()).toEqual(['undo', 'reload', 'dismiss']);
});
