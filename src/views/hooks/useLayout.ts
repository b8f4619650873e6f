/** Which of the three layouts the window has, and what a low window does without. */
import { useSyncExternalStore } from 'react';

export type LayoutWidth = 'wide' | 'medium' | 'phone';

export interface Layout {
  readonly width: LayoutWidth;
  /** Too low for the caption and the track: they go behind ⓘ and into the drawer. */
  readonly short: boolean;
  /** Lower still: the policy becomes the phone's chips. */
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

const matches = (query: string): boolean => matchMedia(query).matches;

/** As one word, since a snapshot must be equal while nothing has changed. */
function snapshot(): string {
  const width: LayoutWidth = matches(QUERIES.wide) ? 'wide' : matches(QUERIES.phone) ? 'phone' : 'medium';
  return `${width} ${matches(QUERIES.low)} ${matches(QUERIES.lower)}`;
}

export function useLayout(): Layout {
  const [width, low, lower] = useSyncExternalStore(subscribe, snapshot).split(' ');
  return { width: width as LayoutWidth, short: low === 'true', veryShort: lower === 'true' };
}
