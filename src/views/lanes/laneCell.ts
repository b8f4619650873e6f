/** What the three charts of a lane have in common: their props, and what moves with the playhead without rendering. */
import { useCallback, useEffect, useMemo, type RefObject } from 'react';
import type { ChartLayout, Instant, LaneChartData, LaneInfo, LaneShape, LaneSnapshot } from '../../sim/index.ts';
import { useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import { litSpan } from '../../store/litPhase.ts';
import { momentAtPlayhead, shapeOf } from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import type { ChartHandle, ChartProps } from '../charts/ChartLayers.tsx';
import type { ChartTheme } from '../charts/chartTheme.ts';
import type { ModeOf } from '../charts/decisionsDrawing.ts';
import { useDraggedSpan } from '../charts/useDraggedSpan.ts';
import type { Gutters, TimeRange } from '../charts/viewport.ts';
import type { Tick } from '../format/ticks.ts';
import { formatInstant } from '../format/time.ts';
import { HIDDEN_READOUT, isBeyondShown } from '../text/hiddenText.ts';

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
  readonly countTop: number;
  readonly densityTop: number;
  readonly modeOf: ModeOf;
}

export interface LaneCellProps {
  readonly lane: number;
  readonly laneInfo: LaneInfo | null;
  readonly chartData: LaneChartData | null;
  readonly shared: SharedLaneProps;
}

/** Calls with a lane's state at the crosshair or else at the playhead, now and whenever it changes, without rendering. */
export function useLiveSnapshot(
  lane: number,
  show: (snapshot: LaneSnapshot | undefined, perPixel: number) => void,
): void {
  const store = useStoreApi();
  useEffect(() => {
    const update = (): void => {
      const { moments, range, chartColumns } = store.getState();
      show(moments?.[lane] ?? undefined, (range.to - range.from) / chartColumns);
    };
    update();
    return store.subscribe((state, before) => {
      if (state.hoveredAt !== before.hoveredAt || state.moments !== before.moments) update();
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
export function useCommonChartProps(
  { shared: { range, grid, gutters, theme, named } }: LaneCellProps,
  title: string,
): ChartProps {
  const selectedAt = useAppState((state) => state.selection?.at ?? null);
  const lit = useAppState(litSpan);
  return { range, gutters, theme, grid, selectedAt, lit, title: named ? title : undefined };
}

/**
 * The sentences that describe a chart: its shape, and the playhead's instant; empty during playback, and the same wherever
 * the pointer is.
 */
export function useDescription(
  { lane, laneInfo }: Pick<LaneCellProps, 'lane' | 'laneInfo'>,
  describeShape: (shape: LaneShape, laneInfo: LaneInfo, severalKeys: boolean) => string,
  describe: (snapshot: LaneSnapshot, at: Instant, atText: string, laneInfo: LaneInfo) => string,
): string {
  const shape = useAppState((state) => (state.playing ? null : shapeOf(state, lane)));
  const severalKeys = useAppState(({ result }) => result !== null && result.keyNames.length > 1);
  // Not in a selector, which would write the sentence again at every change of the state.
  const shapeText = useMemo(
    () => (shape === null || laneInfo === null ? '' : describeShape(shape, laneInfo, severalKeys)),
    [shape, laneInfo, severalKeys, describeShape],
  );
  const momentText = useAppState((state) => {
    const snapshot = state.playing ? null : momentAtPlayhead(state, lane);
    if (snapshot === null || laneInfo === null) return '';
    const { playheadMoments, range, chartColumns } = state;
    const at = playheadMoments?.at ?? 0;
    return describe(snapshot, at, formatInstant(at, (range.to - range.from) / chartColumns), laneInfo);
  });
  return [shapeText, momentText].filter((text) => text !== '').join(' ');
}
