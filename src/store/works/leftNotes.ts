/**
 * What a page asks to be stored while it is being left may never arrive in IndexedDB. So it leaves a note in
 * `localStorage`, which is written at once, and the next page that starts stores what is missing.
 */
import { minimalDocument } from '../../sim/index.ts';
import { Conflict, type Database, type StoredState, type WorkChange } from './database.ts';
import { newEntry } from './heldWork.ts';
import type { KeyValueStorage } from './pageStorage.ts';
import type { Tabs } from './tabs.ts';
import { copyTitle, readDocument } from './workDocument.ts';

const PREFIX = 'spillway.left.';

export interface LeftNotes {
  write(change: WorkChange): void;
  drop(work: string): void;
  /** All notes, of this and other tabs. */
  read(): readonly WorkChange[];
}

/** @param storage null where it is forbidden; then there are no notes */
export function createLeftNotes(storage: KeyValueStorage | null): LeftNotes {
  return {
    write(change) {
      if (change.state === null) return;
      try {
        storage?.setItem(PREFIX + change.entry.id, JSON.stringify(change));
      } catch {
        // Too large for a note, or no room: what was asked of IndexedDB is all that can be done.
      }
    },
    drop: (work) => storage?.removeItem(PREFIX + work),
    read() {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => parseNote(storage?.getItem(key) ?? ''))
        .filter((change) => change !== null);
    },
  };
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

/** Stores what pages that are gone have left; that of pages that are still there is theirs. */
export async function storeLeft(notes: LeftNotes, database: Database, tabs: Tabs, newId: () => string): Promise<void> {
  for (const left of notes.read()) {
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
