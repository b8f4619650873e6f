import { focusOnceShown } from './focusOnceShown.ts';
import { LANE_OF_LIST } from './laneOfList.ts';

/**
 * After a lane was added by a key: the focus goes to its decisions, so that what is pressed next is about it. A button that
 * adds lanes keeps the focus.
 */
export function focusAddedLane(lane: number): void {
  if (document.activeElement?.closest('button') === null) focusOnceShown(`[${LANE_OF_LIST}="${lane}"]`);
}
