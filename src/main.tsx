/** The composition root: starts the worker, makes the store, mounts the app. It knows everyone. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FIRST_VIEW, microsFromSeconds, presets, scenarioOf, type Preset } from './sim/index.ts';
import { browserClock } from './store/clock.ts';
import { currentWork, openAtStart, openLinked, openWork } from './store/opening.ts';
import { openPlayground, PlaygroundProvider } from './store/react.tsx';
import { createPlayground } from './store/store.ts';
import { App } from './views/App.tsx';
import { Boundary } from './views/ui/Boundary.tsx';
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

const kept = store.persistence.work();
const opened = openAtStart(store, location.hash, firstVisit);
if (opened !== 'failed') forgetHash();
store.rerun();
const keepNow = keepWork();
// From here on what the link brought is the work in hand; one's own lies aside.
if (opened === 'link') keepNow();
addEventListener('hashchange', () => {
  if (location.hash.length <= 1) return;
  openLinked(store, location.hash, currentWork(store));
  if (store.getState().notices[0]?.kind !== 'link') forgetHash();
});

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <PlaygroundProvider playground={openPlayground(store)}>
      <Boundary fallback={<Broken />}>
        <App />
      </Boundary>
    </PlaygroundProvider>
  </StrictMode>,
);

/** A link that was opened is work in hand from then on; a reload must not throw away what was done with it. */
function forgetHash(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

/** What is left when the page itself breaks: the work is kept, and a new start finds it. */
function Broken() {
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
function storage(): Storage | null | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Keeps the work in hand soon after each change; what it returns keeps it at once. */
function keepWork(): () => void {
  const { subscribe, persistence, player, getState } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What stands in for a link that could not be opened is nobody's work until it is touched. */
  let standIn = opened === 'failed';
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (standIn && getState().history.past.length === 0) return;
    const work = currentWork(store);
    if (work === null) return;
    if (standIn) {
      standIn = false;
      if (kept !== null && kept.link !== work.link) persistence.setAside(kept);
      forgetHash();
    }
    persistence.keepWork(work);
  };
  subscribe((state, before) => {
    // A bad link has been read and put away.
    if (state.notices !== before.notices && !state.notices.some(({ kind }) => kind === 'link')) forgetHash();
    const moved = !state.playing && state.at !== before.at;
    const changed = (['scenario', 'range', 'selection'] as const).some((part) => state[part] !== before[part]);
    // Not put off by the next change: while the range slides there is one in every frame.
    if (moved || changed) timer ??= setTimeout(keep, KEEP_MS);
  });
  const leave = (): void => {
    if (timer !== undefined || player.playing) keep();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  return keep;
}
