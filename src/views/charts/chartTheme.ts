/** The colours that a canvas draws with, read once from the stylesheet's tokens and again when the theme changes. */
import { useSyncExternalStore } from 'react';

export interface ChartTheme {
  readonly bg: string;
  readonly surface: string;
  readonly sunken: string;
  readonly line: string;
  readonly grid: string;
  readonly ink: string;
  readonly ink2: string;
  readonly control: string;
  readonly admitted: string;
  readonly delayed: string;
  readonly denied: string;
  /** The page's font family. */
  readonly font: string;
}

const TOKENS: Readonly<Record<Exclude<keyof ChartTheme, 'font'>, string>> = {
  bg: '--bg',
  surface: '--surface',
  sunken: '--sunken',
  line: '--line',
  grid: '--grid',
  ink: '--ink',
  ink2: '--ink-2',
  control: '--control',
  admitted: '--admitted',
  delayed: '--delayed',
  denied: '--denied',
};

/** Asks the browser for the resolved colours: a token may refer to another token, a system colour or a function. */
export function readChartTheme(): ChartTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Under forced colours, the probe would otherwise always return the system's text colour.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return style.color;
  };
  const theme = {
    ...(Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, colour(token)])) as Record<
      keyof typeof TOKENS,
      string
    >),
    font: style.fontFamily,
  };
  probe.remove();
  return theme;
}

const QUERIES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

let current: ChartTheme | null = null;
const listeners = new Set<() => void>();
let stopWatching: (() => void) | null = null;

function watchTheme(): () => void {
  const reread = (): void => {
    current = null;
    for (const listener of listeners) listener();
  };
  const lists = QUERIES.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', reread);
  const attributes = new MutationObserver(reread);
  attributes.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    for (const list of lists) list.removeEventListener('change', reread);
    attributes.disconnect();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stopWatching ??= watchTheme();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopWatching?.();
    stopWatching = null;
    // From now on nothing listens for changes.
    current = null;
  };
}

/** The current theme; a new record when the system's preference or the user's (`data-theme` on the root) changes. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, () => (current ??= readChartTheme()));
}
