import type { ReactElement } from 'react';
import { COLUMNS, MAX_HEIGHT, type Strip, type Thumbnail } from '../../store/works/thumbnail.ts';
import styles from './WorkThumbnail.module.css';

/** Above the line of a strip, and below it; admitted and delayed columns, stacked, are rounded up one each. */
const HALF = MAX_HEIGHT + 1;
const STRIP = 2 * HALF;

/** A strip a lane: admitted and delayed above the line, denied below, as in the lanes. Hidden from screen readers. */
export function WorkThumbnail({ thumbnail }: { readonly thumbnail: Thumbnail | null }): ReactElement {
  if (thumbnail === null) return <span className={styles['none']}>No picture yet</span>;
  const { strips, moreLanes } = thumbnail;
  if (strips.length === 0) return <span className={styles['none']}>No lanes</span>;
  return (
    <span className={styles['frame']} aria-hidden="true">
      <svg className={styles['picture']} viewBox={`0 0 ${COLUMNS} ${STRIP * strips.length}`} preserveAspectRatio="none">
        {strips.map((strip, index) => (
          // A lane has no identity besides its position.
          // oxlint-disable-next-line react/no-array-index-key
          <LaneStrip key={index} strip={strip} middle={STRIP * index + HALF} />
        ))}
      </svg>
      {moreLanes > 0 && <span className={styles['more']}>+{moreLanes}</span>}
    </span>
  );
}

function LaneStrip({ strip, middle }: { readonly strip: Strip; readonly middle: number }): ReactElement {
  const { admitted, delayed, denied } = strip;
  return (
    <>
      <path className={styles['line']} d={`M0 ${middle}H${COLUMNS}`} />
      <path className={styles['admitted']} d={columns(admitted, () => middle, -1)} />
      <path className={styles['delayed']} d={columns(delayed, (column) => middle - Number(admitted[column]), -1)} />
      <path className={styles['denied']} d={columns(denied, () => middle, 1)} />
    </>
  );
}

/** A path with a rectangle for each column that is not empty, from `foot` up (−1) or down (1). */
function columns(heights: string, foot: (column: number) => number, direction: -1 | 1): string {
  return Array.from(heights, (height, column) =>
    height === '0' ? '' : `M${column} ${foot(column)}h1v${direction * Number(height)}h-1z`,
  ).join('');
}
