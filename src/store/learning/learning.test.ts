/** Learn's part of the store: steps, bets, tasks, locks, links, and what is kept. */
import { describe, expect, it } from 'vitest';
import { firstPreset, microsFromSeconds, scenarioOf, type TrafficEntry } from '../../sim/index.ts';
import { currentView, openScenario } from '../openScenario.ts';
import { BASE_DOCUMENT } from '../testing.ts';
import { memoryStorage } from '../works/testing.ts';
import { openLearn, openWindowEdge } from './learning.testing.ts';
import { isBetOpen, isChanged, isTaskDone, meetsTask } from './learningState.ts';
import { placeFrom, placeText } from './lessonPlace.ts';
import type { ProgressStorage } from './progress.ts';

describe('a lesson', () => {
  it('opens like a preset: one step of undo, and Back and Next go through it', async () => {
    const { store, learning, lesson, actions } = await openLearn();
    const own = store.getState().scenario;
    await learning.open('window-edge');
    expect(store.getState()).toMatchObject({ mode: 'learn', lessonStep: 'window-edge/1' });
    expect(store.getState().scenario.title).toBe('The edge of a window');
    expect(isChanged(lesson(), store.getState().scenario)).toBe(false);
    actions.undo();
    expect(store.getState()).toMatchObject({ scenario: own, mode: 'run', lessonStep: null });
    actions.redo();
    expect(store.getState()).toMatchObject({ mode: 'learn', lessonStep: 'window-edge/1' });
    expect(isChanged(lesson(), store.getState().scenario)).toBe(false);
    learning.next();
    expect(lesson().index).toBe(1);
    expect(store.getState().scenario.traffic).toHaveLength(2);
  });

  it('begins a step with the drawer closed: what was opened for the one before would stand in front of it', async () => {
    const { store, learning, actions } = await openWindowEdge(2);
    actions.openDrawer('traffic');
    learning.next();
    expect(store.getState().drawer).toBeNull();
  });

  it('is not shown once another has been asked for: the first was only loading', async () => {
    const { learning, lesson } = await openLearn();
    await Promise.all([learning.open('every-request'), learning.open('window-edge')]);
    expect(lesson().lesson?.id).toBe('window-edge');
    const slow = learning.open('every-request');
    void learning.open('window-edge');
    await slow;
    expect(lesson().lesson?.id).toBe('window-edge');
  });

  it('goes on after its last step with the next lesson', async () => {
    const { learning, lesson } = await openWindowEdge(6);
    learning.next();
    // It is loaded first, and its run may begin at any time after that.
    await expect.poll(() => lesson().lesson?.id).toBe('every-request');
    expect(lesson().index).toBe(0);
  });
});

describe('a bet', () => {
  it('hides what comes until it is placed: the playhead stays, and says why', async () => {
    const { store, learning, lesson, actions, settled } = await openWindowEdge(1);
    expect(isBetOpen(lesson())).toBe(true);
    expect(store.getState().futureHidden).toBe(true);
    actions.seek(microsFromSeconds(20));
    expect(store.player.at).toBe(microsFromSeconds(9));
    expect(store.getState().status).toBe('Place your bet first: then the run goes on.');
    actions.hideFuture(false);
    expect(store.getState().futureHidden).toBe(true);
    learning.placeBet({ kind: 'choice', option: 0 });
    expect(store.getState().status).toBe('');
    await settled();
    expect(store.getState().futureHidden).toBe(false);
    expect(lesson().outcome).toEqual({ right: false, option: 2, values: [], curve: null });
    actions.seek(microsFromSeconds(20));
    expect(store.player.at).toBe(microsFromSeconds(20));
  });

  it('on a number, a time or nothing is compared with the run', async () => {
    const { learning, lesson, settled } = await openWindowEdge(3);
    learning.placeBet({ kind: 'number', value: 200 });
    await settled();
    expect(lesson().outcome).toEqual({ right: true, option: null, values: [200], curve: null });
    learning.go(4);
    await settled();
    learning.placeBet({ kind: 'time', value: 18.6 });
    await settled();
    expect(lesson().outcome).toMatchObject({ right: true, values: [19] });
    learning.go(1);
    await settled();
    learning.showMe();
    await settled();
    expect(lesson().outcome).toEqual({ right: null, option: 2, values: [], curve: null });
  });

  it('is about the run of the step, whatever the learner made of it', async () => {
    const { store, learning, lesson, settled, actions } = await openWindowEdge(3);
    actions.rename('Mine');
    expect(isChanged(lesson(), store.getState().scenario)).toBe(true);
    learning.placeBet({ kind: 'number', value: 1 });
    await settled();
    expect(store.getState().scenario.title).toBe('Logins');
    expect(lesson().outcome?.values).toEqual([200]);
  });

  it.each([
    [35, 5],
    [50, 5],
    [51, 10],
    [600, 100],
    [3_600, 1_000],
  ])(
    'that is placed plays the rest of the run, in about ten seconds if it can: %d s %d times as fast',
    async (to, speed) => {
      const bet = { kind: 'number', question: 'How many?', quantity: { of: 'denied', lane: 0 } };
      const lesson = { title: 'Ours', steps: [{ text: 'Who is refused?', view: { from: 0, to }, bet }] };
      const { store, learning, settled } = await openLearn({ ...BASE_DOCUMENT, duration: 7_200, lesson }, null, false);
      learning.placeBet({ kind: 'none' });
      await settled();
      expect([store.player.playing, store.player.speed]).toEqual([true, speed]);
    },
  );

  it('in Tune is placed before Tune is shown', async () => {
    const steps = [
      {
        text: 'Who is refused?',
        view: { mode: 'tune' },
        bet: { kind: 'number', question: 'How many?', quantity: { of: 'denied', lane: 0 } },
      },
    ];
    const { store, learning, lesson } = await openLearn({ ...BASE_DOCUMENT, lesson: { title: 'Ours', steps } });
    expect(isBetOpen(lesson())).toBe(true);
    expect(store.getState().lessonStage).toBe('run');
    learning.placeBet({ kind: 'none' });
    expect(store.getState().lessonStage).toBe('tune');
  });

  it('that is open still hides the run once Learn is left, until the learner shows it', async () => {
    const { store, actions } = await openWindowEdge(1);
    actions.setMode('run');
    expect(store.getState()).toMatchObject({
      futureHidden: true,
      status: 'The future is still hidden, because your bet is open.',
    });
    actions.hideFuture(false);
    expect(store.getState().futureHidden).toBe(false);
    actions.setMode('learn');
    expect(store.getState().futureHidden).toBe(true);
  });

  it('that is open hides nothing of another scenario', async () => {
    const { store, actions } = await openWindowEdge(1);
    actions.openPreset(firstPreset, 0);
    expect(store.getState()).toMatchObject({ mode: 'run', futureHidden: false });
  });
});

describe('a task', () => {
  it('is checked on every run, and Show me does it', async () => {
    const { store, learning, lesson, settled } = await openWindowEdge(2);
    expect(isTaskDone(lesson())).toBe(false);
    expect(lesson().conditions?.map(({ holds }) => holds)).toEqual([true, false]);
    learning.showMe();
    await settled();
    expect(isTaskDone(lesson())).toBe(true);
    expect(isChanged(lesson(), store.getState().scenario)).toBe(true);
    learning.backToLesson();
    await settled();
    expect(isTaskDone(lesson())).toBe(false);
  });

  it('is done by hand as well, and undone by undo; that it was done stays', async () => {
    const { store, lesson, actions, settled } = await openWindowEdge(2);
    const [, second] = store.getState().scenario.traffic;
    if (second?.kind !== 'steady') throw new Error('The second burst is steady.');
    actions.changePhase(1, { ...second, from: 9.85, to: 10.8 });
    await settled();
    expect(isTaskDone(lesson())).toBe(true);
    actions.undo();
    await settled();
    expect(meetsTask(lesson())).toBe(false);
    expect(isTaskDone(lesson())).toBe(true);
  });
});

describe('what is locked', () => {
  it('is locked until the bet is placed: then the suggestions of the lesson can be tried', async () => {
    const { store, learning, actions, settled } = await openWindowEdge(1);
    expect(store.getState().locks).toContain('traffic');
    learning.placeBet({ kind: 'choice', option: 0 });
    await settled();
    expect(store.getState().locks).toEqual([]);
    actions.removePhase(0);
    expect(store.getState().scenario.traffic).toHaveLength(1);
  });

  it('is locked until the task is done, also where Show me does it, and again when the step begins anew', async () => {
    const { store, learning, settled } = await openWindowEdge(5);
    const locks = ['T', 'capacity', 'traffic', 'send', 'lanes', 'options'];
    expect(store.getState().locks).toEqual(locks);
    learning.showMe();
    await settled();
    expect(store.getState().locks).toEqual([]);
    learning.backToLesson();
    expect(store.getState().locks).toEqual(locks);
  });

  it('is not changed by anything, and says so instead of what would have been done', async () => {
    const { store, actions, settled } = await openWindowEdge(1);
    const { scenario } = store.getState();
    const status = () => store.getState().status;
    actions.setPolicy({ n: 5 });
    expect(status()).toBe('n is locked in this step.');
    await Promise.resolve();
    actions.removePhase(0);
    expect(status()).toBe('The traffic is locked in this step.');
    await Promise.resolve();
    actions.send(1, 'a press');
    await Promise.resolve();
    actions.reportSent();
    await settled();
    expect(status()).toBe('Sending is locked in this step.');
    actions.place(6_000_000, 1_000);
    await settled();
    expect(status()).toBe('Sending is locked in this step.');
    actions.removeLane(0);
    expect(status()).toBe('The lanes are locked in this step.');
    expect(store.getState().scenario).toBe(scenario);
    actions.setMode('run');
    actions.setPolicy({ n: 5 });
    expect(store.getState().scenario.policy.n).toBe(5);
  });

  it('keeps what is selected and focused, and nothing counts as sent', async () => {
    const { store, actions } = await openWindowEdge(1);
    store.setState({ selection: { lane: 1, request: 0, at: 9_000_000 }, focusedLane: 1, focusedPhase: 0 });
    const { scenario, history } = store.getState();
    const kept = () => {
      const { selection, focusedLane, focusedPhase } = store.getState();
      return { selection, focusedLane, focusedPhase };
    };
    const before = kept();
    actions.removeLane(0);
    actions.moveLane(1, 0);
    actions.duplicateLane(0);
    actions.removePhase(0);
    actions.movePhase(0, 1);
    actions.addPhase({ ...(scenario.traffic[0] as TrafficEntry) });
    expect(actions.send(1, 'a press')).toBe(false);
    expect(kept()).toEqual(before);
    expect(store.getState()).toMatchObject({ scenario, history });
  });

  it('is free again once another scenario is shown beside the list of lessons', async () => {
    const { store, actions } = await openWindowEdge(1);
    const view = { at: 1, from: 0, to: 20, mode: 'learn' as const };
    openScenario(store, { scenario: scenarioOf(BASE_DOCUMENT), view, label: 'open link', record: false });
    actions.setPolicy({ n: 5 });
    expect(store.getState().scenario.policy.n).toBe(5);
  });
});

it('a presentation that goes on to another lesson, by a link too, gives neither the bets of the other', async () => {
  const { store, settled, learning, lesson } = await openLearn();
  await learning.open('window-edge');
  learning.go(1);
  learning.placeBet({ kind: 'none' });
  await settled();
  learning.present(true);
  expect(lesson().bets).toEqual({});
  store.setState({ lessonStep: placeText({ id: 'burst-and-rate', index: 0 }) });
  await expect.poll(() => lesson().lesson?.id).toBe('burst-and-rate');
  learning.present(false);
  expect(lesson().bets).toEqual({});
  await learning.open('window-edge');
  expect(lesson().bets).toEqual({ 1: { kind: 'none' } });
});

describe('a place in a lesson', () => {
  it.each(['window-edge/3', '1', '12', 'a/999'])('%s is read and written', (text) => {
    expect(placeText(placeFrom(text)!)).toBe(text);
  });

  it.each(['', '0', 'window-edge', 'window-edge/', 'window-edge/0', '../3', 'Window/1', 'a/1000', 'a/1/2'])(
    '%j is none',
    (text) => expect(placeFrom(text)).toBeNull(),
  );

  it('is part of the view, so that a link opens there with what was made of it', async () => {
    const { store, learning, lesson, actions, settled } = await openWindowEdge(2);
    actions.rename('Mine');
    const view = currentView(store);
    const { scenario } = store.getState();
    expect(view).toMatchObject({ mode: 'learn', step: 'window-edge/3' });
    learning.go(0);
    openScenario(store, { scenario, view, label: 'open link', record: false });
    await settled();
    expect(lesson().index).toBe(2);
    expect(store.getState().scenario.title).toBe('Mine');
  });

  it.each([
    ['no-such/2', 'There is no lesson “no-such” in this version. Choose another one.'],
    ['window-edge/99', '“The edge of a window” has 7 steps; this is the last.'],
    ['3', 'This scenario has no lesson of its own. Choose one.'],
    ['%%%', 'The link names no step of a lesson. Choose a lesson.'],
  ])('%s says what is wrong, and the run works', async (step, sentence) => {
    const { store, lesson, settled, admitted } = await openLearn();
    const { scenario } = store.getState();
    const view = { at: 1, from: 0, to: 20, mode: 'learn' as const, step };
    openScenario(store, { scenario, view, label: 'open link', record: false });
    await settled();
    await expect.poll(() => lesson().problem).toBe(sentence);
    expect(admitted()).toEqual([3, 3]);
  });
});

describe("a scenario's own lesson", () => {
  const lesson = {
    title: 'Ours',
    steps: [
      { text: 'Look.' },
      { text: 'And now?', change: { policy: { n: 3 } }, locks: ['T'], film: true },
      { text: 'Lane 9.', lit: ['lane:8'] },
    ],
  };

  it('opens with it; what is not understood is left out and said', async () => {
    const { learning, store, lesson: state, settled, admitted } = await openLearn({ ...BASE_DOCUMENT, lesson });
    expect(state().lesson).toMatchObject({ id: null, number: null, title: 'Ours' });
    expect(state().lesson?.problems).toHaveLength(2);
    learning.next();
    await settled();
    expect(admitted()).toEqual([4, 4]);
    expect(store.getState().locks).toEqual(['T']);
    // What is shared on the way is still a lesson.
    expect(store.getState().scenario.lesson).toEqual(lesson);
    expect(currentView(store).step).toBe('2');
  });
});

describe('progress', () => {
  it('in a scenario’s own lesson is kept for whoever comes back to a step, and not for whoever begins it', async () => {
    const storage = memoryStorage();
    const bet = { kind: 'number', question: 'How many?', quantity: { of: 'admitted', lane: 0 } };
    const own = { ...BASE_DOCUMENT, lesson: { title: 'Ours', steps: [{ text: 'Bet.', bet }] } };
    const first = await openLearn(own, storage);
    first.learning.placeBet({ kind: 'number', value: 3 });
    const view = currentView(first.store);
    const second = await openLearn(BASE_DOCUMENT, storage);
    openScenario(second.store, { scenario: scenarioOf(own), view, label: 'open link', record: false, from: 'link' });
    await second.settled();
    await expect.poll(() => second.lesson().bets).toEqual({ 0: { kind: 'number', value: 3 } });
    const third = await openLearn(own, storage);
    expect(third.lesson().bets).toEqual({});
  });

  it('is kept: a lesson opens where it was left, with the bets that were placed', async () => {
    const storage = memoryStorage();
    const first = await openLearn(BASE_DOCUMENT, storage);
    await first.learning.open('window-edge');
    first.learning.go(1);
    await first.settled();
    first.learning.placeBet({ kind: 'choice', option: 1 });
    const second = await openLearn(BASE_DOCUMENT, storage);
    expect(second.learning.progressOf('window-edge')).toMatchObject({ step: 1, done: false });
    await second.learning.open('window-edge');
    expect(second.lesson().index).toBe(1);
    expect(second.lesson().bets).toEqual({ 1: { kind: 'choice', option: 1 } });
    expect(isBetOpen(second.lesson())).toBe(false);
  });

  it('has the tasks that were done, as it has the bets: they are done in another step, and after a reload', async () => {
    const storage = memoryStorage();
    const first = await openLearn(BASE_DOCUMENT, storage);
    await first.learning.open('window-edge');
    first.learning.go(2);
    await first.settled();
    first.learning.showMe();
    await first.settled();
    first.learning.go(5);
    expect(isTaskDone(first.lesson())).toBe(false);
    const second = await openLearn(BASE_DOCUMENT, storage);
    await second.learning.open('window-edge');
    expect(second.lesson()).toMatchObject({ index: 5, tasks: [2] });
    second.learning.go(2);
    await second.settled();
    // What the lesson suggests can be tried, on the run that the step begins with.
    expect([isTaskDone(second.lesson()), meetsTask(second.lesson())]).toEqual([true, false]);
    expect(second.store.getState().locks).toEqual([]);
    second.learning.backToLesson();
    expect(isTaskDone(second.lesson())).toBe(false);
    second.learning.go(5);
    expect((await openLearn(BASE_DOCUMENT, storage)).learning.progressOf('window-edge').tasks).toEqual([]);
  });

  it('of a presentation is none: its tasks are open, and those done before are done after it', async () => {
    const { learning, lesson, settled } = await openWindowEdge(2);
    learning.showMe();
    await settled();
    learning.present(true);
    expect(isTaskDone(lesson())).toBe(false);
    learning.present(false);
    expect(isTaskDone(lesson())).toBe(true);
  });

  it.each([
    'not JSON',
    '[]',
    '{"window-edge":{"step":-3,"bets":{"1":{"kind":"choice","option":77}},"tasks":[-1,"2",null]}}',
  ])('%s that other code kept is no progress', async (text) => {
    const storage = memoryStorage();
    storage.content.set('spillway.lessons', text);
    const { learning, lesson } = await openLearn(BASE_DOCUMENT, storage);
    await learning.open('window-edge');
    expect(lesson()).toMatchObject({ index: 0, bets: {}, tasks: [] });
  });

  it('that cannot be kept is said once', async () => {
    const full: ProgressStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    const { store, learning } = await openLearn(BASE_DOCUMENT, full);
    await learning.open('window-edge');
    expect(store.getState().notices.map(({ text }) => text)).toEqual([
      'This browser does not keep how far you are in a lesson. The lesson itself works.',
    ]);
    store.removeNotices('storage');
    learning.next();
    expect(store.getState().notices).toEqual([]);
  });
});
