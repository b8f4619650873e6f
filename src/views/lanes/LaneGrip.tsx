/** Dragging it reorders lanes. */
import { memo, type RefObject } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { OWN_DRAG } from '../charts/useChartPointer.ts';
import { laterModule } from '../hooks/laterModule.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { useDrag } from '../ui/useDrag.ts';
import styles from './LaneHeader.module.css';

const useLaneDrag = laterModule(() => import('./laneDrag.ts'));

interface LaneGripProps {
  readonly index: number;
  readonly row: RefObject<HTMLElement | null>;
}

export const LaneGrip = memo(function LaneGrip({ index, row }: LaneGripProps) {
  const { moveLane } = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const dragging = useLaneDrag();
  const drag = useDrag<HTMLSpanElement>(({ clientY }) =>
    row.current === null || dragging === null
      ? null
      : dragging.laneDrag({ index, lanes, row: row.current, moveLane }, clientY),
  );
  return (
    <span
      className={styles['grip']}
      {...{ [OWN_DRAG]: '' }}
      title="Drag to move the lane, or press Alt+↑ and Alt+↓"
      {...drag.handlers}
    >
      <Glyph name="grip" />
    </span>
  );
});
