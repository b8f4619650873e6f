/** Faults below the track's blocks: bars for intervals, ticks for instants. */
import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import type { Gutters } from '../charts/viewport.ts';
import type { TrackGeometry } from './blockLayout.ts';
import {
  FAULT_ROW_HEIGHT,
  faultBars,
  faultMarks,
  faultRowCount,
  type FaultBar,
  type FaultMark,
} from './faultLayout.ts';
import styles from './FaultRows.module.css';

const NO_MARKS: readonly FaultMark[] = [];

/** All faults of the run, and the number of rows they need. */
export function useFaultMarks(end: number): { readonly marks: readonly FaultMark[]; readonly rows: number } {
  const cluster = useAppState((state) => state.scenario.cluster);
  return useMemo(() => {
    const marks = cluster === undefined ? NO_MARKS : faultMarks(cluster, end);
    return { marks, rows: faultRowCount(marks) };
  }, [cluster, end]);
}

interface FaultRowsProps {
  readonly marks: readonly FaultMark[];
  readonly track: TrackGeometry;
  readonly gutters: Pick<Gutters, 'left' | 'right'>;
}

export function FaultRows({ marks, track, gutters }: FaultRowsProps): ReactElement {
  const { editCluster } = useActions();
  const chosen = useAppState((state) => (state.drawer === 'cluster' ? state.clusterPart : null));
  const bars = useMemo(() => faultBars(marks, track), [marks, track]);
  return (
    <ul className={styles['faults']} style={{ left: gutters.left, right: gutters.right }} aria-label="Faults">
      {bars.map((bar) => {
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
              onClick={() => editCluster({ of, index })}
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
  );
}

function boxOf({ left, right, row }: FaultBar): CSSProperties {
  return { left, width: Math.max(2, right - left), top: row * FAULT_ROW_HEIGHT };
}
