/** Which of the three layouts the window gets, and what is left out in a low window. */
import { useSyncExternalStore } from 'react';

export type LayoutWidth = 'wide' | 'medium' | 'phone';

export interface Layout {
  readonly width: LayoutWidth;
  /** Too low for the caption and the track: a button in the header and the drawer replace them. */
  readonly short: boolean;
  /** Lower still: the policy is shown as chips, as on a phone. */
  readonly veryShort: boolean;
  /** Too narrow for all actions in the header: those that are used least are in the ⋯ menu. */
  readonly tight: boolean;
  /** Whether there is room for a text beside it. */
  readonly beside: boolean;
}

const QUERIES = {
  wide: '(width >= 1200px)',
  phone: '(width < 720px)',
  tight: '(width < 960px)',
  low: '(height < 640px)',
  lower: '(height < 560px)',
  // With a lesson's text at the left, which takes 300 to 376 px.
  beside: '(width >= 1024px)',
  wideBeside: '(width >= 1576px)',
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

export function currentWidth(): LayoutWidth {
  return matches(QUERIES.wide) ? 'wide' : matches(QUERIES.phone) ? 'phone' : 'medium';
}

/** A string, since snapshots must compare equal while nothing has changed. */
function snapshot(): string {
  const besideText: LayoutWidth = matches(QUERIES.wideBeside) ? 'wide' : matches(QUERIES.phone) ? 'phone' : 'medium';
  return [
    currentWidth(),
    matches(QUERIES.tight),
    matches(QUERIES.low),
    matches(QUERIES.lower),
    matches(QUERIES.beside),
    besideText,
  ].join(' ');
}

/** @param withText whether a lesson's text takes a part of the window */
export function useLayout(withText = false): Layout {
  const [width, tight, low, lower, beside, besideText] = useSyncExternalStore(subscribe, snapshot).split(' ');
  return {
    width: (withText ? besideText : width) as LayoutWidth,
    tight: tight === 'true',
    short: low === 'true',
    veryShort: lower === 'true',
    beside: beside === 'true',
  };
}
