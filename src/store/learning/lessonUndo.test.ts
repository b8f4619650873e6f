/** Undo and redo in a lesson: its text goes with what it is about. */
import { describe, expect, it } from 'vitest';
import { microsFromSeconds, type Scenario } from '../../sim/index.ts';
import { withParts } from './lessonEdits.ts';
import { openLearn, openWindowEdge } from './learning.testing.ts';
import { isBetOpen, isChanged, isTaskDone } from './learningState.ts';

it('takes the step along: text and run never speak of different things', async () => {
  const { store, learning, lesson, actions, settled } = await openWindowEdge(0);
  const place = (): unknown => ({
    at: [lesson().index, store.getState().lessonStep],
    changed: isChanged(lesson(), store.getState().scenario),
    status: store.getState().status,
  });
  learning.next();
  learning.next();
  await settled();
  learning.showMe();
  await settled();
  expect(isTaskDone(lesson())).toBe(true);
  actions.undo();
  expect(place()).toEqual({ at: [2, 'window-edge/3'], changed: false, status: 'Undone: Show me.' });
  actions.undo();
  const undone = 'Undone: step 3 of “The edge of a window”.';
  expect(place()).toEqual({ at: [1, 'window-edge/2'], changed: false, status: undone });
  // Its bet is open: nothing of what comes is shown.
  expect(isBetOpen(lesson())).toBe(true);
  expect(store.getState().futureHidden).toBe(true);
  expect(store.player.at).toBe(microsFromSeconds(9));
  actions.undo();
  expect(place()).toMatchObject({ at: [0, 'window-edge/1'], changed: false });
  for (let step = 1; step <= 3; step++) actions.redo();
  await settled();
  expect(place()).toEqual({ at: [2, 'window-edge/3'], changed: true, status: 'Redone: Show me.' });
  expect(isTaskDone(lesson())).toBe(true);
});

it('of what is tried leads back to the form in which it is made', async () => {
  const { store, learning, actions } = await openLearn();
  actions.makeLesson();
  learning.making.add();
  learning.tryOwn(0);
  expect(store.getState()).toMatchObject({ making: false, lessonStep: '1' });
  actions.undo();
  expect(store.getState()).toMatchObject({ mode: 'learn', making: true, lessonStep: null });
});

it('what is tried is no edit of the lesson', async () => {
  const { store, learning, actions } = await openLearn();
  actions.makeLesson();
  learning.making.add();
  const made = store.getState().scenario;
  learning.tryOwn(0);
  actions.setPolicy({ n: 18 });
  const tried = store.getState().scenario;
  actions.makeLesson();
  expect(store.getState()).toMatchObject({ making: true, scenario: made });
  expect(store.getState().status).toContain('was taken back');
  actions.undo();
  expect(store.getState()).toMatchObject({ making: true, scenario: tried });
  // Nothing to take back.
  learning.tryOwn(0);
  actions.makeLesson();
  expect(store.getState()).toMatchObject({ making: true, scenario: tried });
});

describe('what a teacher shows', () => {
  const TASK = { prompt: 'Let more pass.', until: [], solution: {} };

  /** A lesson with a task, of which it is being shown how it is done: with n 18. */
  async function show() {
    const opened = await openLearn();
    const { store, learning, actions } = opened;
    actions.makeLesson();
    learning.making.add();
    learning.making.edit('task', (lesson) => withParts(lesson, 0, { task: TASK }));
    const made = store.getState().scenario;
    learning.making.demonstrate();
    actions.setPolicy({ n: 18 });
    return { ...opened, made };
  }

  it('is the solution once it is kept, and the scenario is as before', async () => {
    const { store, learning, made } = await show();
    learning.making.keepSolution(0);
    const { lesson, ...scenario } = store.getState().scenario;
    expect(lesson).toMatchObject({ steps: [{ task: { ...TASK, solution: { policy: { n: 18 } } } }] });
    expect(scenario).toEqual(withoutLesson(made));
  });

  it('is taken back where it is not kept, as one step of undo; what is written meanwhile stays', async () => {
    const { store, learning, actions, made } = await show();
    learning.making.edit('text', (lesson) => withParts(lesson, 0, { text: 'Now you.' }));
    const written = store.getState().scenario;
    learning.making.takeBack();
    const { lesson, ...scenario } = store.getState().scenario;
    expect(lesson).toMatchObject({ steps: [{ text: 'Now you.', task: TASK }] });
    expect(scenario).toEqual(withoutLesson(made));
    expect(store.getState().status).toContain('was taken back');
    actions.undo();
    expect(store.getState().scenario).toBe(written);
    // What is done from now on is an edit of the lesson's scenario.
    learning.making.takeBack();
    expect(store.getState().scenario).toBe(written);
  });

  it('is no part of the lesson that is tried', async () => {
    const { store, learning, made } = await show();
    learning.tryOwn(0);
    expect(store.getState().scenario.policy).toEqual(made.policy);
  });

  it('has nothing to do with what is opened meanwhile', async () => {
    const { store, learning, actions } = await show();
    actions.startNew('burst');
    const { scenario } = store.getState();
    learning.making.takeBack();
    expect(store.getState().scenario).toBe(scenario);
  });
});

function withoutLesson({ lesson: _, ...scenario }: Scenario): Scenario {
  return scenario;
}
