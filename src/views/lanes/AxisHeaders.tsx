/** The time axes above the lanes: one for each column of charts. */
import { useRef } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { hasRetries, isBare } from '../../store/selectors.ts';
import { AxisHeader, type AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import { useCrosshairChip } from '../charts/useCrosshairChip.ts';
import { Locked } from '../text/Locked.tsx';
import { RETRIES_TEXT } from '../text/retriesText.ts';
import { formatDuration } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import type { SharedLaneProps } from './laneCell.ts';
import styles from './Lanes.module.css';

export function AxisHeaders({ shared }: { shared: SharedLaneProps }) {
  const T = useAppState((state) => state.scenario.policy.T);
  const ownT = useAppState((state) => state.scenario.lanes.some(({ policy }) => policy.T !== undefined));
  const countShown = useAppState((state) => state.windowCountShown);
  const retries = useAppState(hasRetries);
  return (
    <div className={styles['heads']}>
      <AddLane />
      <ColumnAxis shared={shared} title="Level" />
      {countShown && (
        <ColumnAxis shared={shared} title={`Window count, in the last ${ownT ? 'T' : formatDuration(T)}`} />
      )}
      <ColumnAxis shared={shared} title="Decisions" note={retries ? RETRIES_TEXT : ''} />
    </div>
  );
}

function ColumnAxis({ shared, title, note = '' }: { shared: SharedLaneProps; title: string; note?: string }) {
  const axis = useRef<AxisHeaderHandle>(null);
  useCrosshairChip(axis);
  const { range, gutters, ticks } = shared;
  return <AxisHeader ref={axis} title={title} note={note} range={range} gutters={gutters} ticks={ticks} />;
}

/** Above lanes in columns, below stacked ones. */
export function AddLane() {
  const { openDialog } = useActions();
  const bare = useAppState(isBare);
  return (
    <div className={styles['add']}>
      {!bare && (
        <Locked by="lanes">
          <Button size="small" onClick={() => openDialog({ name: 'limiter', lane: null })} label="Add lane">
            + Add lane
          </Button>
        </Locked>
      )}
    </div>
  );
}
