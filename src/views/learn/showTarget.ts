/** Brings what a word names into sight. */
import { microsFromSeconds, targetNumber, type Target } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import { elementsOf } from './useLit.ts';

export function showTarget(target: Target, actions: Actions): void {
  const number = targetNumber(target);
  if (target.startsWith('time:') && number !== null) actions.scrub(microsFromSeconds(number));
  else if (target === 'compare' || target === 'fairness' || target === 'why' || target === 'cluster')
    actions.openDrawer(target);
  else elementsOf(target)[0]?.scrollIntoView({ block: 'nearest' });
}

export function showLane(lane: number): void {
  elementsOf(`lane:${lane}`)[0]?.scrollIntoView({ block: 'nearest' });
}
