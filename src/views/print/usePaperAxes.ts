/** What the lanes of a sheet, or of a slide, share: the range, the scales, and what is hidden. */
import { useMemo } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { shownUntil } from '../../store/selectors.ts';
import { readChartTheme } from '../charts/chartTheme.ts';
import { runAxes } from '../charts/laneDrawings.ts';
import { plotWidthOf } from './PaperChart.tsx';
import { useChartsOnPaper } from './paperCharts.ts';
import type { PaperAxes } from './PaperLane.tsx';

/** @param width of a chart, in CSS pixels */
export function usePaperAxes(width: number): PaperAxes {
  const range = useAppState((state) => state.range);
  const laneInfos = useAppState((state) => state.result?.laneInfos ?? null);
  const charts = useChartsOnPaper();
  const until = useAppState(shownUntil);
  return useMemo(
    () => ({
      ...runAxes({ laneInfos: laneInfos ?? [], charts: charts ?? [] }, range, until, plotWidthOf(width)),
      charts,
      width,
      theme: readChartTheme(),
    }),
    [width, range, laneInfos, charts, until],
  );
}
