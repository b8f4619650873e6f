/** What goes wrong, as ink below the track's blocks: bars for what lasts, ticks for what happens at an instant. */
import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useActions, useApp } from '../../store/react.tsx';
import type { Gutters } from '../charts/frame.ts';
import type { Track } from './blocks.ts';
import { barsOf, marksOf, rowsOf, type FaultBar, type Mark } from './faultBars.ts';
import styles from './FaultRows.module.css';

/** A row's height, which the stylesheet knows too. */
export const FAULT_ROW = 16;

const NONE: readonly Mark[] = [];

/** All that goes wrong in the run, and how many rows that takes. */
export function useMarks(end: number): { readonly marks: readonly Mark[]; readonly rows: number } {
  const cluster = useApp((state) => state.scenario.cluster);
  return useMemo(() => {
    const marks = cluster === undefined ? NONE : marksOf(cluster, end);
    return { marks, rows: rowsOf(marks) };
  }, [cluster, end]);
}

interface FaultRowsProps {
  readonly marks: readonly Mark[];
  readonly track: Track;
  readonly gutters: Pick<Gutters, 'left' | 'right'>;
}

export function FaultRows({ marks, track, gutters }: FaultRowsProps): ReactElement {
  const { editCluster } = useActions();
  const chosen = useApp((state) => (state.drawer === 'cluster' ? state.clusterPart : null));
  const bars = useMemo(() => barsOf(marks, track), [marks, track]);
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
              data-look={to === null ? 'tick' : hatched ? 'hatched' : 'solid'}
              aria-label={name}
              aria-pressed={chosen?.of === of && chosen.index === index}
              onClick={() => editCluster({ of, index })}
            >
              {bar.words !== 'none' && (
                <span className={styles['words']} data-place={bar.words}>
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
  return { left, width: Math.max(2, right - left), top: row * FAULT_ROW };
}
