/** The composition root: creates the store, mounts the app. */
import type { Root } from 'react-dom/client';
import {
  embedOfLink,
  FIRST_VISIT_VIEW,
  firstPreset,
  loadDeflate,
  microsFromSeconds,
  presetScenario,
  type Embed,
  type LinkView,
} from './sim/index.ts';
import { createLaterParts } from './laterParts.ts';
import { showApp, startFirstRun } from './showApp.tsx';
import { browserFrameClock } from './store/frameClock.ts';
import { loadPresets } from './store/knownPresets.ts';
import { openInitialScenario } from './store/openInitial.ts';
import { openLink } from './store/openOutside.ts';
import { openScenario } from './store/openScenario.ts';
import { createPlayground, PlaygroundProvider } from './store/playgroundContext.tsx';
import { createPlaygroundStore } from './store/createPlaygroundStore.ts';
import type { State } from './store/state.ts';
import type { Store } from './store/store.ts';
import { browserWorksHost, followPage } from './store/works/browserHost.ts';
import { loadWorks } from './store/works/loadWorks.ts';
import { reloadOnceSaved } from './store/works/reloadOnceSaved.ts';
import { DEFAULT_SETTINGS } from './store/works/settings.ts';
import type { TabWorks } from './store/works/works.ts';
import { App } from './views/App.tsx';
import { appMounted, firstChart } from './views/hooks/firstChart.ts';
import { whenBrowserIdle } from './views/hooks/whenBrowserIdle.ts';
import { ErrorBoundary } from './views/ui/ErrorBoundary.tsx';
import { hasHover, reducedMotion } from './views/ui/mediaQueries.ts';
import { createSimulationClient } from './worker/simulationClient.ts';

/** Each makes arrivals of its own, so that more of them take more memory. */
const MAX_HELPERS = 3;

/** @param release the address of the release's entry file */
export async function start(startWorker: () => Worker, release: string): Promise<void> {
  const embed = self === top ? null : await embedOfAddress();
  if (embed !== null) {
    await (await import('./startEmbed.tsx')).startEmbed(startWorker, embed);
    return;
  }
  const helpers = Math.min(MAX_HELPERS, navigator.hardwareConcurrency - 1);
  const client = createSimulationClient(startWorker, helpers);
  const worksHost = browserWorksHost();
  const { pageStorage } = worksHost;
  const loading = loadWorks(worksHost);
  const reloadPage = (): void => void reloadOnceSaved(store, works, () => location.reload());
  const store = createPlaygroundStore({
    client,
    clock: browserFrameClock,
    settings: DEFAULT_SETTINGS,
    reducedMotion,
    hasHover,
    reloadPage,
    scenario: presetScenario(firstPreset),
  });
  // Where boot.js found nothing kept, what the page will open is known before the database has answered.
  let root: Root | null = null;
  if (document.documentElement.dataset['visit'] === 'first') {
    openFirstVisit(store);
    root = startFirstRun(store);
  }
  // Whoever uses the page may come with a link or a recording. A first visit's run needs neither, and does not wait for it.
  await loadDeflate();
  const { settings, create: createWorks } = await loading;
  store.setState(settings);
  const works = createWorks(store);
  const laterParts = createLaterParts(store, { works, storage: pageStorage, reducedMotion });
  const firstVisit = (): void => {
    if (root === null) openFirstVisit(store);
  };
  await openInitialScenario(store, works, location.hash, firstVisit, isReloaded());
  followChanges(store, works);
  // Another document leaves no room for what a first visit ends with (boot.css).
  store.subscribe(({ opened }, before) => {
    if (opened !== before.opened) delete document.documentElement.dataset['visit'];
  });
  await showApp(
    root ?? startFirstRun(store),
    store,
    <PlaygroundProvider playground={createPlayground(store, works, laterParts)}>
      <ErrorBoundary fallback={<CrashPage />}>
        <App />
      </ErrorBoundary>
    </PlaygroundProvider>,
  );
  // Not earlier: each of these blocks for milliseconds, and no first chart needs them.
  await appMounted;
  markShown();
  note('spillway.visited', '');
  await firstChart;
  whenBrowserIdle(() => {
    void loadPresets();
    // What is opened says so where it is not there.
    void import('./views/ui/MenuPopup.tsx').catch(() => undefined);
    void import('./views/files/openFile.ts').catch(() => undefined);
    // Without it a work has no picture in the list.
    void import('./store/works/keepThumbnails.ts')
      .then((part) => part.keepThumbnails(store, works))
      .catch(() => undefined);
    // Without it an added lane is where it is, in sight or not.
    void import('./views/lanes/followEdits.ts').then(({ followEdits }) => followEdits(store)).catch(() => undefined);
    if (import.meta.env.PROD) void keepOffline(store, release);
  });
}

async function embedOfAddress(): Promise<Embed | null> {
  await loadDeflate();
  return embedOfLink(location.hash);
}

/** In the layout that was chosen last, as the first paint has it: boot.js has read it. */
function firstVisitView(): LinkView {
  const { layout } = document.documentElement.dataset;
  return layout === 'stacked' || layout === 'columns' ? { ...FIRST_VISIT_VIEW, layout } : FIRST_VISIT_VIEW;
}

function openFirstVisit(store: Store): void {
  openScenario(store, {
    scenario: presetScenario(firstPreset),
    view: firstVisitView(),
    label: 'first visit',
    record: false,
  });
  if (reducedMotion()) {
    store.player.seek(microsFromSeconds(24));
    return;
  }
  // Playback starts as soon as a result is shown: what moved before would have React render all of it twice.
  const { scenario } = store.getState();
  void appMounted.then(() => {
    const play = ({ result, opened }: State): void => {
      if (result === null) return;
      unsubscribe();
      // A link or a file may have been opened meanwhile.
      if (opened === scenario) store.player.play();
    };
    const unsubscribe = store.subscribe(play);
    play(store.getState());
  });
}

/** Whether the tab comes back to an address that it has shown: the browser keeps an entry's state, but not for a new one. */
function isReloaded(): boolean {
  const state = history.state as { readonly shown?: boolean } | null;
  return state?.shown === true;
}

function markShown(): void {
  history.replaceState({ shown: true }, '');
}

/** Keeps settings and address in step with the state, and opens links that are pasted into the address. */
function followChanges(store: Store, works: TabWorks): void {
  followPage(works);
  store.subscribe((state, before) => {
    if (isInAddress(before) && !isInAddress(state)) clearHash();
    if (state.chartLayout !== before.chartLayout) note('spillway.layout', state.chartLayout);
    if (state.mode !== before.mode) note('spillway.mode', state.mode === 'run' ? null : state.mode);
    // Only what this tab changed: the others may have changed since it read them.
    for (const field of ['theme', 'singleKeys', 'drawerLimit'] as const)
      if (state[field] !== before[field]) works.keepSettings({ [field]: state[field] });
  });
  works.subscribe(() => {
    // What was shown in place of a broken link is a work now.
    if (works.holding === 'held') clearHash();
  });
  addEventListener('hashchange', ({ newURL }) => {
    const { hash } = new URL(newURL);
    if (hash.length <= 1) return;
    // What was saved a moment before may have taken it out of the address already.
    history.replaceState({ shown: true }, '', newURL);
    openLink(store, works, hash, clearHash);
  });
}

/** The address keeps a link until what it says is changed, and a broken one until its notice is dismissed. */
function isInAddress({ scenario, linked, notices }: State): boolean {
  return (linked?.inAddress === true && scenario === linked.scenario) || notices.some(({ kind }) => kind === 'link');
}

/** For the page's next first paint, which is before anything that is kept can be read; boot.js reads it. */
function note(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Where the browser keeps nothing, the first paint is as for a new visitor.
  }
}

async function keepOffline(store: Store, release: string): Promise<void> {
  const tellOfNewRelease = (): void =>
    store.notify({
      kind: 'release',
      text: 'A new version of Spillway is available.',
      actions: [{ do: 'reload' }, { do: 'dismiss' }],
    });
  try {
    const { followReleases } = await import('./offline/followReleases.ts');
    await followReleases(release, tellOfNewRelease);
  } catch {
    // A private window, a frame or a full disk may forbid it. The page is the same, only not there offline.
  }
}

/** What is changed is remembered by the tab: with the hash left in place, a reload would open the link anew. */
function clearHash(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

/** Shown when rendering fails. A reload restores what is kept; whether anything is, nobody can tell any more. */
function CrashPage() {
  return (
    <main role="alert" className="broken">
      <h1>Spillway</h1>
      <p>The page stopped because of an internal error. A reload shows what was saved in this browser.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </main>
  );
}
