/** What follows an edit by hand, once the first chart is there. */
import type { Lane } from '../../sim/index.ts';
import type { Store } from '../../store/store.ts';
import { laneRowElement } from './laneRowElement.ts';

/**
 * Once the hand lets go, its last change runs at once. A lane that is added, or comes back, is scrolled into sight: below
 * many others it would go unseen.
 */
export function followEdits({ subscribe, getState, setState, hold, letGo }: Store): void {
  // At the window, so that whatever was held has seen it before.
  let dragging = false;
  const press = (): void => {
    dragging = true;
    hold();
  };
  const release = (): void => {
    dragging = false;
    letGo();
  };
  addEventListener('pointerdown', press);
  for (const up of ['pointerup', 'pointercancel', 'blur'] as const) addEventListener(up, release);
  addEventListener('keydown', hold);
  // A key that is released in the middle of a drag, such as Shift, does not end it.
  addEventListener('keyup', () => {
    if (!dragging) letGo();
  });
  subscribe(({ scenario, opened }, before) => {
    if (scenario === before.scenario || opened !== before.opened) return;
    const added = addedLane(before.scenario.lanes, scenario.lanes);
    if (added === null) return;
    // Once its row is there.
    requestAnimationFrame(() => laneRowElement(added)?.scrollIntoView({ block: 'nearest' }));
    // There a lane fills the screen, and the buttons beside it go on from the one in focus.
    if (getState().narrow) setState({ focusedLane: added });
  });
}

/** Where the one lane stands that was not there before; null if more has changed than that. */
export function addedLane(before: readonly Lane[], now: readonly Lane[]): number | null {
  if (before.length === 0 || now.length !== before.length + 1) return null;
  const differs = before.findIndex((lane, index) => lane !== now[index]);
  const added = differs < 0 ? before.length : differs;
  return before.every((lane, index) => lane === now[index < added ? index : index + 1]) ? added : null;
}
