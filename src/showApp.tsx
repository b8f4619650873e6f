/** The first run, and the app over the page's first paint: of the whole page, and of an embed. */
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { chartLayoutOf } from './store/selectors.ts';
import type { State } from './store/state.ts';
import type { Store } from './store/store.ts';
import { plotWidths } from './views/charts/laneGeometry.ts';
import { currentWidth, followNarrow } from './views/hooks/useLayout.ts';
import { followTranslation } from './views/ui/translatedText.ts';

/** A first run that takes longer is waited for in the app. */
const PATIENCE_MS = 500;

/**
 * Asks for the first run, for charts as wide as they are going to be. From then on the store runs what it is changed to.
 *
 * @returns where to show the app; React's listeners, which take a while, are added meanwhile
 */
export function startFirstRun(store: Store): Root {
  followTranslation();
  followNarrow((narrow) => store.setState({ narrow }));
  predictColumns(store);
  store.rerun();
  return createRoot(document.querySelector('#root') as HTMLElement);
}

/**
 * The first result comes first. Rendered before it, all charts would be rendered and painted twice; and the worker would get the
 * question only after that, because a browser hands a new worker its messages once the page's thread is free.
 */
export async function showApp(root: Root, store: Store, app: ReactNode): Promise<void> {
  await firstAnswer(store);
  // In a transition React renders in slices of a few milliseconds, so that the page answers meanwhile.
  startTransition(() => root.render(<StrictMode>{app}</StrictMode>));
}

/** How wide the plots are going to be, as the lanes find out themselves once they are there: else all is asked for twice. */
function predictColumns(store: Store): void {
  const state = store.getState();
  const room = document.documentElement.clientWidth;
  const { lane, track } = plotWidths(room, chartLayoutOf(state), currentWidth(), state.windowCountShown);
  store.setState({ chartColumns: lane, trackColumns: track });
}

function firstAnswer({ getState, subscribe }: Pick<Store, 'getState' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      resolve();
    };
    const look = ({ busy }: State): void => {
      if (!busy) end();
    };
    const unsubscribe = subscribe(look);
    setTimeout(end, PATIENCE_MS);
    look(getState());
  });
}
