/**
 * The composition root where another page has this one in a frame and its link asks to be embedded. Nothing is kept there, and
 * nothing that is kept is read: no works, no settings, no service worker. So it runs where the browser forbids all storage.
 */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { emptyScenario, LOCKS, type Embed as EmbedKind, type Lock, type ReadResult } from './sim/index.ts';
import { createLaterParts } from './laterParts.ts';
import { showApp, startFirstRun } from './showApp.tsx';
import { createPlaygroundStore } from './store/createPlaygroundStore.ts';
import { browserFrameClock } from './store/frameClock.ts';
import { loadPresets } from './store/knownPresets.ts';
import { readLink } from './store/openOutside.ts';
import { currentLink, openScenario } from './store/openScenario.ts';
import { createPlayground, PlaygroundProvider } from './store/playgroundContext.tsx';
import { isLessonList } from './store/selectors.ts';
import type { Store } from './store/store.ts';
import { DEFAULT_SETTINGS } from './store/works/settings.ts';
import { withoutWorks } from './store/works/withoutWorks.ts';
import { Embed } from './views/Embed.tsx';
import { ErrorBoundary } from './views/ui/ErrorBoundary.tsx';
import { hasHover, reducedMotion } from './views/ui/mediaQueries.ts';
import { createSimulationClient } from './worker/simulationClient.ts';

/** What readers may change who may try other limits; on the map, which can be of any number of a lane, its options too. */
const TRIED: readonly Lock[] = ['n', 'T', 'capacity', 'send'];
const TRIED_ON_MAP: readonly Lock[] = [...TRIED, 'options'];

export async function startEmbed(startWorker: () => Worker, embed: EmbedKind): Promise<void> {
  const { hash } = location;
  // A frame leaves the other cores to the page around it.
  const client = createSimulationClient(startWorker, 0);
  const store = createPlaygroundStore({
    client,
    clock: browserFrameClock,
    settings: DEFAULT_SETTINGS,
    reducedMotion,
    hasHover,
    reloadPage: () => location.reload(),
    scenario: emptyScenario(),
  });
  // The page around may give the frame another link.
  addEventListener('hashchange', () => location.reload());

  const [read] = await Promise.all([
    new Promise<ReadResult>((resolve) => readLink(store, hash, resolve)),
    loadPresets(),
  ]);
  if (!read.ok) {
    createRoot(document.querySelector('#root') as HTMLElement).render(<Stopped>{read.message}</Stopped>);
    return;
  }
  const works = withoutWorks(store, 'it is in a frame of another page', { pageStorage: null, tabStorage: null });
  // Nobody expects it of an embed.
  store.removeNotices('storage');
  openScenario(store, { ...read, label: 'open link', record: false, from: 'link' });
  const { mode } = store.getState();
  const free = embed === 'watch' ? [] : mode === 'tune' ? TRIED_ON_MAP : TRIED;
  store.setState({
    embed,
    locks: LOCKS.filter((lock) => !free.includes(lock)),
    // The list of lessons is the page's.
    mode: isLessonList(store.getState()) ? 'run' : mode,
  });
  const root = startFirstRun(store);
  document.title = read.scenario.title === '' ? 'Spillway' : `${read.scenario.title} · Spillway`;
  const storage = { getItem: () => null, setItem: () => undefined };
  const laterParts = createLaterParts(store, { works, storage, reducedMotion });
  await showApp(
    root,
    store,
    <PlaygroundProvider playground={createPlayground(store, works, laterParts)}>
      <ErrorBoundary fallback={<Stopped>The page stopped because of an internal error.</Stopped>}>
        <Embed tellHeight={tellHeight} fullAddress={() => fullAddress(store)} />
      </ErrorBoundary>
    </PlaygroundProvider>,
  );
}

/** Says to the page around how high the content is, in CSS pixels. Whoever that is may know it; none need answer. */
function tellHeight(height: number): void {
  parent.postMessage({ type: 'spillway:height', height }, '*');
}

/** What is shown now as a link for a tab, where nothing is left out. */
function fullAddress(store: Store): string {
  try {
    return `${location.origin}${location.pathname}${currentLink(store, true)}`;
  } catch (error) {
    // Requests were sent until no link holds them: what the frame came with can still be opened.
    if (error instanceof RangeError) return location.href;
    throw error;
  }
}

/** In place of everything: why there is nothing to be seen, and the way to a page that says more. */
function Stopped({ children }: { children: ReactNode }) {
  return (
    <main role="alert" className="broken">
      <h1>Spillway</h1>
      <p>{children}</p>
      <a href={location.href} target="_blank" rel="noopener">
        Open in full
      </a>
    </main>
  );
}
