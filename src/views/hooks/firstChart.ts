/** What the first chart does not need waits until it is on the screen: anything loaded or run earlier would delay it. */
import { useDeferredValue, useEffect, useLayoutEffect } from 'react';
import type { State } from '../../store/state.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { afterPaint } from '../../store/afterPaint.ts';

/** A first run may take longer, or never end; what waits comes meanwhile. */
const PATIENCE_MS = 2_000;

let settle: () => void = () => undefined;

/** Settled when the first result has been painted and the rest of the page stands, or could not be had. */
export const firstChart = new Promise<void>((resolve) => {
  settle = resolve;
});

let isFirstRender = true;
void firstChart.then(() => {
  isFirstRender = false;
});

/**
 * Whether to render what the first chart can do without. The page's first render leaves it out, and only keeps its place;
 * another one follows at once, in slices.
 */
export function useRestOfPage(): boolean {
  return useDeferredValue(true, !isFirstRender);
}

let settleMounted: () => void = () => undefined;

/** Settled when all of the app stands in the document, before it is painted. */
export const appMounted = new Promise<void>((resolve) => {
  settleMounted = resolve;
});

/** For the component that is the whole page: its first result may be there before it is mounted. */
export function useFirstChart(): void {
  const { getState, subscribe } = useStoreApi();
  const whole = useRestOfPage();
  useLayoutEffect(() => {
    if (whole) settleMounted();
  }, [whole]);
  useEffect(() => {
    if (!whole) return undefined;
    const patience = setTimeout(settle, PATIENCE_MS);
    const look = ({ busy }: State): void => {
      if (busy) return;
      stop();
      void afterPaint().then(settle);
    };
    const unsubscribe = subscribe(look);
    const stop = (): void => {
      clearTimeout(patience);
      unsubscribe();
    };
    look(getState());
    return stop;
  }, [whole, getState, subscribe]);
}
