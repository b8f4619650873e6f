/** Lanes that run code which their user writes. Nothing of it is needed before a part of the page that is loaded later. */
import { runsUserCode, type Lane } from '../sim/index.ts';
import type { Actions } from './actions.ts';
import type { ReadableStore } from './store.ts';

export function hasCode(lane: Pick<Lane, 'limiter'> | undefined): boolean {
  return lane !== undefined && runsUserCode(lane.limiter);
}

/**
 * Puts a limiter into that lane, or (`null`) into a new one, and closes the dialog in which it was chosen. What is to be written
 * is shown at once.
 */
export function chooseLimiter(store: ReadableStore, actions: Actions, lane: number | null, limiter: string): void {
  actions.chooseLimiter(lane, limiter);
  const { lanes } = store.getState().scenario;
  const index = lane ?? lanes.length - 1;
  if (lanes[index]?.limiter === limiter && hasCode(lanes[index])) actions.editLane(index, 'config');
}
