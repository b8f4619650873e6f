/** What the three charts of a lane have in common: their props, and what moves with the playhead without rendering. */
import { useCallback, useEffect, type RefObject } from 'react';
import type { ChartLayout, Instant, LaneChartData, LaneSnapshot, TimeSpan } from '../../sim/index.ts';
import { useAppState, usePlayhead, useSelectedRecord, useStoreApi } from '../../store/playgroundContext.tsx';
import type { Player } from '../../store/player.ts';
import { failedLaneIn, laneChartData, laneFrame, microsPerPixel, momentOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import type { ChartHandle, ChartProps } from '../charts/ChartLayers.tsx';
import type { ChartTheme } from '../charts/chartTheme.ts';
import { useDraggedSpan } from '../charts/useDraggedSpan.ts';
import type { Gutters, TimeRange } from '../charts/viewport.ts';
import type { Tick } from '../format/ticks.ts';
import { useLast } from '../hooks/useLast.ts';
import { HIDDEN_READOUT, isBeyondShown } from '../text/hiddenText.ts';
import type { RunScales } from './runScales.ts';

/** What all lanes share. */
export interface SharedLaneProps {
  readonly range: TimeRange;
  readonly ticks: readonly Tick[];
  readonly grid: readonly number[];
  readonly theme: ChartTheme;
  readonly layout: ChartLayout;
  /** Whether names and readouts stand beside the plots, under no axis header. */
  readonly named: boolean;
  readonly gutters: Gutters;
  readonly scales: RunScales;
  readonly selectedAt: Instant | null;
  readonly lit: TimeSpan | null;
}

export interface LaneCellProps {
  readonly lane: number;
  readonly shared: SharedLaneProps;
}

/**
 * Takes what a run brings into a chart's drawing, now and whenever it changes, without rendering: while n is dragged, every
 * chart has new data at every frame. A lane that could not run keeps what it had.
 * @param select what the drawing shows: a record that is compared field by field
 */
export function useDrawnRun<T extends object>(
  chart: RefObject<ChartHandle | null>,
  lane: number,
  drawing: { show(shown: T): void },
  select: (state: State) => T,
): void {
  useSelectedRecord(
    useCallback((state) => (failedLaneIn(state, lane) === null ? select(state) : null), [lane, select]),
    useCallback(
      (shown) => {
        drawing.show(shown);
        chart.current?.redraw();
      },
      [drawing, chart],
    ),
  );
}

/** A part of the lane's chart data, rendered; of a lane that fails while its line is dragged, the last one. */
export function useChartPart<T>(lane: number, select: (chartData: LaneChartData) => T): T | null {
  const part = useAppState((state) => {
    const chartData = laneChartData(state, lane);
    return chartData === null ? null : select(chartData);
  });
  const failed = useAppState((state) => failedLaneIn(state, lane) !== null);
  const held = useAppState((state) => state.scalesHeld);
  return useLast(part, failed, held);
}

/** Calls with a lane's state at the crosshair or else at the playhead, now and whenever it changes, without rendering. */
export function useLiveSnapshot(
  lane: number,
  show: (snapshot: LaneSnapshot | undefined, perPixel: number) => void,
): void {
  const store = useStoreApi();
  useEffect(() => {
    const update = (): void => {
      const state = store.getState();
      show(momentOf(state, lane) ?? undefined, microsPerPixel(state));
    };
    update();
    return store.subscribe((state, before) => {
      if (
        state.hoveredAt !== before.hoveredAt ||
        state.moments !== before.moments ||
        laneFrame(state, lane) !== laneFrame(before, lane)
      )
        update();
    });
  }, [store, lane, show]);
}

/** Updates a chart's playhead, crosshair and readout without rendering. */
export function useLiveReadout(
  chart: RefObject<ChartHandle | null>,
  lane: number,
  readout: (snapshot: LaneSnapshot, perPixel: number) => string,
): void {
  const store = useStoreApi();
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useDraggedSpan(chart);
  useLiveSnapshot(
    lane,
    useCallback(
      (snapshot, perPixel) => {
        const { hoveredAt } = store.getState();
        chart.current?.setCrosshair(hoveredAt);
        chart.current?.setReadout(
          snapshot === undefined ? '–' : isBeyondShown(store, hoveredAt) ? HIDDEN_READOUT : readout(snapshot, perPixel),
        );
      },
      [store, chart, readout],
    ),
  );
}

/** @param title the chart's name, where no axis header says it */
export function commonChartProps(
  { range, grid, gutters, theme, named, selectedAt, lit }: SharedLaneProps,
  title: string,
): ChartProps {
  return { range, gutters, theme, grid, selectedAt, lit, title: named ? title : undefined };
}
