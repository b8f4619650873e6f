/** What is done with the works of this browser in their list; what is done with the one that the tab holds goes by its keeper. */
import { digestOf, minimalDocument, RecordingProblem, type Scenario } from '../../sim/index.ts';
import type { NewWork, StoredState, StoredWork, WorkEntry } from './database.ts';
import { newEntry } from './heldWork.ts';
import type { KeeperHost } from './holding.ts';
import type { Keeper } from './keeper.ts';
import { createPauses } from './pauses.ts';
import { notSavedText } from './savingProblems.ts';
import { parseThumbnail } from './thumbnail.ts';
import { droppedStates } from './thin.ts';
import { copyTitle, readDocument } from './workDocument.ts';
import { WorkProblem, type TabWorks, type WorkState, type WorkSummary } from './works.ts';

export type WorkLibrary = Pick<
  TabWorks,
  'list' | 'rename' | 'duplicate' | 'delete' | 'undelete' | 'states' | 'restore' | 'exportAll' | 'importAll'
>;

export interface WorkLibraryHost extends Pick<KeeperHost, 'database' | 'tabs' | 'now' | 'newId'> {
  readonly keeper: Keeper;
  /** Those that are not deleted, the one changed last first. */
  readonly entries: () => Promise<WorkEntry[]>;
  readonly open: (id: string) => Promise<boolean>;
  /** Renames the work that this tab holds. */
  readonly renameHeld: (title: string) => void;
  /** Tells this tab and the others that the list has changed. */
  readonly changed: () => void;
}

export function createWorkLibrary(host: WorkLibraryHost): WorkLibrary {
  const { database, tabs, now, newId, keeper, entries, open, renameHeld, changed } = host;
  /** What is kept was checked when it was opened; what is imported is checked when it is first run. */
  const keepImported = async (data: string): Promise<void> => {
    const digest = recordingDigest(data);
    if (digest !== null && !(await database.hasRecording(digest)))
      await database.putRecording({ digest, data, at: now() });
  };
  /** This tab's own work, while what is left of it is still shown. */
  let deletedHere: string | null = null;

  const stored = async (id: string): Promise<StoredWork> => {
    if (keeper.work === id) await keeper.flush();
    const work = await database.read(id);
    if (work === null) throw new WorkProblem('This work was deleted.');
    return work;
  };

  /** Runs a change of a work that is open nowhere. */
  const whileClosed = async (id: string, change: (work: StoredWork) => Promise<unknown>): Promise<void> => {
    const lock = await tabs.acquire(id);
    if (lock === null) throw new WorkProblem('This work is open in another tab. Close it there first.');
    try {
      const work = await stored(id);
      await orProblem(change(work));
    } finally {
      lock.release();
    }
    changed();
  };

  const setDeletedAt = (id: string, deletedAt: number | null): Promise<void> =>
    whileClosed(id, ({ entry }) => database.putEntry({ ...entry, deletedAt }));

  const renameClosed = (id: string, name: string): Promise<void> =>
    whileClosed(id, async ({ entry, newest, marks }) => {
      const at = now();
      const state = { ...newest, revision: newest.revision + 1, at, document: retitled(newest, name) };
      const dropped = droppedStates([...marks, state], at).map(({ revision }) => revision);
      await database.append({ entry: { ...entry, name, changedAt: at }, state, dropped });
    });

  return {
    async list() {
      const [all, openAnywhere] = await Promise.all([entries(), tabs.open()]);
      return all.map(({ id, name, changedAt, thumbnail, problem }): WorkSummary => {
        const openIn = keeper.holds(id) ? 'this-tab' : openAnywhere.has(id) ? 'other-tab' : null;
        return { id, name, changedAt, openIn, thumbnail: parseThumbnail(thumbnail), problem };
      });
    },
    async rename(id, name) {
      const { newest } = await stored(id);
      retitled(newest, name); // says what is wrong with the name
      if (keeper.holds(id)) {
        renameHeld(name);
        await keeper.flush();
        return;
      }
      if (!(await tabs.open()).has(id)) await renameClosed(id, name);
      else if (!(await tabs.ask({ ask: 'rename', work: id, name })))
        throw new WorkProblem('This work is open in another tab, which does not answer. Close it there first.');
    },
    async duplicate(id) {
      const { entry, newest } = await stored(id);
      const scenario = readScenario(newest);
      const names = (await entries()).map((each) => each.name);
      const copy = { ...scenario, title: copyTitle(scenario.title, new Set(names)) };
      const at = now();
      const { view, thumbnail } = entry;
      const ownId = newId();
      const state = { work: ownId, revision: 1, at, document: minimalDocument(copy), told: newest.told };
      const copied = { ...newEntry(ownId, at), name: copy.title, view, thumbnail };
      await orProblem(database.addWorks([{ entry: copied, states: [state] }]));
      changed();
      return ownId;
    },
    async delete(id) {
      if (keeper.holds(id)) {
        await keeper.flush();
        keeper.forget();
        deletedHere = id;
      }
      await setDeletedAt(id, now());
    },
    async undelete(id) {
      await setDeletedAt(id, null);
      if (deletedHere === id && keeper.isRest) await open(id);
    },
    async states(id) {
      await stored(id);
      const states: WorkState[] = [];
      const pause = createPauses();
      for (const state of (await database.states(id)).reverse()) {
        states.push(readState(state));
        await pause();
      }
      return states;
    },
    async restore(id, revision) {
      const state = await database.state(id, revision);
      if (state === undefined) throw new WorkProblem('This state is no longer kept.');
      const scenario = readScenario(state);
      if (!keeper.holds(id) && !(await open(id))) return false;
      if (!keeper.holds(id)) throw new WorkProblem('This work is open in another tab. Take it over there first.');
      keeper.show({
        scenario,
        view: null,
        label: 'return to an earlier state',
        record: true,
        captionValid: state.told,
      });
      await keeper.flush();
      return true;
    },
    async exportAll() {
      await keeper.flush();
      const { exportWorks } = await import('./exchange.ts');
      return exportWorks(database, await entries());
    },
    async importAll(text) {
      const known = new Set((await database.entries()).map(({ id }) => id));
      const { readExport } = await import('./exchange.ts');
      const { works, recordings, problems: found } = await readExport(text, known, now(), newId);
      let added = 0;
      try {
        for (const data of recordings) await keepImported(data);
        for (const some of batches(works)) {
          await database.addWorks(some);
          added += some.length;
        }
      } catch (error) {
        return { added, problems: [...found, notSavedText(error)] };
      } finally {
        changed();
      }
      return { added, problems: found };
    },
  };
}

function readScenario({ document }: StoredState): Scenario {
  const read = readDocument(document);
  if (!read.ok) throw new WorkProblem(read.problem);
  return read.scenario;
}

/** Null for text that is no recording. */
function recordingDigest(data: string): string | null {
  try {
    return digestOf(data);
  } catch (error) {
    if (error instanceof RecordingProblem) return null;
    throw error;
  }
}

/** @throws {WorkProblem} if the name may not be a title */
function retitled(state: StoredState, title: string): Record<string, unknown> {
  const document = { ...minimalDocument(readScenario(state)), title };
  const read = readDocument(document);
  if (!read.ok) throw new WorkProblem(read.problem);
  return document;
}

function readState({ revision, at, document }: StoredState): WorkState {
  const read = readDocument(document);
  return { revision, at, scenario: read.ok ? read.scenario : null, problem: read.ok ? null : read.problem };
}

/** States written at once by an import: the page's thread is free in between. */
const BATCH = 100;

function* batches(works: readonly NewWork[]): Generator<readonly NewWork[]> {
  let batch: NewWork[] = [];
  let states = 0;
  for (const work of works) {
    batch.push(work);
    states += work.states.length;
    if (states < BATCH) continue;
    yield batch;
    batch = [];
    states = 0;
  }
  if (batch.length > 0) yield batch;
}

/** A write that fails, as a sentence. */
async function orProblem(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    throw error instanceof WorkProblem ? error : new WorkProblem(notSavedText(error));
  }
}
