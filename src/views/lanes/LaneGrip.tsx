/** Dragging reorders lanes; all rows have the same height, so the distance dragged gives the new position. */
import { memo, type RefObject } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { OWN_DRAG } from '../charts/useChartPointer.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { useDrag } from '../ui/useDrag.ts';
import styles from './LaneHeader.module.css';

/** The gap between two rows, as in the stylesheet. */
const ROW_GAP_PX = 8;

interface LaneGripProps {
  readonly index: number;
  readonly row: RefObject<HTMLElement | null>;
}

export const LaneGrip = memo(function LaneGrip({ index, row }: LaneGripProps) {
  const { moveLane } = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const drag = useDrag<HTMLSpanElement>(({ clientY }) => {
    const element = row.current;
    if (element === null) return null;
    const pitch = element.offsetHeight + ROW_GAP_PX;
    let by = 0;
    const putBack = (): void => {
      element.style.removeProperty('transform');
      delete element.dataset['dragged'];
    };
    return {
      threshold: 0,
      onStart() {
        element.dataset['dragged'] = '';
      },
      onMove({ y }) {
        by = y - clientY;
        element.style.transform = `translateY(${by}px)`;
      },
      onEnd() {
        putBack();
        moveLane(index, Math.max(0, Math.min(lanes - 1, index + Math.round(by / pitch))));
      },
      onCancel: putBack,
    };
  });
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
