/** The composition root: starts the worker, makes the store, mounts the app. It knows everyone. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FIRST_VISIT_VIEW, microsFromSeconds, presets, presetScenario, type Preset } from './sim/index.ts';
import { browserFrameClock } from './store/frameClock.ts';
import { currentSavedWork, openInitialScenario, openLink, openScenario } from './store/openScenario.ts';
import { createPlayground, PlaygroundProvider } from './store/playgroundContext.tsx';
import { createPlaygroundStore } from './store/createPlaygroundStore.ts';
import { App } from './views/App.tsx';
import { ErrorBoundary } from './views/ui/ErrorBoundary.tsx';
import { createSimulationClient } from './worker/simulationClient.ts';

/** Work in hand is kept this long after the last change of it. */
const SAVE_DELAY_MS = 400;

const edgeBurst = presets[0] as Preset;

const store = createPlaygroundStore({
  client: createSimulationClient(
    () => new Worker(new URL('./worker/simulation.worker.ts', import.meta.url), { type: 'module', name: 'simulation' }),
  ),
  clock: browserFrameClock,
  storage: localStorageOrNone(),
  reducedMotion,
  scenario: presetScenario(edgeBurst),
});

function firstVisit(): void {
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
  // Plays once there is something to see.
  const unsubscribe = store.subscribe(({ result }) => {
    if (result === null) return;
    unsubscribe();
    store.player.play();
  });
}

const savedWork = store.persistence.loadWork();
const openedFrom = openInitialScenario(store, location.hash, firstVisit);
if (openedFrom !== 'failed') clearHash();
store.rerun();
const saveNow = saveWorkOnChange();
// From here on what the link brought is the work in hand; one's own lies aside.
if (openedFrom === 'link') saveNow();
addEventListener('hashchange', () => {
  if (location.hash.length <= 1) return;
  openLink(store, location.hash, currentSavedWork(store));
  if (store.getState().notices[0]?.kind !== 'link') clearHash();
});

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <PlaygroundProvider playground={createPlayground(store)}>
      <ErrorBoundary fallback={<CrashPage />}>
        <App />
      </ErrorBoundary>
    </PlaygroundProvider>
  </StrictMode>,
);

/** A link that was opened is work in hand from then on; a reload must not throw away what was done with it. */
function clearHash(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

/** What is left when the page itself breaks: the work is kept, and a new start finds it. */
function CrashPage() {
  return (
    <main role="alert" className="broken">
      <h1>Spillway</h1>
      <p>The page stopped with an error of its own. Your work is kept in this browser.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Start again
      </button>
    </main>
  );
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Nothing where the browser forbids it: asking for it throws there. */
function localStorageOrNone(): Storage | null | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Keeps the work in hand soon after each change; what it returns keeps it at once. */
function saveWorkOnChange(): () => void {
  const { subscribe, persistence, player, getState } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What stands in for a link that could not be opened is nobody's work until it is touched. */
  let placeholder = openedFrom === 'failed';
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (placeholder && getState().history.past.length === 0) return;
    const work = currentSavedWork(store);
    if (work === null) return;
    if (placeholder) {
      placeholder = false;
      if (savedWork !== null && savedWork.link !== work.link) persistence.stash(savedWork);
      clearHash();
    }
    persistence.saveWork(work);
  };
  subscribe((state, before) => {
    // A bad link has been read and put away.
    if (state.notices !== before.notices && !state.notices.some(({ kind }) => kind === 'link')) clearHash();
    const moved = !state.playing && state.at !== before.at;
    const changed = (['scenario', 'range', 'selection'] as const).some((part) => state[part] !== before[part]);
    // Not put off by the next change: while the range slides there is one in every frame.
    if (moved || changed) timer ??= setTimeout(save, SAVE_DELAY_MS);
  });
  const onLeave = (): void => {
    if (timer !== undefined || player.playing) save();
  };
  addEventListener('pagehide', onLeave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') onLeave();
  });
  return save;
}
