/**
 * Saves the current work in this browser. Storage may be missing, full or forbidden: then `onFailure` is called once, and
 * the page keeps working.
 */

/** The part of `localStorage` that is used. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const WORK_KEY = 'spillway.work';
const STASH_KEY = 'spillway.aside';
const SETTINGS_KEY = 'spillway.settings';
/** The maximum of stashed pieces of work; the oldest are dropped. */
const MAX_STASHED = 5;

/** Saved as a link, which holds a scenario and its view. */
export interface SavedWork {
  readonly link: string;
  /** Whether the caption still holds. */
  readonly told: boolean;
}

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly singleKeys: boolean;
}

export interface Persistence {
  /** False once a read or write has failed. */
  readonly available: boolean;
  loadWork(): SavedWork | null;
  saveWork(kept: SavedWork): void;
  /** Stashes work for `popStash`; false when it could not be saved. */
  stash(kept: SavedWork): boolean;
  popStash(): SavedWork | null;
  /** Removes a piece of work from the stash. */
  dropStashed(kept: SavedWork): void;
  /** The number of stashed pieces of work. */
  stashSize(): number;
  loadSettings(): Settings;
  saveSettings(settings: Settings): void;
}

const DEFAULT_SETTINGS: Settings = { theme: 'system', singleKeys: true };

/** @param storage null or undefined if the browser provides none */
export function createPersistence(storage: KeyValueStorage | null | undefined, onFailure: () => void): Persistence {
  let available = storage !== undefined && storage !== null;

  const tryStorage = <T>(fallback: T, action: (open: KeyValueStorage) => T): T => {
    if (storage === undefined || storage === null || !available) return fallback;
    try {
      return action(storage);
    } catch {
      // `onFailure` tells the page, which says that nothing is saved.
      available = false;
      onFailure();
      return fallback;
    }
  };
  const read = (key: string): unknown =>
    tryStorage(null, (open) => {
      const text = open.getItem(key);
      return text === null ? null : parseOrNull(text);
    });
  const write = (key: string, value: unknown): void =>
    tryStorage(undefined, (open) => open.setItem(key, JSON.stringify(value)));
  const readStash = (): readonly SavedWork[] => {
    const value = read(STASH_KEY);
    return Array.isArray(value) ? value.filter(isSavedWork) : [];
  };

  return {
    get available() {
      return available;
    },
    loadWork() {
      const value = read(WORK_KEY);
      return isSavedWork(value) ? value : null;
    },
    saveWork: (kept) => write(WORK_KEY, kept),
    stash(kept) {
      write(STASH_KEY, [...readStash().filter(({ link }) => link !== kept.link), kept].slice(-MAX_STASHED));
      return available;
    },
    dropStashed: (kept) =>
      write(
        STASH_KEY,
        readStash().filter(({ link }) => link !== kept.link),
      ),
    popStash() {
      const all = readStash();
      const last = all.at(-1) ?? null;
      if (last !== null) write(STASH_KEY, all.slice(0, -1));
      return last;
    },
    stashSize: () => readStash().length,
    loadSettings() {
      const value = read(SETTINGS_KEY) as Partial<Settings> | null;
      return {
        theme: value?.theme === 'light' || value?.theme === 'dark' ? value.theme : DEFAULT_SETTINGS.theme,
        singleKeys: value?.singleKeys !== false,
      };
    },
    saveSettings: (settings) => write(SETTINGS_KEY, settings),
  };
}

/** Text that does not parse was not written by this page, and counts as nothing saved. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isSavedWork(value: unknown): value is SavedWork {
  return typeof (value as SavedWork | null)?.link === 'string';
}
