/** The store for a part of the page that may be out of view: there it follows once nothing changes, and for many changes once. */
import { restingStateOf } from './restingState.ts';
import type { State } from './state.ts';
import type { ReadableStore } from './store.ts';

export interface ViewedStore extends ReadableStore {
  readonly setInView: (inView: boolean) => void;
}

type Listener = (state: State, before: State) => void;

/** Where changes go on and on, how long what is out of view may show an older state, milliseconds. */
const UNSEEN_MS = 1_000;

/** In view until told otherwise. */
export function viewedStoreOf(store: ReadableStore): ViewedStore {
  const listeners = new Set<Listener>();
  let inView = true;
  let shown = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: readonly (() => void)[] = [];

  const catchUp = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const before = shown;
    const now = store.getState();
    if (now === before) return;
    shown = now;
    for (const listener of listeners) listener(now, before);
  };
  return {
    ...store,
    getState: () => (inView ? store.getState() : shown),
    subscribe(listener) {
      if (listeners.size === 0) {
        shown = store.getState();
        stop = [
          store.subscribe(() => {
            if (inView) catchUp();
            else timer ??= setTimeout(catchUp, UNSEEN_MS);
          }),
          restingStateOf(store).subscribe(catchUp),
        ];
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const end of stop) end();
        clearTimeout(timer);
        timer = undefined;
      };
    },
    setInView(next) {
      inView = next;
      if (inView) catchUp();
    },
  };
}
