/** The page's settings, kept beside the works. */

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly singleKeys: boolean;
}

export const DEFAULT_SETTINGS: Settings = { theme: 'system', singleKeys: true };

/** What was kept, made whole: a field that is missing or of another release takes its default. */
export function settingsFrom(kept: unknown): Settings {
  const { theme, singleKeys } = (kept ?? {}) as Partial<Settings>;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULT_SETTINGS.theme,
    singleKeys: singleKeys !== false,
  };
}

/** In `localStorage`: where the releases before works kept them, and where they still are if there is no database. */
export const SETTINGS_KEY = 'spillway.settings';
