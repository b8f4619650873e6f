/**
 * Moves what the releases before works kept in `localStorage`: the work in hand, up to five put aside, and the settings.
 * A page of such a release may still be open and write again: then its keys reappear, and are moved at the next start.
 */
import { decodeLink, loadDeflate, minimalDocument } from '../../sim/index.ts';
import type { Database, NewWork } from './database.ts';
import { OLD_KEYS, parseOrNull, type KeyValueStorage } from './pageStorage.ts';
import { settingsFrom } from './settings.ts';

/** A work as those releases kept it: a link, which holds a scenario and its view. */
interface SavedWork {
  readonly link: string;
  readonly told?: boolean;
}

/**
 * Run by one tab at a time. The old keys are removed once everything is stored for good, except what was written to them
 * meanwhile.
 * @throws what the database throws; then the old keys stay
 */
export async function moveOldContents(
  old: KeyValueStorage,
  database: Database,
  now: number,
  newId: () => string,
): Promise<void> {
  await loadDeflate();
  const texts = OLD_KEYS.map((key) => ({ key, text: old.getItem(key) }));
  const [work, aside, settings] = texts.map(({ text }) => parseOrNull(text));
  const saved = [work, ...(Array.isArray(aside) ? (aside as unknown[]).reverse() : [])].filter(isSavedWork);
  const oldSettings = settings === null || settings === undefined ? undefined : settingsFrom(settings);
  const known = saved.length === 0 ? new Set<string>() : await newestDocuments(database);
  // The order in which they were put aside is their age.
  const works = saved
    .map((kept, index) => movedWork(kept, newId(), now - index))
    .filter(({ states: [state] }) => {
      const text = JSON.stringify(state?.document);
      // What an older page goes on saving unchanged is here already.
      if (known.has(text)) return false;
      known.add(text);
      return true;
    });
  if (works.length > 0 || oldSettings !== undefined) await database.addWorks(works, oldSettings);
  for (const { key, text } of texts) {
    if (text !== null && old.getItem(key) === text) old.removeItem(key);
  }
}

async function newestDocuments(database: Database): Promise<Set<string>> {
  const entries = await database.entries();
  const works = await Promise.all(entries.map(({ id }) => database.read(id)));
  return new Set(works.map((work) => JSON.stringify(work?.newest.document)));
}

/** @returns the link as a work; one that cannot be read is kept as its text, with the reason */
function movedWork({ link, told }: SavedWork, id: string, at: number): NewWork {
  const decoded = decodeLink(link);
  return {
    entry: {
      id,
      name: decoded.ok ? decoded.scenario.title : '',
      createdAt: at,
      changedAt: at,
      deletedAt: null,
      view: decoded.ok ? decoded.view : null,
      thumbnail: null,
      problem: decoded.ok ? null : decoded.failure.message,
    },
    states: [
      {
        work: id,
        revision: 1,
        at,
        document: decoded.ok ? minimalDocument(decoded.scenario) : link,
        told: told !== false,
      },
    ],
  };
}

function isSavedWork(value: unknown): value is SavedWork {
  return typeof (value as SavedWork | null)?.link === 'string';
}
