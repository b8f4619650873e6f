/** The first run, and the app over the page's first paint: of the whole page, and of an embed. */
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { chartLayoutOf } from './store/selectors.ts';
import type { Store } from './store/store.ts';
import { plotWidths } from './views/charts/laneGeometry.ts';
import { currentWidth, followNarrow } from './views/hooks/useLayout.ts';

/** A first run that takes longer is waited for in the app. */
const PATIENCE_MS = 500;

/**
 * The result comes first. Rendered before it, all charts would be rendered and painted twice; and the worker would get the
 * question only after that, because a browser hands a new worker its messages once the page's thread is free.
 */
export async function showApp(store: Store, app: ReactNode): Promise<void> {
  followNarrow((narrow) => store.setState({ narrow }));
  predictColumns(store);
  store.rerun();
  await firstAnswer(store);
  const root = createRoot(document.querySelector('#root') as HTMLElement);
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

function firstAnswer({ subscribe }: Pick<Store, 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(({ busy }) => {
      if (!busy) end();
    });
    setTimeout(end, PATIENCE_MS);
  });
}
