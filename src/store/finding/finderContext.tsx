/** What tests lanes and finds traffic, for components. */
import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { usePlayground } from '../playgroundContext.tsx';
import type { Finder, FinderState } from './finding.ts';

const FinderContext = createContext<Finder | null>(null);

/** Suspends until it is loaded, and throws where that fails. */
export function WithFinder({ children }: { children: ReactNode }) {
  const finder = use(usePlayground().loadFinder());
  return <FinderContext value={finder}>{children}</FinderContext>;
}

export function useFinder(): Finder {
  const finder = use(FinderContext);
  if (finder === null) throw new Error('There is no WithFinder above this component.');
  return finder;
}

/** A selected part of what it knows; the component renders again when it changes. */
export function useFinderState<T>(select: (state: FinderState) => T): T {
  return useStore(useFinder().state, select);
}
