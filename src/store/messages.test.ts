import { describe, expect, it } from 'vitest';
import { messageDelay } from './messageEdits.ts';
import { openTestPlayground } from './testing.ts';

/** Both nodes read 3 at 1 s and write: two are let in where one would be; the other lane is atomic. */
const RACE = {
  policy: { n: 3, T: 10 },
  duration: 12,
  cluster: { nodes: 2 },
  traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 1, 1] }],
  lanes: [{ limiter: 'redis-incr', label: 'By hand', options: { variant: 'incr-expire' } }, { limiter: 'redis-incr' }],
};
const GET = { lane: 0, request: 4, command: 0 } as const;

/** The race with its last request selected, and explained. */
async function race() {
  const made = await openTestPlayground(RACE);
  made.actions.select(0, 4, 1_000_000);
  await made.settled();
  return made;
}

describe('a message in hand', () => {
  it('runs again wherever it is put, in one undo step, and keeps the selection', async () => {
    const { store, actions, settled, admitted } = await race();
    expect(admitted()).toEqual([5, 3]);
    expect(store.getState().why?.answer).toMatchObject({ outcome: 'allow', sequence: { request: 4 } });
    const before = store.getState().scenario;
    const drag = actions.dragMessage(GET);
    drag.moveTo(1_000);
    await settled();
    expect(admitted()).toEqual([5, 3]);
    drag.moveTo(4_000);
    await settled();
    expect(admitted()).toEqual([4, 3]);
    expect(store.getState().selection).toMatchObject({ lane: 0, request: 4 });
    expect(store.getState().why?.answer).toMatchObject({ outcome: 'deny', request: 4 });
    expect([drag.hasChanges(), store.getState().history.past.length]).toEqual([true, 1]);
    actions.undo();
    await settled();
    expect(store.getState().scenario).toBe(before);
    expect(admitted()).toEqual([5, 3]);
    expect(store.getState().selection).toMatchObject({ lane: 0, request: 4 });
    expect(store.getState().why?.answer).toMatchObject({ outcome: 'allow', request: 4 });
  });

  it('that is put where it was, or let go, has never been', async () => {
    const { store, actions } = await race();
    actions.rename('One');
    actions.undo();
    const before = store.getState();
    for (const end of ['back', 'let go'] as const) {
      const drag = actions.dragMessage(GET);
      drag.moveTo(4_000);
      expect(store.getState().history.future).toEqual([]);
      if (end === 'back') drag.moveTo(0);
      else drag.revert();
      expect(store.getState().scenario).toBe(before.scenario);
      expect(store.getState().history).toBe(before.history);
      expect(drag.hasChanges()).toBe(false);
    }
  });

  it('does nothing more once it was undone on its way', async () => {
    const { store, actions } = await race();
    const before = store.getState().scenario;
    const drag = actions.dragMessage(GET);
    drag.moveTo(4_000);
    actions.undo();
    drag.moveTo(5_000);
    expect(store.getState().scenario).toBe(before);
    drag.revert();
    expect(store.getState().scenario).toBe(before);
  });

  it('of the next hand is another step', async () => {
    const { store, actions } = await race();
    for (const by of [1_000, 2_000]) actions.dragMessage(GET).moveTo(by);
    expect(store.getState().history.past).toHaveLength(2);
  });
});

it('keys move it within one gesture', async () => {
  const { store, actions } = await race();
  for (const by of [200, 400, 600]) actions.moveMessage(GET, by, 'keys');
  expect([messageDelay(store.getState().scenario, GET), store.getState().history.past.length]).toEqual([600, 1]);
  actions.moveMessage(GET, 800, 'other keys');
  expect(store.getState().history.past).toHaveLength(2);
});

it('all that are shown are put back at once', async () => {
  const { store, actions } = await race();
  const INCR = { ...GET, command: 1 };
  const elsewhere = { ...GET, lane: 1 };
  for (const message of [GET, INCR, elsewhere]) actions.moveMessage(message, 1_000);
  actions.putMessagesBack([GET, INCR]);
  const { scenario, history, status } = store.getState();
  expect([GET, INCR, elsewhere].map((message) => messageDelay(scenario, message))).toEqual([0, 0, 1_000]);
  expect(history.past).toHaveLength(4);
  expect(status).toBe('Removed the message delays. Ctrl+Z undoes this.');
  actions.putMessagesBack([GET]);
  expect(store.getState().history.past).toHaveLength(4);
});

it('the atomic version denies what the race let in, and one undo brings it back', async () => {
  const { store, actions, settled, admitted } = await race();
  expect(store.getState().why?.answer.sequence).toMatchObject({
    hasAtomicVersion: true,
    race: { write: { request: 3 } },
  });
  actions.showAtomic(0);
  await settled();
  expect(admitted()).toEqual([3, 3]);
  expect(store.getState().why?.answer).toMatchObject({
    outcome: 'deny',
    request: 4,
    sequence: { hasAtomicVersion: false },
  });
  expect(store.getState().scenario.lanes[0]?.label).toBeUndefined();
  expect(store.getState().status).toBe('Lane 1 is now atomic. Ctrl+Z undoes this.');
  actions.showAtomic(0);
  expect(store.getState().history.past).toHaveLength(1);
  actions.undo();
  await settled();
  expect(admitted()).toEqual([5, 3]);
});
