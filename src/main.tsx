/** The composition root: starts the worker, creates the store, mounts the app. */
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

/** How long after a change the current work is saved. */
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
  // Playback starts as soon as there is a result.
  const { scenario } = store.getState();
  const unsubscribe = store.subscribe(({ result, opened }) => {
    if (result === null) return;
    unsubscribe();
    // A link or a file may have been opened meanwhile.
    if (opened === scenario) store.player.play();
  });
}

const savedWork = store.persistence.loadWork();
const openedFrom = openInitialScenario(store, location.hash, firstVisit, () => {
  clearHash();
  placeholder = false;
  saveNow();
});
/** What is shown in place of a broken link, or until a long one has been read, is not saved as work until it is edited. */
let placeholder = openedFrom === 'failed' || openedFrom === 'reading';
if (openedFrom !== 'failed' && openedFrom !== 'reading') clearHash();
store.rerun();
const saveNow = saveWorkOnChange();
// The scenario from the link becomes the current work; the previous work has been stashed.
if (openedFrom === 'link') saveNow();
addEventListener('hashchange', () => {
  if (location.hash.length <= 1) return;
  openLink(store, location.hash, currentSavedWork(store), clearHash);
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

/** Once opened, a link is the current work: with the hash left in place, a reload would discard all edits. */
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

/** Undefined where the browser forbids access, which throws there. */
function localStorageOrNone(): Storage | null | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Saves the current work shortly after each change.
 * @returns a function that saves immediately
 */
function saveWorkOnChange(): () => void {
  const { subscribe, persistence, player, getState } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
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
    // The notice about a broken link has been dismissed.
    if (state.notices !== before.notices && !state.notices.some(({ kind }) => kind === 'link')) clearHash();
    const moved = !state.playing && state.at !== before.at;
    const changed = (['scenario', 'range', 'selection'] as const).some((part) => state[part] !== before[part]);
    // Not a debounce: while the range slides, every frame is a change.
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
