/** A small chart, for a curve or columns that do not change while they are looked at; Recharts comes after its frame. */
import { Suspense, type ReactElement } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from './SmallChart.module.css';
import type { SmallChartModel, SmallChartSize } from './smallChartModel.ts';

const SmallChartPlot = lazyPart(() => import('./SmallChartPlot.tsx'));

export interface SmallChartProps {
  readonly label: string;
  /** The id of the text alternative, which also stands where the chart cannot be loaded. */
  readonly describedBy: string;
  /** Above the plot. */
  readonly title: string;
  /** Below the ticks. */
  readonly xTitle?: string;
  readonly size: SmallChartSize;
  readonly chart: SmallChartModel;
}

export function SmallChart({ label, describedBy, title, xTitle, size, chart }: SmallChartProps): ReactElement {
  const { width, height, left, right } = size;
  return (
    <div role="img" aria-label={label} aria-describedby={describedBy} className={styles['chart']} style={{ width }}>
      <div className={styles['title']}>{title}</div>
      <div style={{ height }}>
        <ErrorBoundary fallback={null}>
          <Suspense>
            <SmallChartPlot size={size} {...chart} />
          </Suspense>
        </ErrorBoundary>
      </div>
      {xTitle !== undefined && (
        <div className={styles['xTitle']} style={{ paddingLeft: left, paddingRight: right }}>
          {xTitle}
        </div>
      )}
    </div>
  );
}
