/** The overview strip: the whole run, from 0 to its end. A new run is drawn, and nothing over it renders again. */
import { useCallback, useRef, type ReactNode } from 'react';
import { useSelectedRecord, useStoreApi } from '../../store/playgroundContext.tsx';
import { shownUntil } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { ChartLayers, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawOverview } from './drawOverview.ts';
import type { Draw } from './liveChart.ts';

const selectShown = (state: State) => ({ overview: state.result?.overview ?? null, until: shownUntil(state) });

export function OverviewChart(props: Omit<ChartProps, 'grid'>): ReactNode {
  const store = useStoreApi();
  const chart = useRef<ChartHandle>(null);
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      const { overview, until } = selectShown(store.getState());
      if (overview !== null) drawOverview(ctx, viewport, theme, overview, until);
    },
    [store],
  );
  useSelectedRecord(
    selectShown,
    useCallback(() => chart.current?.redraw(), []),
  );
  return (
    <ChartLayers
      {...props}
      ref={chart}
      label={null}
      axis={null}
      draw={draw}
      drawFront={null}
      readout={false}
      veiled={false}
    />
  );
}
