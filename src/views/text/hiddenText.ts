/** What is said in place of results that lie beyond the playhead while they are hidden. */
import type { Instant } from '../../sim/index.ts';
import type { ReadableStore } from '../../store/store.ts';

export const HIDDEN_TEXT = 'Hidden beyond the playhead.';
/** In place of a read-out. */
export const HIDDEN_READOUT = 'hidden';

/** Whether results at that instant are hidden. */
export function isBeyondShown({ getState, player }: ReadableStore, at: Instant | null): boolean {
  return at !== null && getState().futureHidden && at > player.at;
}
