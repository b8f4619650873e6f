/**
 * What is kept in IndexedDB. A work is an entry for lists and its states, which are only ever added: the newest state is
 * the work, so that a late write of another tab can at worst add to the history. Recordings are kept once, by digest;
 * states only name them.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { LinkView } from '../../sim/index.ts';
import type { Settings } from './settings.ts';
import type { Thumbnail } from './thumbnail.ts';
import { namedRecordings } from './workDocument.ts';

/** A work as lists show it; what it holds is its newest state. Times in milliseconds since 1970. */
export interface WorkEntry {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly changedAt: number;
  /** Deleted works can be brought back for a day. */
  readonly deletedAt: number | null;
  readonly view: LinkView | null;
  readonly thumbnail: Thumbnail | null;
  /** Why it could not be opened when that was last tried. */
  readonly problem: string | null;
}

export interface StoredState {
  readonly work: string;
  /** From 1 on. */
  readonly revision: number;
  readonly at: number;
  /** The scenario's document, or the text of a link that could not be read. */
  readonly document: unknown;
  /** Whether the caption still holds. */
  readonly told: boolean;
}

/** The requests of a log, packed, which documents name by their digest. */
interface StoredRecording {
  readonly digest: string;
  readonly data: string;
  /** When it was last opened, milliseconds since 1970. */
  readonly at: number;
}

export type StateMark = Pick<StoredState, 'revision' | 'at'>;

export interface StoredWork {
  readonly entry: WorkEntry;
  readonly newest: StoredState;
  /** All of its states, oldest first. */
  readonly marks: readonly StateMark[];
}

interface Schema extends DBSchema {
  works: { key: string; value: WorkEntry };
  states: {
    key: [string, number];
    value: StoredState & { readonly recordings?: readonly string[] };
    indexes: { time: [string, number, number]; recordings: string };
  };
  recordings: { key: string; value: StoredRecording; indexes: { time: number } };
  /** What was changed of them; `settingsFrom` makes them whole. */
  settings: { key: string; value: Partial<Settings> };
}

const NAME = 'spillway';
const VERSION = 2;

/** Another tab has written to the work since this one read it. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

export interface WorkChange {
  readonly entry: WorkEntry;
  /** Null where only the entry changes. */
  readonly state: StoredState | null;
  /** What a new work's state was made of, which comes before it. */
  readonly first?: StoredState;
  /** States of the work that are dropped, by revision. */
  readonly dropped: readonly number[];
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * @param onNewerRelease called when a newer release needs the database, so that nothing is saved from then on
 * @throws whatever the browser throws where storage is forbidden or broken
 */
export async function openDatabase(onNewerRelease: () => void) {
  let db = await openConnection(onNewerRelease, reopen);
  /** After the user removed the site's data, say. Until it is open again, writes fail, which the page says. */
  function reopen(): void {
    void openConnection(onNewerRelease, reopen).then(
      (again) => {
        db = again;
      },
      () => undefined, // the next write fails, and says why
    );
  }
  return {
    entries: () => db.getAll('works'),
    entry: (id: string) => db.get('works', id),
    states: (id: string) => db.getAll('states', statesOf(id)),
    state: (id: string, revision: number) => db.get('states', [id, revision]),
    read: (id: string) => readWork(db, id),
    putEntry: (entry: WorkEntry) => db.put('works', entry),
    append: (change: WorkChange) => makingRoom(db, () => append(db, change)),
    appendOnLeaving: (change: WorkChange) => appendOnLeaving(db, change),
    addWorks: (works: readonly NewWork[], settings?: Settings) => makingRoom(db, () => addWorks(db, works, settings)),
    removeWork: (id: string) => removeWork(db, id),
    recording: async (digest: string) => (await db.get('recordings', digest))?.data ?? null,
    hasRecording: async (digest: string) => (await db.count('recordings', digest)) > 0,
    putRecording: (recording: StoredRecording) => makingRoom(db, () => db.put('recordings', recording)),
    removeRecordings: (before: number) => removeRecordings(db, before),
    settings: () => db.get('settings', 'page'),
    changeSettings: (changed: Partial<Settings>) => changeSettings(db, changed),
    close: () => db.close(),
  };
}

type Db = IDBPDatabase<Schema>;

async function openConnection(onNewerRelease: () => void, onClosed: () => void): Promise<Db> {
  const db: Db = await openDB<Schema>(NAME, VERSION, {
    upgrade(created, from, _to, transaction) {
      if (from < 1) {
        created.createObjectStore('works', { keyPath: 'id' });
        const states = created.createObjectStore('states', { keyPath: ['work', 'revision'] });
        // Its keys hold all that thinning needs, so that no documents are read for it.
        states.createIndex('time', ['work', 'revision', 'at']);
        created.createObjectStore('settings');
      }
      created.createObjectStore('recordings', { keyPath: 'digest' }).createIndex('time', 'at');
      transaction.objectStore('states').createIndex('recordings', 'recordings', { multiEntry: true });
    },
    blocking() {
      db.close();
      onNewerRelease();
    },
    terminated: onClosed,
  });
  return db;
}

function statesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Infinity]);
}

async function readWork(db: Db, id: string): Promise<StoredWork | null> {
  const transaction = db.transaction(['works', 'states']);
  const states = transaction.objectStore('states');
  const entry = await transaction.objectStore('works').get(id);
  const last = await states.openCursor(statesOf(id), 'prev');
  if (entry === undefined || last === null) return null;
  const marks: StateMark[] = [];
  const times = states.index('time');
  let cursor = await times.openKeyCursor(IDBKeyRange.bound([id, 0, 0], [id, Infinity, Infinity]));
  for (; cursor !== null; cursor = await cursor.continue()) {
    const [, revision, at] = cursor.key;
    marks.push({ revision, at });
  }
  return { entry, newest: last.value, marks };
}

/** @throws {Conflict} if the new state's revision does not follow the stored one */
async function append(db: Db, change: WorkChange): Promise<void> {
  const transaction = db.transaction(['works', 'states'], 'readwrite');
  const { state } = change;
  if (state !== null) {
    const last = await transaction.objectStore('states').openKeyCursor(statesOf(state.work), 'prev');
    const [, revision] = last?.primaryKey ?? [state.work, 0];
    if (revision >= state.revision) {
      transaction.abort();
      await transaction.done.catch(() => undefined); // it was aborted just now
      throw new Conflict(`Revision ${revision} is stored already.`);
    }
  }
  await write(transaction, change);
}

/**
 * The same for a page that is being left, where no answer will arrive: all is asked for at once and committed. A state
 * that exists already makes all of it fail.
 */
async function appendOnLeaving(db: Db, change: WorkChange): Promise<void> {
  // With a connection that is closed this throws, which must reach whoever waits for the write, not who opens something.
  const transaction = db.transaction(['works', 'states'], 'readwrite');
  const written = write(transaction, change);
  transaction.commit();
  await written;
}

interface Writing {
  objectStore(name: 'works'): { put(value: WorkEntry): Promise<unknown> };
  objectStore(name: 'states'): {
    add(value: StoredState): Promise<unknown>;
    delete(key: [string, number]): Promise<void>;
  };
  readonly done: Promise<void>;
}

async function write(transaction: Writing, { entry, first, state, dropped }: WorkChange): Promise<void> {
  const states = transaction.objectStore('states');
  await Promise.all([
    ...(first === undefined ? [] : [states.add(namingRecordings(first))]),
    ...(state === null ? [] : [states.add(namingRecordings(state))]),
    ...dropped.map((revision) => states.delete([entry.id, revision])),
    transaction.objectStore('works').put(entry),
    transaction.done,
  ]);
}

/** With the recordings that its document names, for the index. */
function namingRecordings(state: StoredState): Schema['states']['value'] {
  const recordings = namedRecordings(state.document);
  return recordings.length === 0 ? state : { ...state, recordings };
}

/** Removes the recordings that no state names and that were last opened before then: a tab may still show one. */
async function removeRecordings(db: Db, before: number): Promise<void> {
  const transaction = db.transaction(['states', 'recordings'], 'readwrite');
  const recordings = transaction.objectStore('recordings');
  const named = transaction.objectStore('states').index('recordings');
  // Their keys alone: the recordings themselves are large.
  for (const digest of await recordings.index('time').getAllKeys(IDBKeyRange.upperBound(before, true)))
    if ((await named.count(digest)) === 0) await recordings.delete(digest);
  await transaction.done;
}

/** A work to add, with its states, oldest first. */
export interface NewWork {
  readonly entry: WorkEntry;
  readonly states: readonly StoredState[];
}

/** All of it or nothing. */
async function addWorks(db: Db, works: readonly NewWork[], settings?: Settings): Promise<void> {
  const transaction = db.transaction(['works', 'states', 'settings'], 'readwrite');
  await Promise.all([
    ...works.flatMap(({ entry, states }) => [
      transaction.objectStore('works').add(entry),
      ...states.map((state) => transaction.objectStore('states').add(namingRecordings(state))),
    ]),
    ...(settings === undefined ? [] : [transaction.objectStore('settings').put(settings, 'page')]),
    transaction.done,
  ]);
}

/** In one transaction, so that two tabs lose nothing of each other's. */
async function changeSettings(db: Db, changed: Partial<Settings>): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite');
  const kept = await transaction.store.get('page');
  await Promise.all([transaction.store.put({ ...kept, ...changed }, 'page'), transaction.done]);
}

/** Runs a task that writes. Where the browser has no room left, deleted works are not kept for Undo any longer, and it is tried once more. */
async function makingRoom<T>(db: Db, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if ((error as DOMException).name !== 'QuotaExceededError' || !(await removeDeleted(db))) throw error;
    return task();
  }
}

/** Removes deleted works, and the recordings that only they named. @returns whether there were any */
async function removeDeleted(db: Db): Promise<boolean> {
  const transaction = db.transaction(['works', 'states', 'recordings'], 'readwrite');
  const states = transaction.objectStore('states');
  const deleted = (await transaction.objectStore('works').getAll()).filter(({ deletedAt }) => deletedAt !== null);
  for (const { id } of deleted) {
    const named = (await states.getAll(statesOf(id))).flatMap(({ recordings = [] }) => recordings);
    await transaction.objectStore('works').delete(id);
    await states.delete(statesOf(id));
    for (const digest of new Set(named))
      if ((await states.index('recordings').count(digest)) === 0)
        await transaction.objectStore('recordings').delete(digest);
  }
  await transaction.done;
  return deleted.length > 0;
}

async function removeWork(db: Db, id: string): Promise<void> {
  const transaction = db.transaction(['works', 'states'], 'readwrite');
  await Promise.all([
    transaction.objectStore('works').delete(id),
    transaction.objectStore('states').delete(statesOf(id)),
    transaction.done,
  ]);
}
