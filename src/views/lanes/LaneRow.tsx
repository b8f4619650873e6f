/** A lane: its header, then level, window count and decisions, side by side or one above the other. */
import { memo, useEffect, useRef, type RefObject } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { failedLaneIn, laneFrame } from '../../store/selectors.ts';
import { isFramed } from '../hooks/isFramed.ts';
import { useHeld } from '../hooks/useHeld.ts';
import { useLast } from '../hooks/useLast.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import { laneName } from '../text/laneText.ts';
import { CountCell } from './CountCell.tsx';
import { DecisionsCell } from './DecisionsCell.tsx';
import { FollowedInView } from './FollowedInView.tsx';
import { FailedLaneNote } from './FailedLaneNote.tsx';
import type { SharedLaneProps } from './laneCell.ts';
import { LaneHeader } from './LaneHeader.tsx';
import styles from './Lanes.module.css';
import { LevelCell } from './LevelCell.tsx';

interface LaneRowProps {
  readonly index: number;
  readonly shared: SharedLaneProps;
  readonly width: LayoutWidth;
}

export const LaneRow = memo(function LaneRow({ index, shared, width }: LaneRowProps) {
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const failed = useAppState((state) => failedLaneIn(state, index) !== null);
  const scalesHeld = useAppState((state) => state.scalesHeld);
  const hadFailed = useHeld(failed, scalesHeld);
  // The line that is dragged is in a chart: one that takes its lane too far still has to find the way back.
  const chartsKept = failed && scalesHeld && !hadFailed;
  const hasNoLevel = useLast(
    useAppState((state) => laneFrame(state, index)?.hasLevel === false),
    chartsKept,
    scalesHeld,
  );
  const countShown = useAppState((state) => state.windowCountShown);
  // A phone has room for one of the two.
  const countInstead = useAppState((state) => width === 'phone' && countShown && state.phoneChart === 'count');
  const selected = useAppState((state) => state.selection?.lane === index);
  const { focusLane } = useActions();
  const row = useRef<HTMLElement>(null);
  useScrollIntoView(row, selected);
  if (lane === undefined) return null;
  const label = laneName(lane);
  const cell = { lane: index, shared };
  return (
    <section
      ref={row}
      className={styles['row']}
      aria-label={`Lane ${index + 1}: ${label}`}
      data-edition={lane.edition === 'published' ? 'published' : undefined}
      onFocus={() => focusLane(index)}
      onPointerDown={() => focusLane(index)}
    >
      <FollowedInView element={row}>
        <LaneHeader index={index} lane={lane} label={label} width={width} row={row} />
        {!failed || chartsKept ? (
          <div className={styles['charts']}>
            {!countInstead && (hasNoLevel ? <NoLevel /> : <LevelCell {...cell} />)}
            {(width === 'phone' ? countInstead : countShown) && <CountCell {...cell} />}
            <DecisionsCell {...cell} />
          </div>
        ) : (
          <FailedLaneNote lane={index} />
        )}
      </FollowedInView>
    </section>
  );
});

/** In place of the level's chart. */
function NoLevel() {
  return (
    <div className={styles['cell']} data-chart="level">
      <p className={styles['noLevel']}>Its code exports no level.</p>
    </div>
  );
}

/** Scrolls the lane with the selected request into view, below the sticky axis headers. */
function useScrollIntoView(row: RefObject<HTMLElement | null>, chosen: boolean): void {
  const drawer = useAppState((state) => state.drawer !== null);
  useEffect(() => {
    if (chosen && (!isFramed() || document.hasFocus())) row.current?.scrollIntoView({ block: 'nearest' });
  }, [row, chosen, drawer]);
}
