/**
 * Moves a lane with the pointer: the others make room where it will be. All rows have the same height, so the distance dragged
 * gives the new position.
 */
import type { Drag } from '../ui/useDrag.ts';
import { laneRowElement } from './laneRowElement.ts';

/** The gap between two rows, as in the stylesheet. */
const ROW_GAP_PX = 8;

interface LaneToDrag {
  readonly index: number;
  /** Number of lanes. */
  readonly lanes: number;
  readonly row: HTMLElement;
  readonly moveLane: (from: number, to: number) => void;
}

/** @param clientY where it is grabbed */
export function laneDrag({ index, lanes, row, moveLane }: LaneToDrag, clientY: number): Drag {
  const rows = Array.from({ length: lanes }, (_, lane) => laneRowElement(lane) as HTMLElement);
  const pitch = row.offsetHeight + ROW_GAP_PX;
  // The list may scroll under the pointer.
  const yInList = (y: number): number => y - (row.parentElement as HTMLElement).getBoundingClientRect().top;
  const from = yInList(clientY);
  let target = index;
  const putBack = (): void => {
    for (const { style } of rows) style.removeProperty('transform');
    delete row.dataset['dragged'];
  };
  return {
    threshold: 0,
    onStart() {
      row.dataset['dragged'] = '';
    },
    onMove({ y }) {
      const by = Math.max(-index * pitch, Math.min((lanes - 1 - index) * pitch, yInList(y) - from));
      target = index + Math.round(by / pitch);
      for (const [lane, { style }] of rows.entries())
        style.transform = `translateY(${lane === index ? by : pitch * shiftOf(lane, index, target)}px)`;
      row.scrollIntoView({ block: 'nearest' });
    },
    onEnd() {
      putBack();
      moveLane(index, target);
    },
    onCancel: putBack,
  };
}

/** By how many places a lane makes room while another is moved. */
function shiftOf(lane: number, from: number, to: number): -1 | 0 | 1 {
  if (lane > from && lane <= to) return -1;
  return lane < from && lane >= to ? 1 : 0;
}
