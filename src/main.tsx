/** The composition root: starts the worker, makes the store, mounts the app. It knows everyone. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FIRST_VIEW, microsFromSeconds, presets, scenarioOf, type Preset } from './sim/index.ts';
import { browserClock } from './store/clock.ts';
import { currentWork, openAtStart, openLinked, openWork } from './store/opening.ts';
import { openPlayground, PlaygroundProvider } from './store/react.tsx';
import { createPlayground, type Store } from './store/store.ts';
import { App } from './views/App.tsx';
import { connect } from './worker/client.ts';

/** Work in hand is kept this long after the last change of it. */
const KEEP_MS = 400;

const edgeBurst = presets[0] as Preset;

const store = createPlayground({
  client: connect(
    () => new Worker(new URL('./worker/simulation.worker.ts', import.meta.url), { type: 'module', name: 'simulation' }),
  ),
  clock: browserClock,
  storage: storage(),
  reducedMotion,
  scenario: scenarioOf(edgeBurst),
});

function firstVisit(): void {
  openWork(store, { scenario: scenarioOf(edgeBurst), view: FIRST_VIEW, label: 'first visit', record: false });
  if (reducedMotion()) {
    store.player.seek(microsFromSeconds(24));
    return;
  }
  // Plays once there is something to see.
  const end = store.subscribe(({ result }) => {
    if (result === null) return;
    end();
    store.player.play();
  });
}

const opened = openAtStart(store, location.hash, firstVisit);
forgetHash();
store.rerun();
const keepNow = keepWork(store);
// From here on what the link brought is the work in hand; one's own lies aside.
if (opened === 'link') keepNow();
addEventListener('hashchange', () => {
  if (location.hash.length <= 1) return;
  openLinked(store, location.hash, currentWork(store));
  forgetHash();
});

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <PlaygroundProvider playground={openPlayground(store)}>
      <App />
    </PlaygroundProvider>
  </StrictMode>,
);

/** A link that was opened is work in hand from then on; a reload must not throw away what was done with it. */
function forgetHash(): void {
  if (store.getState().notices.some(({ kind }) => kind === 'link')) return;
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Undefined where the browser forbids it: asking for it throws there. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Keeps the work in hand a moment after each change; what it returns keeps it at once. */
function keepWork({ subscribe, persistence }: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const work = currentWork(store);
    if (work !== null) persistence.keepWork(work);
  };
  subscribe((state, before) => {
    if (state.scenario === before.scenario && state.range === before.range && state.selection === before.selection)
      return;
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_MS);
  });
  addEventListener('pagehide', () => {
    if (timer !== undefined || store.player.playing) keep();
  });
  return keep;
}
