/** All lanes under their common time axes. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type RefObject } from 'react';
import type { ChartLayout } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { litSpan } from '../../store/litPhase.ts';
import { chartLayoutOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { nodeRowNames } from '../charts/decisionsAxis.ts';
import { useChartTheme } from '../charts/chartTheme.ts';
import { observeSize } from '../charts/observers.ts';
import { formatCount } from '../format/numbers.ts';
import { timeTicks } from '../format/ticks.ts';
import { useRestShown } from '../hooks/firstChart.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import { NoLanes } from '../text/NothingShown.tsx';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { AddLane, AxisHeaders } from './AxisHeaders.tsx';
import type { SharedLaneProps } from './laneCell.ts';
import { guttersOf, plotWidths } from '../charts/laneGeometry.ts';
import { LaneRow } from './LaneRow.tsx';
import { RunScales } from './runScales.ts';
import styles from './Lanes.module.css';

interface LanesProps {
  readonly width: LayoutWidth;
}

export function Lanes({ width }: LanesProps) {
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const layout = useAppState(chartLayoutOf);
  const countShown = useAppState((state) => state.windowCountShown);
  const nodeRows = useAppState(mostNodeRows);
  const restShown = useRestShown();
  const area = useRef<HTMLDivElement>(null);
  useBusyAttribute(area, restShown);
  usePlotWidths(area, layout, width, countShown);
  const shared = useSharedLaneProps(layout, width);
  const phone = width === 'phone';
  const columns = layout === 'columns' && !phone;
  return (
    <section
      ref={area}
      id="lanes"
      tabIndex={-1}
      className={styles['lanes']}
      aria-label="Lanes"
      data-layout={layout}
      data-count={countShown ? 'shown' : 'off'}
      style={{ '--lanes': Math.max(1, lanes), '--node-rows': nodeRows } as CSSProperties}
    >
      <div className={styles['content']}>
        {columns && <AxisHeaders shared={shared} />}
        <RunProgress />
        {lanes === 0 && (
          <div className={styles['empty']} data-part="no-lanes">
            <NoLanes />
          </div>
        )}
        {Array.from({ length: lanes }, (_, index) =>
          // A lane has no identity besides its position.
          restShown || index === 0 ? (
            <LaneRow key={index} index={index} shared={shared} width={width} />
          ) : (
            <div key={index} className={styles['row']} />
          ),
        )}
        {!columns && !phone && lanes > 0 && <AddLane />}
      </div>
    </section>
  );
}

/** Of more nodes than this the decisions share one row where height is short. */
const MOST_NODE_ROWS = 4;

/** The most rows that the decisions of any lane have: one for each node. */
function mostNodeRows({ result }: State): number {
  const rows = (result?.laneInfos ?? []).map((laneInfo) => nodeRowNames(laneInfo?.cluster ?? null).length);
  return Math.min(MOST_NODE_ROWS, Math.max(1, ...rows));
}

/** From a change until its result is shown. During playback the sliding range always runs ahead, so it does not count. */
function isBusy({ busy, chartData, range, playing, refusals, canQuery }: State): boolean {
  if (refusals.length > 0) return busy;
  return (
    busy || chartData === null || (!playing && canQuery && (chartData.from !== range.from || chartData.to !== range.to))
  );
}

/**
 * Written, not rendered: it changes twice with every step of a slider, and nothing else of the lanes does with it. Without
 * the rest of the page the lanes stay busy.
 */
function useBusyAttribute(area: RefObject<HTMLElement | null>, restShown: boolean): void {
  const store = useStoreApi();
  useLayoutEffect(() => {
    const write = (state: State): void => area.current?.setAttribute('aria-busy', String(isBusy(state) || !restShown));
    write(store.getState());
    return store.subscribe((state, before) => {
      if (isBusy(state) !== isBusy(before)) write(state);
    });
  }, [store, area, restShown]);
}

/** Props shared by all lanes, memoized so that a row re-renders only for its own changes. */
function useSharedLaneProps(layout: ChartLayout, width: LayoutWidth): SharedLaneProps {
  const range = useAppState((state) => state.range);
  const columns = useAppState((state) => state.chartColumns);
  const theme = useChartTheme();
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  const grid = useMemo(() => ticks.map(({ at }) => at), [ticks]);
  const [scales] = useState(() => new RunScales());
  const gutters = guttersOf(layout, width);
  const named = layout === 'stacked' && width !== 'phone';
  const selectedAt = useAppState((state) => state.selection?.at ?? null);
  const lit = useAppState(litSpan);
  return useMemo(
    () => ({
      range,
      ticks,
      grid,
      theme,
      layout,
      named,
      gutters,
      scales,
      selectedAt,
      lit,
    }),
    [range, ticks, grid, theme, layout, named, gutters, scales, selectedAt, lit],
  );
}

/** Keeps the store informed of how many pixels wide the plots are. */
function usePlotWidths(
  area: RefObject<HTMLElement | null>,
  layout: ChartLayout,
  width: LayoutWidth,
  countShown: boolean,
): void {
  const { setColumns } = useActions();
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    return observeSize(element, () => {
      const { lane, track } = plotWidths(roomOf(element), layout, width, countShown);
      setColumns(lane, track);
    });
  }, [area, layout, width, countShown, setColumns]);
}

/** What the lanes stand in: the window, or what a lesson's text leaves of it. */
function roomOf(lanes: HTMLElement): number {
  return (lanes.parentElement ?? document.documentElement).clientWidth;
}

const inMillions = (decisions: number): string => (decisions / 1e6).toFixed(1);

/** Its place is always there: as one more child between the lanes it had all of them styled and laid out, twice a run. */
function RunProgress() {
  const progress = useAppState((state) => state.progress);
  return (
    <div className={styles['progress']}>
      <div className={styles['progressPlace']}>{progress !== null && <Progress {...progress} />}</div>
    </div>
  );
}

function Progress({ done, total }: NonNullable<State['progress']>) {
  const { stop } = useActions();
  const words = progressText(done, total);
  return (
    <>
      <ProgressBar label={words} value={total === null ? null : total === 0 ? 0 : done / total} />
      <div className={styles['progressText']}>
        {words}
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      </div>
    </>
  );
}

/** @param total null where clients retry: how many requests they will make is not known in advance */
function progressText(done: number, total: number | null): string {
  if (total === null) return done >= 1e5 ? `${inMillions(done)} million decisions` : `${formatCount(done)} decisions`;
  if (total === 0) return 'Generating requests';
  if (total >= 1e5) return `${inMillions(done)} of ${inMillions(total)} million decisions`;
  return `${formatCount(done)} of ${formatCount(total)} decisions`;
}
