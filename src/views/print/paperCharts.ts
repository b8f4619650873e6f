/**
 * The charts of the run at paper's own resolution: those of the screen have as many columns as its plots have pixels, and where
 * a step is narrower than one of these, paper would show slopes. A browser lays out for paper at once, so they are asked for
 * before, once nothing has changed for a moment.
 */
import { createContext, use, useEffect, useState } from 'react';
import type { LaneChartData } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { chartQueryOf } from '../../store/queries.ts';
import { PAPER_WIDTH, plotWidthOf } from './PaperChart.tsx';

type LaneCharts = readonly (LaneChartData | null)[];

const REST_MS = 800;

/** Null where a sheet has no finer charts than the screen's: until they are there, and for slides. */
export const PaperChartsContext = createContext<LaneCharts | null>(null);

/** The charts that a sheet draws, by the lanes of the run. */
export function useChartsOnPaper(): LaneCharts | null {
  const shown = useAppState((state) => state.chartData?.lanes ?? null);
  return use(PaperChartsContext) ?? shown;
}

export function usePaperCharts(): LaneCharts | null {
  const store = useStoreApi();
  // Those of the screen: what changes them changes these.
  const shown = useAppState((state) => (state.playing ? null : state.chartData));
  // In a dialog the same question may be asked for a picture.
  const canAsk = useAppState((state) => !state.busy && state.canQuery && state.dialog === null);
  const [finer, setFiner] = useState<{ readonly of: typeof shown; readonly lanes: LaneCharts } | null>(null);
  const isKnown = finer?.of === shown;
  useEffect(() => {
    if (shown === null || isKnown || !canAsk) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      const query = { ...chartQueryOf(store.getState()), columns: plotWidthOf(PAPER_WIDTH) };
      store.ask('pictureCharts', { query }, ({ lanes }) => wanted && setFiner({ of: shown, lanes }));
    }, REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [store, shown, isKnown, canAsk]);
  return isKnown ? (finer?.lanes ?? null) : null;
}
