/** Stores what pages that are gone have left a note of. */
import { minimalDocument } from '../../sim/index.ts';
import { Conflict, type Database, type StoredState, type WorkChange } from './database.ts';
import { newEntry } from './heldWork.ts';
import type { KeeperHost } from './holding.ts';
import { copyTitle, readDocument } from './workDocument.ts';

type StoreLeftHost = Pick<KeeperHost, 'notes' | 'database' | 'tabs' | 'newId'>;

/** What pages that are still there have left is theirs. */
export async function storeLeft({ notes, database, tabs, newId }: StoreLeftHost): Promise<void> {
  for (const left of notes.read().map(parseNote)) {
    if (left === null) continue;
    const { id } = left.entry;
    const lock = await tabs.acquire(id);
    if (lock === null) continue;
    try {
      const deletedAt = (await database.entry(id))?.deletedAt ?? null;
      // Whether it is deleted is not for the page that is gone to say.
      const change = { ...left, entry: { ...left.entry, deletedAt } };
      await database.append(change).catch((error: unknown) => {
        if (error instanceof Conflict) return storeBeside(change, database, newId);
        throw error;
      });
      notes.drop(id);
    } finally {
      lock.release();
    }
  }
}

/** The work has gone on since: what was left is a copy, unless it is what is stored. */
async function storeBeside({ entry, state }: WorkChange, database: Database, newId: () => string): Promise<void> {
  if (state === null) return;
  const stored = await database.state(entry.id, state.revision);
  if (JSON.stringify(stored?.document) === JSON.stringify(state.document)) return;
  const id = newId();
  const name = copyTitle(entry.name);
  const read = readDocument(state.document);
  const document = read.ok ? { ...minimalDocument(read.scenario), title: name } : state.document;
  await database.addWorks([
    {
      entry: { ...newEntry(id, state.at), name, view: entry.view, deletedAt: entry.deletedAt },
      states: [{ ...state, work: id, revision: 1, document }],
    },
  ]);
}

/** What does not parse, or is no change of a work, was not written by this page. */
function parseNote(text: string): WorkChange | null {
  try {
    const change = JSON.parse(text) as WorkChange | null;
    return isChange(change) ? change : null;
  } catch {
    return null;
  }
}

function isChange(change: Partial<WorkChange> | null): change is WorkChange {
  const { entry, first, state, dropped } = change ?? {};
  return (
    typeof entry?.id === 'string' &&
    typeof entry.name === 'string' &&
    [entry.createdAt, entry.changedAt].every(Number.isFinite) &&
    isStateOf(entry.id, state) &&
    (first === undefined || isStateOf(entry.id, first)) &&
    Array.isArray(dropped) &&
    dropped.every(Number.isSafeInteger)
  );
}

function isStateOf(work: string, state: StoredState | null | undefined): boolean {
  return (
    state?.work === work &&
    Number.isFinite(state.at) &&
    Number.isSafeInteger(state.revision) &&
    state.revision > 0 &&
    state.document !== undefined
  );
}
