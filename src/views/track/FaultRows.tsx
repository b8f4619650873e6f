/** Faults below the track's blocks: bars for intervals, ticks for instants. */
import { useMemo, type CSSProperties, type ReactElement } from 'react';
import type { Cluster } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import type { Gutters } from '../charts/viewport.ts';
import type { TrackGeometry } from './blockLayout.ts';
import { faultBars, faultMarks, type FaultBar } from './faultLayout.ts';
import { FAULT_ROW_HEIGHT } from './faultTimes.ts';
import styles from './FaultRows.module.css';

interface FaultRowsProps {
  readonly cluster: Cluster;
  readonly track: TrackGeometry;
  readonly gutters: Pick<Gutters, 'left' | 'right'>;
}

export default function FaultRows({ cluster, track, gutters }: FaultRowsProps): ReactElement {
  const { editCluster } = useActions();
  const chosen = useAppState((state) => (state.drawer === 'cluster' ? state.clusterPart : null));
  const marks = useMemo(() => faultMarks(cluster), [cluster]);
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
