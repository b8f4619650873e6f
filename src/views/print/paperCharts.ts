/**
 * The charts of the run at paper's own resolution: those of the screen have as many columns as its plots have pixels, and where
 * a step is narrower than one of these, paper would show slopes. A browser lays out for paper at once, so they are asked for
 * before, once nothing has changed for a moment.
 */
import { createContext, use, useEffect, useState } from 'react';
import type { LaneChartData, ScenarioCharts } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { chartQueryOf } from '../../store/queries.ts';
import type { State } from '../../store/state.ts';
import { PAPER_WIDTH, plotWidthOf } from './PaperChart.tsx';

type LaneCharts = readonly (LaneChartData | null)[];

const REST_MS = 800;

/** The screen's charts, in columns as fine as paper's. */
interface PaperCharts {
  /** The charts of the screen; with others, these are of an older run or range. */
  readonly of: ScenarioCharts;
  readonly lanes: LaneCharts;
}

/** Null until they are there, and for slides. */
export const PaperChartsContext = createContext<PaperCharts | null>(null);

/** The charts that a sheet draws, by the lanes of the run. */
export function useChartsOnPaper(): LaneCharts | null {
  const shown = useAppState((state) => state.chartData);
  const finer = use(PaperChartsContext);
  return (finer?.of === shown ? finer?.lanes : shown?.lanes) ?? null;
}

/** They are asked for without rendering: as long as a slider moves, nobody prints. */
export function usePaperCharts(): PaperCharts | null {
  const store = useStoreApi();
  const [finer, setFiner] = useState<PaperCharts | null>(null);
  useEffect(() => {
    let wanted: ScenarioCharts | null = null;
    let answered: ScenarioCharts | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (state: State): void => {
      const next = askableCharts(state);
      if (next === wanted) return;
      wanted = next;
      clearTimeout(timer);
      if (next === null || next === answered) return;
      timer = setTimeout(() => {
        const query = { ...chartQueryOf(store.getState()), columns: plotWidthOf(PAPER_WIDTH) };
        store.ask('pictureCharts', { query }, ({ lanes }) => {
          if (wanted !== next) return;
          answered = next;
          setFiner({ of: next, lanes });
        });
      }, REST_MS);
    };
    follow(store.getState());
    const unsubscribe = store.subscribe(follow);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      wanted = null;
    };
  }, [store]);
  return finer;
}

/** In a dialog the same question may be asked for a picture. */
function askableCharts({ playing, busy, canQuery, dialog, chartData }: State): ScenarioCharts | null {
  return playing || busy || !canQuery || dialog !== null ? null : chartData;
}
