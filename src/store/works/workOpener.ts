/** Shows works in this tab: one from the list, one taken over from another tab, and its own again after the page was frozen. */
import { keepNotesDraft } from '../notesDraft.ts';
import { openScenario } from '../openScenario.ts';
import { isLessonList } from '../selectors.ts';
import type { Store } from '../store.ts';
import type { StoredWork } from './database.ts';
import { holdWork } from './heldWork.ts';
import type { KeeperHost, TabHolding } from './holding.ts';
import type { Ownership } from './ownership.ts';
import type { Saver } from './saver.ts';
import type { WorkLock } from './tabs.ts';
import { readDocument, unreadableText, viewFrom } from './workDocument.ts';
import { UnreadableWork, WorkProblem } from './works.ts';

/** When a page that could not find out what became of its work tries again. */
const COME_BACK_AGAIN_MS = 5_000;

export function createWorkOpener(
  store: Store,
  holding: TabHolding,
  saver: Saver,
  ownership: Ownership,
  { database, tabs, memory, problems }: KeeperHost,
) {
  let comeBackAgain: ReturnType<typeof setTimeout> | undefined;
  let isTakingOver = false;

  /** @returns the work that is let go of; null if there is none, or if it cannot be saved as it is shown */
  const letGo = (): string | null => {
    keepNotesDraft(store); // with which what is shown may become a work
    const { work, held } = holding;
    // The list of lessons is the page's: whoever goes on from there comes back to the run.
    if (isLessonList(store.getState())) store.setState({ mode: 'run' });
    const hasFailed = held !== null && saver.hasFailed(held);
    // What happens to the work now is not what the user may have dismissed a notice about.
    if (hasFailed) problems.sayAgain();
    // With a note: once something else is shown, a save that fails has nobody left to go on in a copy.
    const saved = saver.save(true);
    // Whoever opens it next finds it saved.
    void saved.then(() => held?.lock?.release());
    holding.set({ kind: 'untouched', rest: null });
    memory.write(null);
    return hasFailed ? null : work;
  };

  /**
   * Shows the newest state of a work and, with its lock, holds it from then on.
   * @throws {UnreadableWork} then what is shown stays
   */
  const showWork = (stored: StoredWork, lock: WorkLock | null): void => {
    const read = readDocument(stored.newest.document);
    if (!read.ok) throw new UnreadableWork(read.problem, unreadableText(stored.newest.document));
    const { scenario } = read;
    const view = viewFrom(stored.entry.view);
    letGo();
    holding.show(() =>
      openScenario(store, { scenario, view, label: 'your work', record: false, captionValid: stored.newest.told }),
    );
    if (lock === null) {
      ownership.showElsewhere(stored.entry.id, 'This work is open in another tab.');
      return;
    }
    const held = holdWork(stored, holding.shown());
    holding.set({ kind: 'held', held });
    ownership.attach(held, lock);
  };

  /** @throws {WorkProblem} if it is gone */
  const readWork = async (id: string): Promise<StoredWork> => {
    const stored = await database.read(id);
    if (stored === null || stored.entry.deletedAt !== null) throw new WorkProblem('This work was deleted.');
    const read = readDocument(stored.newest.document);
    if (!read.ok) await database.putEntry({ ...stored.entry, problem: read.problem });
    return stored;
  };

  const showInTurn = async (id: string, isInTurn: () => boolean, lock: WorkLock | null): Promise<boolean> => {
    try {
      const stored = await readWork(id);
      if (isInTurn()) {
        showWork(stored, lock);
        return true;
      }
      lock?.release();
      return false;
    } catch (error) {
      lock?.release();
      throw error;
    }
  };

  const comeBack = async (): Promise<void> => {
    clearTimeout(comeBackAgain);
    const { held } = holding;
    if (held === null || held.lock !== null) return;
    let lock: WorkLock | null = null;
    try {
      lock = await tabs.acquire(held.id);
      const stored = lock === null ? null : await database.read(held.id);
      if (holding.held !== held || held.lock !== null) lock?.release();
      else if (lock === null) ownership.lose(held);
      else if (stored === null || stored.newest.revision <= held.revision()) ownership.attach(held, lock);
      else if (held.isDirty(holding.shown())) {
        lock.release();
        ownership.lose(held);
      } else showWork(stored, lock);
      problems.saved();
    } catch (error) {
      lock?.release();
      // Without the lock nothing of the work would ever be saved again.
      problems.notSaved(error);
      clearTimeout(comeBackAgain);
      comeBackAgain = setTimeout(() => void comeBack(), COME_BACK_AGAIN_MS);
    }
  };

  return {
    letGo,
    /** @returns whether it is shown: something else may have been opened meanwhile */
    open: async (id: string): Promise<boolean> => {
      if (holding.held?.id === id) return true;
      const isInTurn = holding.takeTurn();
      return showInTurn(id, isInTurn, await tabs.acquire(id));
    },
    takeOver: async (): Promise<void> => {
      // Asking twice would steal the lock from this very tab.
      if (holding.mode.kind !== 'elsewhere' || isTakingOver) return;
      const { work } = holding.mode;
      const isInTurn = holding.takeTurn();
      isTakingOver = true;
      try {
        const released = await tabs.ask({ ask: 'release', work });
        // A tab that does not answer is frozen or hangs.
        const lock = (released ? await tabs.acquire(work) : null) ?? (await tabs.steal(work));
        await showInTurn(work, isInTurn, lock);
      } finally {
        isTakingOver = false;
      }
    },
    /** The page is back from where no script runs: somebody else may have the work now. It never rejects. */
    comeBack,
  };
}
