/** What the first chart does not need waits until it is on the screen: anything loaded or run earlier would delay it. */
import { useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import type { State } from '../../store/state.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { afterPaint } from '../../store/afterPaint.ts';
import { currentWidth } from './useLayout.ts';

/** A first run may take longer, or never end; what waits comes meanwhile. */
const PATIENCE_MS = 2_000;

let settle: () => void = () => undefined;

/** Settled once all of the page is mounted and the first result has been painted, or takes too long. */
export const firstChart = new Promise<void>((resolve) => {
  settle = resolve;
});

let beforeFirstChart = true;
void firstChart.then(() => {
  beforeFirstChart = false;
});

/** What changes all the time, as under a moving pointer, has React begin its deferred render again and again. */
const MOST_DEFERRED_MS = 300;

/**
 * Whether to render what the first chart can do without. The first render of a wide page leaves it out, and only keeps its
 * place; another one follows at once, in slices. On a phone, where heights depend on what is in a place, nothing is left out.
 */
export function useRestShown(): boolean {
  const shown = useDeferredValue(true, !beforeFirstChart || currentWidth() === 'phone');
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (shown) return undefined;
    const timer = setTimeout(() => setIsLate(true), MOST_DEFERRED_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown || isLate;
}

let settleMounted: () => void = () => undefined;

/** Settled when all of the app stands in the document, before the last of it is painted. */
export const appMounted = new Promise<void>((resolve) => {
  settleMounted = resolve;
});

/** For the component that is the whole page: its first result may be there before it is mounted. @returns `useRestShown` */
export function useFirstChart(): boolean {
  const { getState, subscribe } = useStoreApi();
  const restShown = useRestShown();
  useLayoutEffect(() => {
    if (restShown) settleMounted();
  }, [restShown]);
  useEffect(() => {
    if (!restShown) return undefined;
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
  }, [restShown, getState, subscribe]);
  return restShown;
}
