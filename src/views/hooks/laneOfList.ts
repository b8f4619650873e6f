/** Marks a lane's list of decisions, so that keys pressed in it apply to that lane. */

/** The attribute with the lane's index. */
export const LANE_OF_LIST = 'data-decisions-of';

/** The lane whose list of decisions the element is; null for anything else. */
export function laneOfList(element: Element | null): number | null {
  const lane = element?.getAttribute(LANE_OF_LIST) ?? null;
  return lane === null ? null : Number(lane);
}
