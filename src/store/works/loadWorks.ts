/** Opens what this browser keeps, before there is a store: the settings are needed for the first paint. */
import type { Store } from '../store.ts';
import { createWorks } from './createWorks.ts';
import { openDatabase, type Database } from './database.ts';
import { createLeftNotes } from './leftNotes.ts';
import { OLD_KEYS, pageSettings, type KeyValueStorage } from './pageStorage.ts';
import { createSavingProblems } from './savingProblems.ts';
import { settingsFrom, type Settings } from './settings.ts';
import { createTabMemory } from './tabMemory.ts';
import { createTabs, type Locks, type TabChannel } from './tabs.ts';
import type { TabWorks } from './works.ts';

/** What a browser may provide, or forbid. */
export interface WorksHost {
  /** Whether there is IndexedDB. */
  readonly hasDatabase: boolean;
  readonly locks: Locks | undefined;
  /** Messages between tabs; null where they are forbidden. */
  readonly channel: TabChannel | null;
  /** `localStorage`: releases before works kept theirs there, as do pages without a database; null where it is forbidden. */
  readonly pageStorage: KeyValueStorage | null;
  /** `sessionStorage`; null where it is forbidden. */
  readonly tabStorage: KeyValueStorage | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** An id that is never given twice. */
  readonly newId: () => string;
}

export interface LoadedWorks {
  readonly settings: Settings;
  /** Once, when there is a store. */
  readonly create: (store: Store) => TabWorks;
}

/** A browser that does not answer in this time is taken to keep nothing. */
const PATIENCE_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Deleted works are gone for good after this. */
const KEPT_DELETED_MS = DAY_MS;
/** Recordings that were only shown likewise. A tab with one may be left over a weekend, or a holiday, and then reloaded. */
const KEPT_SHOWN_MS = 30 * DAY_MS;

/** Where nothing can be kept, the page works without it and says so. @throws where a part of the page cannot be loaded */
export async function loadWorks(host: WorksHost): Promise<LoadedWorks> {
  const { locks, channel, now, newId } = host;
  const without = async (reason: string): Promise<LoadedWorks> => {
    const { withoutWorks } = await import('./withoutWorks.ts');
    return { settings: pageSettings(host.pageStorage), create: (store) => withoutWorks(store, reason, host) };
  };
  if (!host.hasDatabase) return without('it has no storage for this page');
  if (locks === undefined) return without('it can tell tabs apart only at a secure address (https, or localhost)');
  if (channel === null) return without('its tabs cannot exchange messages (cookies may be blocked)');
  let onNewerRelease = (): void => undefined;
  try {
    const database = await inTime(openDatabase(() => onNewerRelease()));
    const tabs = createTabs(locks, channel, newId);
    await inTime(tabs.alone('moving', () => putInOrder(host, database)));
    return {
      settings: settingsFrom(await inTime(database.settings())),
      create(store) {
        const problems = createSavingProblems(store);
        onNewerRelease = () => problems.unavailable('a newer Spillway was opened in another tab. Reload this page');
        const memory = createTabMemory(host.tabStorage);
        const notes = createLeftNotes(host.pageStorage);
        return createWorks(store, { database, tabs, memory, notes, problems, now, newId });
      },
    };
  } catch (error) {
    return without(`its storage cannot be used (${(error as Error).message.replace(/\.$/, '')})`);
  }
}

async function putInOrder({ pageStorage, now, newId }: WorksHost, database: Database): Promise<void> {
  if (pageStorage !== null && OLD_KEYS.some((key) => pageStorage.getItem(key) !== null)) {
    const { moveOldContents } = await import('./migration.ts');
    await moveOldContents(pageStorage, database, now(), newId);
  }
  for (const { id, deletedAt } of await database.entries()) {
    if (deletedAt !== null && deletedAt < now() - KEPT_DELETED_MS) await database.removeWork(id);
  }
  await database.removeRecordings(now() - KEPT_SHOWN_MS);
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it does not answer')), PATIENCE_MS);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
