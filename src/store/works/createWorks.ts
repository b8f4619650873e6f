/** The works of this browser, over its database and the locks between tabs. */
import { createActionContext } from '../actionContext.ts';
import type { Store } from '../store.ts';
import type { WorkEntry } from './database.ts';
import type { KeeperHost } from './holding.ts';
import { createKeeper } from './keeper.ts';
import type { TabQuestion } from './tabs.ts';
import { readDocument } from './workDocument.ts';
import type { WorkLibrary } from './workLibrary.ts';
import type { TabWorks } from './works.ts';

export type WorksParts = Omit<KeeperHost, 'onChanged' | 'keepRecordings'>;

export function createWorks(store: Store, parts: WorksParts): TabWorks {
  const { database, tabs, memory, notes, problems, now } = parts;
  const listeners = new Set<() => void>();
  const onChanged = (): void => {
    for (const listener of listeners) listener();
  };
  const keepRecordings = (digests: readonly string[]): Promise<void> => store.recordings.keepAgain(digests);
  const keeper = createKeeper(store, { ...parts, onChanged, keepRecordings });
  const { edit } = createActionContext(store);
  store.recordings.keepOn({
    read: (digest) => database.recording(digest).catch(() => null), // the run then says that it lacks it
    has: (digest) => database.hasRecording(digest).catch(() => true), // what fails to be read would fail to be written
    keep: (digest, data) => database.putRecording({ digest, data, at: now() }).then(() => undefined, problems.notSaved),
  });

  const changed = (): void => {
    tabs.announce();
    onChanged();
  };

  const entries = async (): Promise<WorkEntry[]> =>
    (await database.entries())
      .filter(({ deletedAt }) => deletedAt === null)
      .sort((a, b) => b.changedAt - a.changedAt || a.id.localeCompare(b.id));

  const renameHeld = (title: string): boolean => edit('rename', (scenario) => ({ ...scenario, title }));

  const open = async (id: string): Promise<boolean> => {
    const isShown = await keeper.open(id);
    changed();
    return isShown;
  };

  let loading: Promise<WorkLibrary> | null = null;
  /** Nobody needs it before the list is opened. */
  const library = (): Promise<WorkLibrary> =>
    (loading ??= import('./workLibrary.ts').then(
      ({ createWorkLibrary }) => createWorkLibrary({ ...parts, keeper, entries, open, renameHeld, changed }),
      (error: unknown) => {
        loading = null; // what did not come is asked for again
        throw error;
      },
    ));

  tabs.listen(onChanged, async (question: TabQuestion) => {
    if (!keeper.holds(question.work)) return false;
    if (question.ask === 'rename') renameHeld(question.name);
    if (question.ask === 'release') await keeper.giveAway();
    else await keeper.flush();
    return true;
  });

  return {
    available: true,
    get holding() {
      return keeper.mode;
    },
    list: async () => (await library()).list(),
    rename: async (id, name) => (await library()).rename(id, name),
    duplicate: async (id) => (await library()).duplicate(id),
    delete: async (id) => (await library()).delete(id),
    undelete: async (id) => (await library()).undelete(id),
    states: async (id) => (await library()).states(id),
    restore: async (id, revision) => (await library()).restore(id, revision),
    exportAll: async () => (await library()).exportAll(),
    importAll: async (text) => (await library()).importAll(text),
    open,
    async goOnInCopy() {
      keeper.goOnInCopy();
      await keeper.flush();
    },
    takeOver: keeper.takeOver,
    keepThumbnail: (take) => keeper.keepThumbnail(take),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    letGo: keeper.letGo,
    flush: () => keeper.flush(),
    leave: (mayComeBack) => keeper.leave(mayComeBack),
    comeBack: () => keeper.comeBack(),
    keepSettings: (settings) => void database.changeSettings(settings).catch(problems.notSaved),
    markPlaceholder: keeper.markPlaceholder,
    async startingPoint() {
      // Few pages leave one.
      if (notes.read().length > 0)
        await import('./storeLeft.ts').then(({ storeLeft }) => storeLeft(parts)).catch(problems.notSaved);
      const note = memory.read();
      if (note !== null && 'document' in note) {
        const read = readDocument(note.document);
        if (read.ok) {
          keeper.expect(read.scenario);
          return { kind: 'shown', scenario: read.scenario, view: note.view, captionValid: note.told };
        }
      }
      const all = await entries();
      const own = all.find(({ id }) => note !== null && 'work' in note && id === note.work);
      // One that cannot be read stays in the list; what can be is opened.
      const start = own ?? all.find(({ problem }) => problem === null) ?? all[0];
      return start === undefined ? null : { kind: 'work', id: start.id };
    },
  };
}
