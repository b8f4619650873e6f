/** The store for components: a context, and hooks that read it. */
import { createContext, useContext, useEffect, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createActions, type Actions } from './actions.ts';
import type { Player } from './player.ts';
import { restingStateOf } from './restingState.ts';
import type { State } from './state.ts';
import type { ReadableStore, Store } from './store.ts';
import type { Finder } from './finding/finding.ts';
import type { Learning } from './learning/learning.ts';
import type { Tuning } from './tuning/tuning.ts';
import type { TabWorks, Works } from './works/works.ts';

interface Playground {
  readonly store: ReadableStore;
  readonly actions: Actions;
  readonly works: Works;
  /** Tune's part of the store, loaded by the first call. */
  readonly loadTuning: () => Promise<Tuning>;
  /** Learn's part of the store, likewise. */
  readonly loadLearning: () => Promise<Learning>;
  /** What tests lanes and finds traffic, likewise. */
  readonly loadFinder: () => Promise<Finder>;
}

const PlaygroundContext = createContext<Playground | null>(null);

export function PlaygroundProvider({ playground, children }: { playground: Playground; children: ReactNode }) {
  return <PlaygroundContext value={playground}>{children}</PlaygroundContext>;
}

/** What loads the parts of the store that few need; each is called once. */
export interface LaterParts {
  readonly startTuning: () => Promise<Tuning>;
  readonly startLearning: () => Promise<Learning>;
  readonly startFinding: () => Promise<Finder>;
}

export function createPlayground(
  store: Store,
  works: TabWorks,
  { startTuning, startLearning, startFinding }: LaterParts,
): Playground {
  const loadFinder = once(startFinding);
  return {
    store,
    actions: createActions(store, works, loadFinder),
    works,
    loadTuning: once(startTuning),
    loadLearning: once(startLearning),
    loadFinder,
  };
}

function once<T>(start: () => T): () => T {
  let started: T | undefined;
  return () => (started ??= start());
}

/** For a part of the page that follows another store than the playground's own. */
const StoreContext = createContext<ReadableStore | null>(null);

export function StoreProvider({ store, children }: { store: ReadableStore; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function usePlayground(): Playground {
  const playground = useContext(PlaygroundContext);
  if (playground === null) throw new Error('There is no PlaygroundProvider above this component.');
  return playground;
}

/** A selected part of the state; the component renders again when it changes. */
export function useAppState<T>(select: (state: State) => T): T {
  return useStore(useStoreApi(), select);
}

/** The same, but only once nothing has changed for a moment: for what is heard and not seen. */
export function useRestingState<T>(select: (state: State) => T): T {
  const { getState, subscribe } = restingStateOf(usePlayground().store);
  return useSyncExternalStore(subscribe, () => select(getState()));
}

/**
 * Calls back with a selected record before the first paint and whenever one of its fields changes, without rendering: for what
 * is drawn or written with every step of a slider.
 * @param select returns null to skip a change
 */
export function useSelectedRecord<T extends object>(
  select: (state: State) => T | null,
  listener: (selected: T) => void,
): void {
  const store = useStoreApi();
  useLayoutEffect(() => {
    let last: T | null = null;
    const check = (state: State): void => {
      const selected = select(state);
      if (selected === null || (last !== null && hasSameFields(selected, last))) return;
      last = selected;
      listener(selected);
    };
    check(store.getState());
    return store.subscribe(check);
  }, [store, select, listener]);
}

/** Of two records of one kind. Zustand's `shallow` knows maps and iterables, too, and is four times as long. */
function hasSameFields<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((field) => one[field] === other[field]);
}

export function useActions(): Actions {
  return usePlayground().actions;
}

/** The works kept in this browser. */
export function useWorks(): Works {
  return usePlayground().works;
}

/** For reads, subscriptions and questions outside of rendering. */
export function useStoreApi(): ReadableStore {
  const { store } = usePlayground();
  return useContext(StoreContext) ?? store;
}

/** Calls back on every move of the playhead, every frame during playback: for refs, not for state. */
export function usePlayhead(listener: (player: Player) => void): void {
  const { player } = useStoreApi();
  useEffect(() => {
    listener(player);
    return player.subscribe(listener);
  }, [player, listener]);
}
