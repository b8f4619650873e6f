/** Texts for empty states, and what to do about them. */
import type { LayoutWidth } from '../hooks/useLayout.ts';

/** How requests get onto the track; a phone has no space bar. */
export function firstRequestText(width: LayoutWidth): string {
  return width === 'phone' ? 'Press Send, or add a phase.' : 'Press Send or Space, or add a phase.';
}

export function noRequestsText(width: LayoutWidth): string {
  return `No requests yet. ${firstRequestText(width)}`;
}
