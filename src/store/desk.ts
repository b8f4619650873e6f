/** What all actions work with: the one way in which a scenario changes, the status line, the playhead and the range. */
import type { Instant, Scenario } from '../sim/index.ts';
import { recorded } from './history.ts';
import { wholeRange, type Store } from './store.ts';
import type { Range } from './state.ts';

/** What worked is said for this long. */
const STATUS_MS = 6_000;
/** The shortest visible range, microseconds: a pixel is then a fraction of one. */
const SHORTEST_RANGE = 100;

export type Desk = ReturnType<typeof createDesk>;

export function createDesk(store: Store) {
  const { getState: get, setState: set, player } = store;

  /** The one way in which a scenario changes by hand: recorded, then run. */
  const edit = (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null = null): void => {
    const { scenario, opened, history } = get();
    const next = change(scenario);
    if (next === scenario) return;
    set({ scenario: next, history: recorded(history, { scenario, opened }, label, gesture), playedThrough: false });
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
  const whenSettled = (action: () => void): void => {
    if (!get().busy) {
      action();
      return;
    }
    const end = store.subscribe(({ busy }) => {
      if (busy) return;
      end();
      action();
    });
  };
  let silence: ReturnType<typeof setTimeout> | undefined;
  const say = (status: string): void => {
    clearTimeout(silence);
    set({ status });
    silence = setTimeout(() => set({ status: '' }), STATUS_MS);
  };
  const undoable = (done: string): void => say(`${done}. Ctrl+Z brings it back.`);

  const setRange = ({ from, to }: Range): void => {
    const end = Math.max(get().result?.end ?? 0, wholeRange(get().scenario).to);
    const length = Math.min(end, Math.max(SHORTEST_RANGE, Math.round(to - from)));
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
    set({ playedThrough: false, hovered: null });
    player.seek(Math.round(at));
    reveal(at);
  };
  const select = (lane: number, request: number, at: Instant): void => {
    player.pause();
    // Why? opens on a selection and follows it; another tab that is open stays. Under a dialog nothing moves.
    set(({ drawer, dialog }) => ({
      selection: { lane, request, at },
      lane,
      playedThrough: false,
      hovered: null,
      drawer: drawer ?? (dialog === null ? 'why' : null),
    }));
    player.seek(at);
    reveal(at);
  };

  /** The same request in another lane, which becomes the one that forms are about. */
  const selectIn = (lane: number, over: () => void = () => undefined): void => {
    const { selection, result } = get();
    set({ lane });
    if (selection === null || selection.lane === lane || result?.answersBack !== true) {
      if (selection !== null) set({ selection: { ...selection, lane } });
      over();
      return;
    }
    // Where clients answer back, every lane numbers its own requests; only a run of this scenario knows this lane.
    whenSettled(() => {
      if (get().selection !== selection || get().result?.of !== get().scenario) {
        over();
        return;
      }
      store.ask(
        'same',
        { selected: selection, lane },
        (found) => {
          if (get().selection !== selection) return;
          if (found === null) say('That lane never came to this request.');
          else select(lane, found.request, found.at);
        },
        over,
      );
    });
  };

  return { store, get, set, player, edit, editTraffic, say, undoable, whenSettled, setRange, seek, select, selectIn };
}
