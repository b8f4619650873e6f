/** What a tab opens at its start. */
import { minimalDocument, type ReadResult, type Scenario } from '../sim/index.ts';
import { asSentence } from './asSentence.ts';
import { loadPresets } from './knownPresets.ts';
import { LINK_TEXT, notifyOpened, OWN_WORK_KEPT, readLink, unreadableNotice } from './openOutside.ts';
import { openScenario } from './openScenario.ts';
import type { Notice } from './slices/dialogs.ts';
import type { Store } from './store.ts';
import { UnreadableWork, type StartingPoint, type TabWorks } from './works/works.ts';

/**
 * Opens what the tab starts with: the address's link, else what it showed before a reload, else the work changed last,
 * else the first visit's scenario, playing.
 * @param reloaded whether the tab comes back to the address that it had, by a reload or from its history
 * @returns what was opened; `failed`: the link is damaged, and the first visit's scenario is shown with a notice
 */
export async function openInitialScenario(
  store: Store,
  works: TabWorks,
  hash: string,
  firstVisit: () => void,
  reloaded: boolean,
): Promise<'link' | 'shown' | 'work' | 'first' | 'failed'> {
  const firstVisitInstead = (notice?: Notice): void => {
    firstVisit();
    works.markPlaceholder();
    if (notice !== undefined) store.notify(notice);
  };
  let start: StartingPoint | null = null;
  try {
    start = await works.startingPoint();
  } catch (error) {
    store.notify(worksLostNotice(error as Error));
  }
  const linked = hash.startsWith('#') && hash.length > 1;
  if (linked || start !== null) await loadPresets();
  if (linked) {
    const failure = await openAddress(store, hash, start, reloaded);
    if (failure === null) return 'link';
    firstVisitInstead(failure);
    return 'failed';
  }
  if (start?.kind === 'shown') {
    openScenario(store, { ...start, label: 'open link', record: false });
    return 'shown';
  }
  const failure = start === null ? undefined : await openWork(works, start.id);
  if (failure === null) return 'work';
  firstVisitInstead(failure);
  return 'first';
}

/** @returns null, or a notice that says why the address's link cannot be opened */
async function openAddress(
  store: Store,
  hash: string,
  start: StartingPoint | null,
  reloaded: boolean,
): Promise<Notice | null> {
  const read = await new Promise<ReadResult>((resolve) => readLink(store, hash, resolve));
  const own = start?.kind === 'work' ? start.id : null;
  if (!read.ok) {
    const words = `${read.message} The default scenario is shown instead.${own === null ? '' : ` ${OWN_WORK_KEPT}`}`;
    return unreadableNotice(words, { title: LINK_TEXT, text: hash }, own);
  }
  // After a reload the page stands where it stood; a link that is opened anew says itself where that is.
  const shown = reloaded && start?.kind === 'shown' && isSameDocument(start.scenario, read.scenario) ? start : read;
  const { view } = shown;
  openScenario(store, { ...read, view, label: 'open link', record: false, from: 'link', inAddress: true });
  notifyOpened(store, { ...read, from: 'link' }, read.viewWarning, own);
  return null;
}

/** @returns null, or a notice that says why the work cannot be opened */
async function openWork(works: TabWorks, id: string): Promise<Notice | null> {
  try {
    await works.open(id);
    return null;
  } catch (error) {
    if (!(error instanceof UnreadableWork)) return worksLostNotice(error as Error);
    const words = `The work saved in this browser cannot be read: ${error.message}`;
    return unreadableNotice(words, { title: 'The work’s text', text: error.text });
  }
}

function worksLostNotice({ message }: Error): Notice {
  return {
    kind: 'storage',
    text: `What is saved in this browser cannot be read: ${asSentence(message)}`,
    actions: [{ do: 'dismiss' }],
  };
}

function isSameDocument(a: Scenario, b: Scenario): boolean {
  return JSON.stringify(minimalDocument(a)) === JSON.stringify(minimalDocument(b));
}
