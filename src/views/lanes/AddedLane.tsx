/** A lane that is added, or comes back, is scrolled into sight: below many others it would go unseen. */
import { useEffect, useRef } from 'react';
import type { Lane } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import { laneRowElement } from './laneRowElement.ts';

export default function AddedLane({ width }: { readonly width: LayoutWidth }): null {
  const { focusLane } = useActions();
  const lanes = useAppState((state) => state.scenario.lanes);
  const opened = useAppState((state) => state.opened);
  const shown = useRef({ lanes, opened });
  useEffect(() => {
    const before = shown.current;
    shown.current = { lanes, opened };
    const added = before.opened === opened ? addedLane(before.lanes, lanes) : null;
    if (added === null) return;
    laneRowElement(added)?.scrollIntoView({ block: 'nearest' });
    // There a lane fills the screen, and the buttons beside it go on from the one in focus.
    if (width === 'phone') focusLane(added);
  }, [lanes, opened, width, focusLane]);
  return null;
}

/** Where the one lane stands that was not there before; null if more has changed than that. */
export function addedLane(before: readonly Lane[], now: readonly Lane[]): number | null {
  if (before.length === 0 || now.length !== before.length + 1) return null;
  const differs = before.findIndex((lane, index) => lane !== now[index]);
  const added = differs < 0 ? before.length : differs;
  return before.every((lane, index) => lane === now[index < added ? index : index + 1]) ? added : null;
}
