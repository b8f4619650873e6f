/** What all actions share: editing the scenario, the status line, the playhead and the range. */
import type { StoreApi } from 'zustand/vanilla';
import { deepEqual, type Instant, type Scenario } from '../sim/index.ts';
import { recordStep } from './history.ts';
import { snapshotOf } from './slices/document.ts';
import { lockedText } from './locks.ts';
import type { PlayerControls } from './player.ts';
import type { PressTurn } from './pressQueue.ts';
import { lockPlace, locksOf } from './selectors.ts';
import { rangeAfterEdit, wholeRange, type Range } from './slices/view.ts';
import type { StatusLine } from './statusLine.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

/**
 * An edit of the scenario; those of one gesture are one undo step.
 * @returns whether it changed anything: a lock may forbid it
 */
export type Edit = (label: string, change: (scenario: Scenario) => Scenario, gesture?: string | null) => boolean;

export interface ActionContext extends Editing, StatusLine, Navigation {
  readonly store: Store;
  readonly get: StoreApi<State>['getState'];
  readonly set: StoreApi<State>['setState'];
  readonly player: PlayerControls;
  /** Runs the action once the pending run has finished; at once if none is pending. */
  readonly whenRunSettled: (action: () => void) => void;
  /** Selects the same request in another lane, which becomes the focused lane. */
  readonly selectInLane: (lane: number, turn?: PressTurn) => void;
}

/** What waits for no other press. */
const AT_ONCE: PressTurn = { isCurrent: () => true, done: () => undefined };

export function createActionContext(store: Store): ActionContext {
  const { getState: get, setState: set, player } = store;
  const { statusLine: status } = store;
  const navigation = createNavigation(store);
  return {
    store,
    get,
    set,
    player,
    ...createEditing(store, status),
    ...status,
    ...navigation,
    whenRunSettled: (action) => whenRunSettled(store, action),
    selectInLane: (lane, turn = AT_ONCE) => selectInLane(store, status, navigation, lane, turn),
  };
}

interface Editing {
  /** The only way to change the scenario on a user's behalf: records the change for undo, then runs it. */
  readonly edit: Edit;
  /** The same for traffic edits, which renumber requests and so clear the selection. */
  readonly editTraffic: Edit;
}

function createEditing({ getState: get, setState: set }: Store, { showOnly }: StatusLine): Editing {
  const edit: Edit = (label, change, gesture = null) => {
    const { scenario, history, range } = get();
    const next = change(scenario);
    if (next === scenario) return false;
    const locked = lockedText(scenario, next, locksOf(get()), lockPlace(get()));
    if (locked !== null) {
      showOnly(locked);
      return false;
    }
    set({
      scenario: next,
      history: recordStep(history, snapshotOf(get()), label, gesture, (began) => deepEqual(began.scenario, next)),
      playedThrough: false,
      range: rangeAfterEdit(range, scenario, next),
    });
    return true;
  };
  return {
    edit,
    editTraffic: (label, change, gesture) => {
      const changed = edit(label, change, gesture);
      if (changed) set({ selection: null });
      return changed;
    },
  };
}

interface Navigation {
  readonly setRange: (range: Range) => void;
  readonly seek: (at: Instant) => void;
  readonly select: (lane: number, request: number, at: Instant) => void;
}

/** The shortest visible range, in microseconds; a pixel is then a fraction of one. */
const MIN_RANGE = 100;

function createNavigation({ getState: get, setState: set, player }: Store): Navigation {
  const setRange = ({ from, to }: Range): void => {
    const end = wholeRange(get().scenario, get().result?.end).to;
    const length = Math.min(end, Math.max(MIN_RANGE, Math.round(to - from)));
    const start = Math.max(0, Math.min(end - length, Math.round(from)));
    set({ range: { from: start, to: start + length } });
  };
  /** Brings an instant into the visible range without changing its length. */
  const reveal = (at: Instant): void => {
    const { range } = get();
    if (at >= range.from && at <= range.to) return;
    const length = range.to - range.from;
    setRange({ from: at - length / 2, to: at + length / 2 });
  };
  return {
    setRange,
    seek(at) {
      // After a seek the read-outs show the playhead's instant, even if the pointer rests on a chart. A status spoke of
      // the instant before.
      set({ playedThrough: false, hoveredAt: null, status: '' });
      player.seek(Math.round(at));
      reveal(at);
    },
    select(lane, request, at) {
      player.pause();
      // Why? opens on a selection and follows it; a tab that is already open stays. Under a dialog the drawer does not open.
      set(({ drawer, dialog }) => ({
        selection: { lane, request, at },
        focusedLane: lane,
        playedThrough: false,
        hoveredAt: null,
        drawer: drawer ?? (dialog === null ? 'why' : null),
      }));
      player.seek(at);
      reveal(at);
    },
  };
}

/** See `ActionContext.whenRunSettled`. */
export function whenRunSettled(store: Pick<Store, 'getState' | 'subscribe'>, action: () => void): void {
  if (!store.getState().busy) {
    action();
    return;
  }
  const unsubscribe = store.subscribe(({ busy }) => {
    if (busy) return;
    unsubscribe();
    action();
  });
}

function selectInLane(
  store: Store,
  { showStatus }: StatusLine,
  { select }: Navigation,
  lane: number,
  { isCurrent, done }: PressTurn,
): void {
  const { getState: get, setState: set } = store;
  const { selection, result } = get();
  set({ focusedLane: lane });
  if (selection === null || selection.lane === lane || result?.isClosedLoop !== true) {
    if (selection !== null) set({ selection: { ...selection, lane } });
    done();
    return;
  }
  // In a closed loop every lane numbers its own requests, and only a run of this scenario knows this lane.
  whenRunSettled(store, () => {
    if (get().selection !== selection || get().result?.scenario !== get().scenario) {
      done();
      return;
    }
    store.ask(
      'counterpart',
      { selected: selection, lane },
      (found) => {
        if (get().selection !== selection || !isCurrent()) return;
        if (found === null) showStatus('That lane never received this request.');
        else select(lane, found.request, found.at);
      },
      done,
    );
  });
}
