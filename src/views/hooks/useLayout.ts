/** Which of the three layouts the window gets, and what is left out in a low window. */
import { useSyncExternalStore } from 'react';

export type LayoutWidth = 'wide' | 'medium' | 'phone';

export interface Layout {
  readonly width: LayoutWidth;
  /** Too low for the caption and the track: a button in the header and the drawer replace them. */
  readonly short: boolean;
  /** Lower still: the policy is shown as chips, as on a phone. */
  readonly veryShort: boolean;
}

const QUERIES = {
  wide: '(width >= 1200px)',
  phone: '(width < 720px)',
  low: '(height < 640px)',
  lower: '(height < 560px)',
} as const;

function subscribe(listener: () => void): () => void {
  const lists = Object.values(QUERIES).map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** Calls now and at every change with whether the window is narrower than wide. */
export function followNarrow(onChange: (narrow: boolean) => void): void {
  const wide = matchMedia(QUERIES.wide);
  onChange(!wide.matches);
  wide.addEventListener('change', () => onChange(!wide.matches));
}

const matches = (query: string): boolean => matchMedia(query).matches;

/** A string, since snapshots must compare equal while nothing has changed. */
function snapshot(): string {
  const width: LayoutWidth = matches(QUERIES.wide) ? 'wide' : matches(QUERIES.phone) ? 'phone' : 'medium';
  return `${width} ${matches(QUERIES.low)} ${matches(QUERIES.lower)}`;
}

export function useLayout(): Layout {
  const [width, low, lower] = useSyncExternalStore(subscribe, snapshot).split(' ');
  return { width: width as LayoutWidth, short: low === 'true', veryShort: lower === 'true' };
}
