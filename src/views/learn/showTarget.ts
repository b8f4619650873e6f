/** What a word names is brought into sight. */
import { microsFromSeconds, targetNumber, type Target } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import { elementsOf } from './useLit.ts';

/** @returns whether the page has it: a lane may have been removed, or a chart switched off */
export function showTarget(target: Target, actions: Actions): boolean {
  const number = targetNumber(target);
  if (target.startsWith('time:') && number !== null) {
    actions.scrub(microsFromSeconds(number));
    return true;
  }
  if (target === 'compare' || target === 'fairness' || target === 'why' || target === 'cluster') {
    actions.openDrawer(target);
    return true;
  }
  const element = elementsOf(target).find(isRendered);
  element?.scrollIntoView({ block: 'nearest' });
  return element !== undefined;
}

/** Of what has two forms, one for phones, the other is not. */
function isRendered(element: Element): boolean {
  return element.getClientRects().length > 0;
}

export function showLane(lane: number): void {
  elementsOf(`lane:${lane}`)[0]?.scrollIntoView({ block: 'nearest' });
}
