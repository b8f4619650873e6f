/** `localStorage` as the page uses it: the releases before works kept theirs there, as do pages without a database. */
import { SETTINGS_KEY, settingsFrom, type Settings } from './settings.ts';

/** The part of `localStorage` and `sessionStorage` that is used. */
export interface KeyValueStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The work in hand, those put aside, and the settings. */
export const OLD_KEYS = ['spillway.work', 'spillway.aside', SETTINGS_KEY];

/** The settings that `localStorage` holds; the defaults where it holds none, or is null because it is forbidden. */
export function pageSettings(old: KeyValueStorage | null): Settings {
  return settingsFrom(parseOrNull(old?.getItem(SETTINGS_KEY) ?? null));
}

/** Text that does not parse was not written by this page, and counts as nothing saved. */
export function parseOrNull(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
