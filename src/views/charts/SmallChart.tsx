/** A small chart, for a curve or columns that do not change while they are looked at; Recharts comes after its frame. */
import { Suspense, useMemo, useState, type ReactElement } from 'react';
import type { SmallChartSubject } from '../picture/smallChartPicture.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from './SmallChart.module.css';
import { plotHeightOf, plotWidthOf, type SmallChartSize } from './smallChartModel.ts';

const SmallChartPlot = lazyPart(() => import('./SmallChartPlot.tsx'));
const SmallChartPictureDialog = lazyPart(() => import('./SmallChartPictureDialog.tsx'));

interface SmallChartProps {
  readonly subject: SmallChartSubject;
  readonly size: SmallChartSize;
  /** The id of the text alternative, which also stands where the chart cannot be loaded. */
  readonly describedBy: string;
  /** Above the plot. */
  readonly title: string;
  /** Below the ticks. */
  readonly xTitle?: string;
}

export function SmallChart({ subject, size, describedBy, title, xTitle }: SmallChartProps): ReactElement {
  const { width, height, left, right } = size;
  const { name, chartFor } = subject;
  const chart = useMemo(() => chartFor(plotWidthOf(size), plotHeightOf(size)), [chartFor, size]);
  const [pictured, setPictured] = useState(false);
  return (
    <div className={styles['chart']} style={{ width }}>
      <div role="img" aria-label={name} aria-describedby={describedBy}>
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
      <Button variant="quiet" size="small" label={`${name} as a picture…`} onClick={() => setPictured(true)}>
        Picture…
      </Button>
      {pictured && (
        <Suspense>
          <SmallChartPictureDialog subject={subject} onClose={() => setPictured(false)} />
        </Suspense>
      )}
    </div>
  );
}
