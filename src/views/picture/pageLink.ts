/** Where what is shown is opened again. */
import { currentLink } from '../../store/openScenario.ts';
import type { ReadableStore } from '../../store/store.ts';
import type { PictureLink } from './frameParts.ts';

/** With playhead, zoom and selection; or why no link can hold it. */
export function pageLink(store: ReadableStore): PictureLink {
  try {
    return { address: `${location.origin}${location.pathname}${currentLink(store, true)}` };
  } catch (error) {
    if (error instanceof RangeError) return { missing: error.message };
    throw error;
  }
}
