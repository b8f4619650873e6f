/** Faults below the track's blocks: bars for intervals, ticks for instants. */
import { useMemo, type CSSProperties, type ReactElement, type RefObject } from 'react';
import type { Cluster } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import type { AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import type { Gutters } from '../charts/viewport.ts';
import type { TrackGeometry } from './blockLayout.ts';
import { faultBars, faultMarks, type FaultBar } from './faultLayout.ts';
import { FAULT_ROW_HEIGHT } from './faultTimes.ts';
import styles from './FaultRows.module.css';
import { useFaultEditing } from './useFaultEditing.ts';

interface FaultRowsProps {
  readonly cluster: Cluster;
  readonly track: TrackGeometry;
  readonly gutters: Pick<Gutters, 'left' | 'right'>;
  /** Says the instant to which a fault is dragged. */
  readonly axis: RefObject<AxisHeaderHandle | null>;
}

export default function FaultRows({ cluster, track, gutters, axis }: FaultRowsProps): ReactElement {
  const chosen = useAppState((state) => (state.drawer === 'cluster' ? state.clusterPart : null));
  const marks = useMemo(() => faultMarks(cluster), [cluster]);
  // Listed as in the form: a bar that is dragged past another keeps its place in the document, and so the pointer.
  const bars = useMemo(() => faultBars(marks, track).toSorted(byItem), [marks, track]);
  const editing = useFaultEditing(bars, track, axis);
  return (
    <>
      <ul className={styles['faults']} style={{ left: gutters.left, right: gutters.right }} aria-label="Faults">
        {bars.map((bar, place) => {
          const { of, index, name, label, to, hatched } = bar.mark;
          return (
            <li key={`${of} ${index}`}>
              <button
                type="button"
                className={styles['bar']}
                style={boxOf(bar)}
                data-shape={to === null ? 'tick' : hatched ? 'hatched' : 'solid'}
                aria-label={name}
                aria-pressed={chosen?.of === of && chosen.index === index}
                aria-describedby={KEY_HELP_ID}
                data-bar={place}
                {...editing}
              >
                {bar.labelPlacement !== 'none' && (
                  <span className={styles['label']} data-placement={bar.labelPlacement}>
                    {label}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <p id={KEY_HELP_ID} className="visually-hidden">
        Arrow keys move it; Shift with an arrow key moves its end. Delete removes it, Enter opens its form.
      </p>
    </>
  );
}

const KEY_HELP_ID = 'fault-keys';

function byItem({ mark: a }: FaultBar, { mark: b }: FaultBar): number {
  return b.of.localeCompare(a.of) || a.index - b.index;
}

function boxOf({ left, right, row }: FaultBar): CSSProperties {
  return { left, width: Math.max(2, right - left), top: row * FAULT_ROW_HEIGHT };
}
