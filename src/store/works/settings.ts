/** The page's settings, kept beside the works. */

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly singleKeys: boolean;
  /** How high the drawer may be, in CSS pixels; null for a share of the window. */
  readonly drawerLimit: number | null;
}

export const DEFAULT_SETTINGS: Settings = { theme: 'system', singleKeys: true, drawerLimit: null };

/** What was kept, made whole: a field that is missing or of another release takes its default. */
export function settingsFrom(kept: unknown): Settings {
  const { theme, singleKeys, drawerLimit } = (kept ?? {}) as Partial<Settings>;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULT_SETTINGS.theme,
    singleKeys: singleKeys !== false,
    drawerLimit: typeof drawerLimit === 'number' && drawerLimit > 0 ? drawerLimit : DEFAULT_SETTINGS.drawerLimit,
  };
}

/** In `localStorage`: where the releases before works kept them, and where they still are if there is no database. */
export const SETTINGS_KEY = 'spillway.settings';
