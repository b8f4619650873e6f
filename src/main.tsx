/** The composition root: starts the worker, creates the store, mounts the app. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FIRST_VISIT_VIEW, microsFromSeconds, presets, presetScenario, type Preset } from './sim/index.ts';
import { browserFrameClock } from './store/frameClock.ts';
import { openInitialScenario, openLink, openScenario } from './store/openScenario.ts';
import { createPlayground, PlaygroundProvider } from './store/playgroundContext.tsx';
import { createPlaygroundStore } from './store/createPlaygroundStore.ts';
import type { Store } from './store/store.ts';
import { browserWorksHost, followPage } from './store/works/browserHost.ts';
import { keepThumbnails } from './store/works/keepThumbnails.ts';
import { loadWorks } from './store/works/loadWorks.ts';
import type { TabWorks } from './store/works/works.ts';
import { App } from './views/App.tsx';
import { ErrorBoundary } from './views/ui/ErrorBoundary.tsx';
import { createSimulationClient } from './worker/simulationClient.ts';

const edgeBurst = presets[0] as Preset;

void start();

async function start(): Promise<void> {
  // The worker loads while the database opens.
  const client = createSimulationClient(
    () => new Worker(new URL('./worker/simulation.worker.ts', import.meta.url), { type: 'module', name: 'simulation' }),
  );
  const { settings, create: createWorks } = await loadWorks(browserWorksHost());
  const scenario = presetScenario(edgeBurst);
  const store = createPlaygroundStore({ client, clock: browserFrameClock, settings, reducedMotion, scenario });
  const works = createWorks(store);
  keepThumbnails(store, works);
  const openedFrom = await openInitialScenario(store, works, location.hash, () => firstVisit(store));
  if (openedFrom !== 'failed') clearHash();
  store.rerun();
  followChanges(store, works);
  createRoot(document.querySelector('#root') as HTMLElement).render(
    <StrictMode>
      <PlaygroundProvider playground={createPlayground(store, works)}>
        <ErrorBoundary fallback={<CrashPage />}>
          <App />
        </ErrorBoundary>
      </PlaygroundProvider>
    </StrictMode>,
  );
}

function firstVisit(store: Store): void {
  openScenario(store, {
    scenario: presetScenario(edgeBurst),
    view: FIRST_VISIT_VIEW,
    label: 'first visit',
    record: false,
  });
  if (reducedMotion()) {
    store.player.seek(microsFromSeconds(24));
    return;
  }
  // Playback starts as soon as there is a result.
  const unsubscribe = store.subscribe(({ result }) => {
    if (result === null) return;
    unsubscribe();
    store.player.play();
  });
}

/** Keeps settings and address in step with the state, and opens links that are pasted into the address. */
function followChanges(store: Store, works: TabWorks): void {
  followPage(works, ({ message }) =>
    store.notify({
      kind: 'defect',
      text: `The work could not be opened again: ${message}.`,
      actions: [{ do: 'dismiss' }],
    }),
  );
  store.subscribe((state, before) => {
    // The notice about a broken link has been dismissed.
    if (state.notices !== before.notices && !state.notices.some(({ kind }) => kind === 'link')) clearHash();
    const { theme, singleKeys } = state;
    if (theme !== before.theme || singleKeys !== before.singleKeys) works.keepSettings({ theme, singleKeys });
  });
  works.subscribe(() => {
    // What was shown in place of a broken link is a work now.
    if (works.holding === 'held') clearHash();
  });
  addEventListener('hashchange', () => {
    if (location.hash.length <= 1) return;
    openLink(store, works, location.hash);
    if (store.getState().notices[0]?.kind !== 'link') clearHash();
  });
}

/** What is open is remembered by the tab: with the hash left in place, a reload would open the link anew. */
function clearHash(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

/** Shown when rendering fails: the work is saved, and a reload restores it. */
function CrashPage() {
  return (
    <main role="alert" className="broken">
      <h1>Spillway</h1>
      <p>The page stopped because of an internal error. Your work is saved in this browser.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </main>
  );
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
