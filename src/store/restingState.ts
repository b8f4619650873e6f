/** The state once nothing has changed for a moment: for what is heard and not seen, which nobody waits for. */
import type { State } from './state.ts';
import type { ReadableStore } from './store.ts';

export interface RestingState {
  /** The state as it was when it last rested. */
  readonly getState: () => State;
  /** @returns a function that ends it */
  readonly subscribe: (listener: () => void) => () => void;
}

/** How long nothing may change. */
const REST_MS = 100;

const known = new WeakMap<ReadableStore, RestingState>();

/** The same for all who ask. */
export function restingStateOf(store: ReadableStore): RestingState {
  let resting = known.get(store);
  if (resting === undefined) known.set(store, (resting = followRest(store)));
  return resting;
}

function followRest({ getState, subscribe }: ReadableStore): RestingState {
  const listeners = new Set<() => void>();
  let rested = getState();
  let changedAt = 0;
  let waiting = false;
  const wait = (ms: number): void => {
    waiting = true;
    setTimeout(() => {
      // One timer at a time: a drag changes the state hundreds of times a second.
      const left = changedAt + REST_MS - performance.now();
      if (left > 0) {
        wait(left);
        return;
      }
      waiting = false;
      // A run's end is a change, too: until then its result is about to be replaced.
      if (getState().busy) return;
      rested = getState();
      for (const listener of listeners) listener();
    }, ms);
  };
  subscribe(() => {
    changedAt = performance.now();
    if (!waiting) wait(REST_MS);
  });
  return {
    getState: () => rested,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
