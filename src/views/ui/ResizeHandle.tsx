/** The upper edge of a part of the screen: dragged, or moved by arrow keys, it makes that part higher or lower. */
import type { KeyboardEvent, ReactElement } from 'react';
import styles from './ResizeHandle.module.css';
import { useDrag } from './useDrag.ts';

export interface ResizeHandleProps {
  readonly label: string;
  /** Heights in CSS pixels: as it is, and as it can be. */
  readonly height: number;
  readonly min: number;
  readonly max: number;
  readonly onResize: (height: number) => void;
  /** Back to the height that it has by itself: by a double-click, or Enter. */
  readonly onReset: () => void;
}

const STEP = 16;
const PAGE = 64;

export function ResizeHandle({ label, height, min, max, onResize, onReset }: ResizeHandleProps): ReactElement {
  const resize = (to: number): void => onResize(Math.round(Math.max(min, Math.min(max, to))));
  const { handlers } = useDrag<HTMLDivElement>(({ clientY }) => ({
    threshold: 0,
    onMove: ({ y }) => resize(height + clientY - y),
    onCancel: () => resize(height),
  }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const target: Readonly<Record<string, number>> = {
      ArrowUp: height + STEP,
      ArrowDown: height - STEP,
      PageUp: height + PAGE,
      PageDown: height - PAGE,
      Home: min,
      End: max,
    };
    const to = target[event.key];
    if ((to === undefined && event.key !== 'Enter') || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (to === undefined) onReset();
    else resize(to);
  };
  return (
    // A separator that can be moved is a widget, and takes focus and keys (WAI-ARIA 1.2, Window Splitter).
    <div
      className={styles['handle']}
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={height}
      aria-valuemin={min}
      aria-valuemax={Math.max(max, height)}
      aria-valuetext={`${height} pixels high`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      {...handlers}
    />
  );
}
