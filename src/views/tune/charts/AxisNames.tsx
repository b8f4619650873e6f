/** What a chart's axes count: above the one of heights, and in the corner before the other's labels. */
import type { ReactElement } from 'react';
import type { Plot } from '../../charts/viewport.ts';
import styles from './charts.module.css';

interface AxisNamesProps {
  readonly plot: Plot;
  readonly across: string;
  readonly up: string;
}

export function AxisNames({ plot, across, up }: AxisNamesProps): ReactElement {
  return (
    <>
      <span className={styles['lineName']} style={{ left: plot.x, top: plot.y - 18 }}>
        {up}
      </span>
      <span className={styles['lineName']} style={{ left: 0, top: plot.y + plot.height + 8 }}>
        {across}
      </span>
    </>
  );
}
