/** What the lanes of a sheet, or of a slide, share: the range, the scales, and what is hidden. */
import { useMemo } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { shownUntil } from '../../store/selectors.ts';
import { readChartTheme } from '../charts/chartTheme.ts';
import { maxDensityOf } from '../charts/drawDensities.ts';
import { RunDisplayMode } from '../charts/runDisplayMode.ts';
import { maxOf, shownPartOf } from '../charts/shownPart.ts';
import { countAxisTop, timeTicks } from '../format/ticks.ts';
import { plotWidthOf } from './PaperChart.tsx';
import type { PaperAxes } from './PaperLane.tsx';

/** @param width of a chart, in CSS pixels */
export function usePaperAxes(width: number): PaperAxes {
  const range = useAppState((state) => state.range);
  const laneInfos = useAppState((state) => state.result?.laneInfos ?? null);
  const charts = useAppState((state) => state.chartData?.lanes ?? null);
  const until = useAppState(shownUntil);
  return useMemo(() => {
    const shown = (charts ?? []).filter((one) => one !== null).map((one) => shownPartOf(one, until));
    const peaks =
      until === Infinity
        ? (laneInfos ?? []).map((laneInfo) => laneInfo?.summary.peak?.permits ?? 0)
        : shown.map(({ windowCount }) => maxOf(windowCount));
    return {
      width,
      range,
      until,
      ticks: timeTicks(range.from, range.to, plotWidthOf(width)),
      theme: readChartTheme(),
      countTop: countAxisTop(
        Math.max(1, ...(laneInfos ?? []).map((laneInfo) => laneInfo?.n ?? 0)),
        Math.max(0, ...peaks),
      ),
      densityTop: maxDensityOf(shown),
      mode: new RunDisplayMode().of(laneInfos, shown, range),
    };
  }, [width, range, laneInfos, charts, until]);
}
