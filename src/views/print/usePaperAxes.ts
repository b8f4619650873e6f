/** What the lanes of a sheet, or of a slide, share: the range, the scales, and what is hidden. */
import { useMemo } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { shownUntil } from '../../store/selectors.ts';
import { readChartTheme } from '../charts/chartTheme.ts';
import { runAxes } from '../charts/laneDrawings.ts';
import { plotWidthOf } from './PaperChart.tsx';
import { useChartsOnPaper } from './paperCharts.ts';
import type { PaperAxes } from './PaperLane.tsx';

/** A lane with more rows of nodes would be higher than a page, and a page's end would cut them. */
const MOST_ROWS = 16;

/** @param width of a chart, in CSS pixels */
export function usePaperAxes(width: number): PaperAxes {
  const range = useAppState((state) => state.range);
  const laneInfos = useAppState((state) => state.result?.laneInfos ?? null);
  const hasKeys = useAppState(({ result }) => (result?.keyNames.length ?? 0) > 1);
  const charts = useChartsOnPaper();
  const until = useAppState(shownUntil);
  return useMemo(
    () => ({
      ...runAxes({ laneInfos: laneInfos ?? [], charts: charts ?? [], hasKeys }, range, until, plotWidthOf(width)),
      mostRows: MOST_ROWS,
      charts,
      width,
      theme: readChartTheme(),
    }),
    [width, range, laneInfos, hasKeys, charts, until],
  );
}
