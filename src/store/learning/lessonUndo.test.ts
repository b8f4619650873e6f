/** Undo and redo in a lesson: its text goes with what it is about. */
import { expect, it } from 'vitest';
import { microsFromSeconds } from '../../sim/index.ts';
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
