/**
 * The work in hand, kept in this browser. Storage may be missing, full or forbidden: then it says so, once, and the
 * page goes on.
 */

/** The part of `localStorage` that is used. */
export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const WORK = 'spillway.work';
const ASIDE = 'spillway.aside';
const SETTINGS = 'spillway.settings';
/** Pieces of work that opening a link has put aside: the oldest beyond this are let go. */
const MOST_ASIDE = 5;

/** As text: a link, which is how Spillway writes a scenario with its view down anyway. */
export interface Kept {
  readonly link: string;
  /** Whether the caption still holds. */
  readonly told: boolean;
}

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly singleKeys: boolean;
}

export interface Persistence {
  /** False once anything could not be read or written. */
  readonly works: boolean;
  work(): Kept | null;
  keepWork(kept: Kept): void;
  /** Puts work aside, where `takeBack` finds it; false when it could not be kept. */
  setAside(kept: Kept): boolean;
  takeBack(): Kept | null;
  /** Takes one piece of work from what lies aside, once it is in hand again. */
  dropAside(kept: Kept): void;
  /** How many pieces of work lie aside. */
  aside(): number;
  settings(): Settings;
  keepSettings(settings: Settings): void;
}

const DEFAULT_SETTINGS: Settings = { theme: 'system', singleKeys: true };

/** @param shelf nothing where the browser gives none */
export function createPersistence(shelf: Shelf | null | undefined, failed: () => void): Persistence {
  let works = shelf !== undefined && shelf !== null;

  const attempt = <T>(otherwise: T, action: (open: Shelf) => T): T => {
    if (shelf === undefined || shelf === null || !works) return otherwise;
    try {
      return action(shelf);
    } catch {
      // Heard of through `failed`: the page says that nothing is kept.
      works = false;
      failed();
      return otherwise;
    }
  };
  const read = (key: string): unknown =>
    attempt(null, (open) => {
      const text = open.getItem(key);
      return text === null ? null : parsed(text);
    });
  const write = (key: string, value: unknown): void =>
    attempt(undefined, (open) => open.setItem(key, JSON.stringify(value)));
  const allAside = (): readonly Kept[] => {
    const value = read(ASIDE);
    return Array.isArray(value) ? value.filter(isKept) : [];
  };

  return {
    get works() {
      return works;
    },
    work() {
      const value = read(WORK);
      return isKept(value) ? value : null;
    },
    keepWork: (kept) => write(WORK, kept),
    setAside(kept) {
      write(ASIDE, [...allAside().filter(({ link }) => link !== kept.link), kept].slice(-MOST_ASIDE));
      return works;
    },
    dropAside: (kept) =>
      write(
        ASIDE,
        allAside().filter(({ link }) => link !== kept.link),
      ),
    takeBack() {
      const all = allAside();
      const last = all.at(-1) ?? null;
      if (last !== null) write(ASIDE, all.slice(0, -1));
      return last;
    },
    aside: () => allAside().length,
    settings() {
      const value = read(SETTINGS) as Partial<Settings> | null;
      return {
        theme: value?.theme === 'light' || value?.theme === 'dark' ? value.theme : DEFAULT_SETTINGS.theme,
        singleKeys: value?.singleKeys !== false,
      };
    },
    keepSettings: (settings) => write(SETTINGS, settings),
  };
}

/** What does not parse was not written by this page: it counts as nothing kept. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  return typeof (value as Kept | null)?.link === 'string';
}
