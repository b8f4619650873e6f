/** What all actions work with: the one way in which a scenario changes, the status line, the playhead and the range. */
import type { Instant, Scenario } from '../sim/index.ts';
import { recordStep } from './history.ts';
import { wholeRange, type Store } from './store.ts';
import type { Range } from './state.ts';

/** What worked is said for this long. */
const STATUS_DURATION_MS = 6_000;
/** The shortest visible range, microseconds: a pixel is then a fraction of one. */
const MIN_RANGE = 100;

export type ActionContext = ReturnType<typeof createActionContext>;

export function createActionContext(store: Store) {
  const { getState: get, setState: set, player } = store;

  /** The one way in which a scenario changes by hand: recorded, then run. */
  const edit = (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null): void => {
    const { scenario, opened, history } = get();
    const next = change(scenario);
    if (next === scenario) return;
    set({ scenario: next, history: recordStep(history, { scenario, opened }, label, gesture), playedThrough: false });
  };
  /** Traffic edits renumber requests: what was selected may be another one now. */
  const editTraffic = (
    label: string,
    change: (scenario: Scenario) => Scenario,
    gesture: string | null = null,
  ): void => {
    edit(label, change, gesture);
    set({ selection: null });
  };
  /** Waits until what was done has been computed: at once when nothing is under way. */
  const whenIdle = (action: () => void): void => {
    if (!get().busy) {
      action();
      return;
    }
    const unsubscribe = store.subscribe(({ busy }) => {
      if (busy) return;
      unsubscribe();
      action();
    });
  };
  let statusTimer: ReturnType<typeof setTimeout> | undefined;
  const showStatus = (status: string): void => {
    clearTimeout(statusTimer);
    set({ status });
    statusTimer = setTimeout(() => set({ status: '' }), STATUS_DURATION_MS);
  };
  const showUndoableStatus = (sentence: string): void => showStatus(`${sentence}. Ctrl+Z brings it back.`);

  const setRange = ({ from, to }: Range): void => {
    const end = Math.max(get().result?.end ?? 0, wholeRange(get().scenario).to);
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
  const seek = (at: Instant): void => {
    // Whoever moves the playhead looks at it, wherever the pointer happens to rest.
    set({ playedThrough: false, hoveredAt: null });
    player.seek(Math.round(at));
    reveal(at);
  };
  const select = (lane: number, request: number, at: Instant): void => {
    player.pause();
    // Why? opens on a selection and follows it; another tab that is open stays. Under a dialog nothing moves.
    set(({ drawer, dialog }) => ({
      selection: { lane, request, at },
      focusedLane: lane,
      playedThrough: false,
      hoveredAt: null,
      drawer: drawer ?? (dialog === null ? 'why' : null),
    }));
    player.seek(at);
    reveal(at);
  };

  /** The same request in another lane, which becomes the one that forms are about. */
  const selectInLane = (lane: number, onDone: () => void = () => undefined): void => {
    const { selection, result } = get();
    set({ focusedLane: lane });
    if (selection === null || selection.lane === lane || result?.isClosedLoop !== true) {
      if (selection !== null) set({ selection: { ...selection, lane } });
      onDone();
      return;
    }
    // Where clients answer back, every lane numbers its own requests; only a run of this scenario knows this lane.
    whenIdle(() => {
      if (get().selection !== selection || get().result?.scenario !== get().scenario) {
        onDone();
        return;
      }
      store.ask(
        'counterpart',
        { selected: selection, lane },
        (found) => {
          if (get().selection !== selection) return;
          if (found === null) showStatus('That lane never came to this request.');
          else select(lane, found.request, found.at);
        },
        onDone,
      );
    });
  };

  return {
    store,
    get,
    set,
    player,
    edit,
    editTraffic,
    say: showStatus,
    undoable: showUndoableStatus,
    whenSettled: whenIdle,
    setRange,
    seek,
    select,
    selectIn: selectInLane,
  };
}
