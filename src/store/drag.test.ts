import { describe, expect, it } from 'vitest';
import { SECOND } from '../sim/index.ts';
import { currentPhaseSelection } from './selectors.ts';
import { openTestPlayground } from './testing.ts';
import { withItemsMoved, type TrafficItems } from './trafficEdits.ts';

const DRAWN = {
  policy: { n: 2, T: 10 },
  duration: 40,
  traffic: [
    { kind: 'steady', from: 5, to: 10, rate: 2 },
    { kind: 'times', at: [1, 12, 20], clicks: true },
  ],
  lanes: [{ limiter: 'fixed-window' }],
};
const first: TrafficItems = { phases: [0], requests: new Map() };
const clicked: TrafficItems = { phases: [], requests: new Map([[1, new Set([1])]]) };
const later: TrafficItems = { phases: [0], requests: new Map([[1, new Set([0, 2])]]) };
const by =
  (seconds: number, items = first) =>
  (before: Parameters<typeof withItemsMoved>[0]) =>
    withItemsMoved(before, items, seconds * SECOND);

describe('a drag', () => {
  it('is one undo step however far it goes, runs every lane on its way, and begins anew from where it began', async () => {
    const { store, actions, settled } = await openTestPlayground(DRAWN);
    const before = store.getState().scenario;
    const drag = actions.startDrag();
    drag.update('move', by(3));
    await settled();
    expect(store.getState().result?.scenario).toBe(store.getState().scenario);
    drag.update('move', by(1));
    drag.update('move', by(7));
    expect(store.getState().scenario.traffic[0]).toMatchObject({ from: 12, to: 17 });
    expect([drag.hasChanges(), store.getState().history.past.length]).toEqual([true, 1]);
    actions.undo();
    expect(store.getState().scenario).toBe(before);
    actions.redo();
    expect(store.getState().scenario.traffic[0]).toMatchObject({ from: 12 });
  });

  it('of the next one is another step', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    for (const seconds of [3, 4]) actions.startDrag().update('move', by(seconds));
    expect(store.getState().history.past.map(({ value }) => value.scenario.traffic[0])).toMatchObject([
      { from: 5 },
      { from: 8 },
    ]);
  });

  it('that is taken back, or ends where it began, has never been', async () => {
    const { store, actions, settled } = await openTestPlayground(DRAWN);
    actions.rename('One');
    actions.undo();
    actions.select(0, 3, 6 * SECOND);
    await settled();
    const before = store.getState();
    for (const end of [(drag: ReturnType<typeof actions.startDrag>) => drag.revert(), null]) {
      const drag = actions.startDrag();
      drag.update('move', by(3));
      expect(store.getState().history.future).toEqual([]);
      if (end === null) drag.update('move', by(0));
      else end(drag);
      const { scenario, history, selection } = store.getState();
      expect(scenario).toBe(before.scenario);
      expect(history).toBe(before.history);
      expect(selection).toBe(before.selection);
      expect(drag.hasChanges()).toBe(false);
    }
    await settled();
    expect(store.getState().result?.scenario).toBe(before.scenario);
  });

  it('goes on after it was back where it began', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    const drag = actions.startDrag();
    for (const seconds of [3, 0, 4]) drag.update('move', by(seconds));
    expect(store.getState().scenario.traffic[0]).toMatchObject({ from: 9 });
    expect(store.getState().history.past).toHaveLength(1);
  });

  it('does nothing more once it was undone on its way', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    const before = store.getState().scenario;
    const drag = actions.startDrag();
    drag.update('move', by(3));
    actions.undo();
    drag.update('move', by(4));
    drag.revert();
    expect(store.getState().scenario).toBe(before);
    expect(store.getState().history.future).toHaveLength(1);
  });

  it('paints by hand, each frame anew', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    const drag = actions.startDrag();
    drag.paint([2 * SECOND]);
    drag.paint([2 * SECOND, 3 * SECOND]);
    expect(store.getState().scenario.traffic[1]).toMatchObject({ at: [1, 12, 20, 2, 3] });
    expect(store.getState().history.past).toHaveLength(1);
  });
});

describe('what is selected on the track', () => {
  it('stays so while it is moved, painted beside and placed beside', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    actions.mark(later);
    actions.startDrag().update('move', by(2, later));
    actions.startDrag().paint([3 * SECOND]);
    actions.place(4 * SECOND, 1_000);
    expect(currentPhaseSelection(store.getState())).toMatchObject({ phases: [0], requests: later.requests });
    expect(store.getState().scenario.traffic[1]).toMatchObject({ at: [3, 12, 22, 3, 4] });
  });

  it('is nothing where the traffic is another: after an undo, by form, in another scenario', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    for (const change of [actions.undo, () => actions.removePhase(0), actions.startNew]) {
      actions.startDrag().update('move', by(1));
      actions.mark(clicked);
      expect(currentPhaseSelection(store.getState())).not.toBeNull();
      change();
      expect(currentPhaseSelection(store.getState())).toBeNull();
    }
  });

  it('is nothing where nothing is', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    actions.mark({ phases: [], requests: new Map([[1, new Set()]]) });
    expect(currentPhaseSelection(store.getState())).toBeNull();
    actions.removeMarked();
    expect(store.getState().history.past).toEqual([]);
  });

  it('says that it is let go, once: the line goes on with no keys that would move it', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    actions.mark(clicked);
    actions.mark(null);
    expect(store.getState().status).toBe('Deselected 1 request.');
    actions.say('Something else.');
    actions.mark(null);
    expect(store.getState().status).toBe('Something else.');
  });

  it('is removed in one step, which says so; the form stays with its phase', async () => {
    const { store, actions, settled } = await openTestPlayground(DRAWN);
    actions.choosePhase(1);
    actions.mark(clicked);
    actions.removeMarked();
    expect(store.getState().status).toBe('Removed 1 request. Ctrl+Z undoes this.');
    expect([store.getState().focusedPhase, store.getState().phaseSelection]).toEqual([1, null]);
    await settled();
    actions.mark(first);
    actions.removeMarked();
    expect(store.getState().focusedPhase).toBe(0);
    expect(store.getState().scenario.traffic.map(({ kind }) => kind)).toEqual(['times']);
    actions.mark({ phases: [], requests: new Map([[0, new Set([0, 1])]]) });
    actions.removeMarked();
    expect(store.getState().status).toBe('Removed 2 requests. Ctrl+Z undoes this.');
    expect([store.getState().focusedPhase, store.getState().scenario.traffic]).toEqual([null, []]);
    for (let step = 0; step < 3; step++) actions.undo();
    expect(store.getState().scenario.traffic).toMatchObject([{ from: 5 }, { at: [1, 12, 20] }]);
  });
});

describe('a click on the track', () => {
  it('places one request, and moves neither the playhead nor the end of the run', async () => {
    const { store, actions, settled } = await openTestPlayground(DRAWN);
    actions.seek(7 * SECOND);
    actions.place(40 * SECOND, 1_000);
    actions.place(3_000_400, 1_000);
    await settled();
    const { scenario, result, range } = store.getState();
    expect(scenario.traffic[1]).toMatchObject({ at: [1, 12, 20, 40, 3] });
    expect([store.player.at, result?.end, range.to]).toEqual([7 * SECOND, 40 * SECOND, 40 * SECOND]);
    expect(store.getState().status).toMatch(/^Sent at 3\.000 s: admitted by 1 lane\.$/);
  });

  it('says its duration where the run followed its traffic', async () => {
    const { duration: _, ...following } = { ...DRAWN, traffic: [{ kind: 'burst', at: 30, count: 1 }] };
    const { store, actions } = await openTestPlayground(following);
    actions.place(3 * SECOND, 1_000);
    expect(store.getState().scenario.duration).toBe(40);
  });

  it('is finer than a millisecond where it is told to', async () => {
    const { store, actions } = await openTestPlayground(DRAWN);
    actions.place(3_000_047, 5);
    expect(store.getState().scenario.traffic[1]).toMatchObject({ at: [1, 12, 20, 3.000045] });
  });
});
