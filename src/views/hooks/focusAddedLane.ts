import { focusOnceShown } from './focusOnceShown.ts';
import { LANE_OF_LIST } from './laneOfList.ts';

/**
 * After a lane was added by a key: the focus goes to its decisions, so that what is pressed next is about it. A button that
 * adds lanes keeps the focus, and so does a field in which the key was pressed.
 */
export function focusAddedLane(lane: number): void {
  if (document.activeElement?.closest('button, input, textarea, select, [contenteditable=true]') === null)
    focusOnceShown(`[${LANE_OF_LIST}="${lane}"]`);
}
