/**
 * Dragging reorders lanes: the others make room where the lane will be. All rows have the same height, so the distance dragged
 * gives the new position.
 */
import { memo, type RefObject } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { OWN_DRAG } from '../charts/useChartPointer.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { useDrag } from '../ui/useDrag.ts';
import { laneRowElement } from './laneRowElement.ts';
import styles from './LaneHeader.module.css';

/** The gap between two rows, as in the stylesheet. */
const ROW_GAP_PX = 8;

/** How many places a lane makes room by while another is moved. */
function shiftOf(lane: number, from: number, to: number): -1 | 0 | 1 {
  if (lane > from && lane <= to) return -1;
  return lane < from && lane >= to ? 1 : 0;
}

interface LaneGripProps {
  readonly index: number;
  readonly row: RefObject<HTMLElement | null>;
}

export const LaneGrip = memo(function LaneGrip({ index, row }: LaneGripProps) {
  const { moveLane } = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const drag = useDrag<HTMLSpanElement>(({ clientY }) => {
    const element = row.current;
    const list = element?.parentElement ?? null;
    if (element === null || list === null) return null;
    const rows = Array.from({ length: lanes }, (_, lane) => laneRowElement(lane) as HTMLElement);
    const pitch = element.offsetHeight + ROW_GAP_PX;
    // The list may scroll under the pointer.
    const yInList = (y: number): number => y - list.getBoundingClientRect().top;
    const from = yInList(clientY);
    let target = index;
    const putBack = (): void => {
      for (const { style } of rows) style.removeProperty('transform');
      delete element.dataset['dragged'];
    };
    return {
      threshold: 0,
      onStart() {
        element.dataset['dragged'] = '';
      },
      onMove({ y }) {
        const by = Math.max(-index * pitch, Math.min((lanes - 1 - index) * pitch, yInList(y) - from));
        target = index + Math.round(by / pitch);
        for (const [lane, { style }] of rows.entries())
          style.transform = `translateY(${lane === index ? by : pitch * shiftOf(lane, index, target)}px)`;
        element.scrollIntoView({ block: 'nearest' });
      },
      onEnd() {
        putBack();
        moveLane(index, target);
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
