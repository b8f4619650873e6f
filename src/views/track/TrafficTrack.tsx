/** The traffic above the lanes, on their time axis: an editable block per phase, a tick per arrival. */
import {
  memo,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import { chartLayoutOf, currentPhaseSelection, hasRetries } from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import { runEnd } from '../../store/trafficEdits.ts';
import { AxisHeader, type AxisHeaderHandle } from '../charts/AxisHeader.tsx';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import type { Gutters } from '../charts/viewport.ts';
import { useDraggedSpan } from '../charts/useDraggedSpan.ts';
import { useCrosshairChip } from '../charts/useCrosshairChip.ts';
import { useChartTheme } from '../charts/chartTheme.ts';
import { TrafficChart } from '../charts/TrafficChart.tsx';
import { timeTicks } from '../format/ticks.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { FALLS_FROM } from '../charts/motion/fallEnds.ts';
import { useAddPhase } from '../hooks/useAddPhase.ts';
import { useLayout, type Layout, type LayoutWidth } from '../hooks/useLayout.ts';
import { trackGuttersOf } from '../charts/laneGeometry.ts';
import { PhaseBlocks } from './PhaseBlocks.tsx';
import { phaseBlocks, type PhaseBlock, type TrackGeometry } from './blockLayout.ts';
import type { TrackTool } from './pointerActions.ts';
import { FAULT_ROW_HEIGHT, faultRowCount } from './faultTimes.ts';
import { firstRequestText } from '../text/emptyText.ts';
import { Locked } from '../text/Locked.tsx';
import { requestCountText } from '../text/requestCount.ts';
import { RETRIES_TEXT } from '../text/retriesText.ts';
import { instantsOfItems, sentInstants } from './timesRequests.ts';
import { TrackTools } from './TrackTools.tsx';
import styles from './TrafficTrack.module.css';
import { useTrackKeys } from './useTrackKeys.ts';
import { useTrackPointer, type HoveredPart } from './useTrackPointer.ts';

/** Beside the block while its rate is dragged. */
const RateScale = lazyPart(() => import('./RateScale.tsx'));
/** Few runs have faults. */
const FaultRows = lazyPart(() => import('./FaultRows.tsx'));

export function TrafficTrack({ layout }: { layout: Layout }) {
  const [tool, setTool] = useState<TrackTool>('move');
  return (
    <section className={styles['track']} aria-label="Traffic">
      {layout.width !== 'phone' && <TrackHead layout={layout} tool={tool} onTool={setTool} />}
      <TrackPlot gutters={useTrackGutters(layout.width)} width={layout.width} tool={tool} />
      {layout.width !== 'phone' && <RetriesNote />}
    </section>
  );
}

interface TrackHeadProps {
  readonly layout: Layout;
  readonly tool: TrackTool;
  readonly onTool: (tool: TrackTool) => void;
}

function TrackHead({ layout, tool, onTool }: TrackHeadProps) {
  const actions = useActions();
  const addPhase = useAddPhase();
  const requests = useAppState((state) => requestCountText(state.result));
  const drawer = useAppState((state) => state.drawer);
  return (
    <Locked by="traffic">
      <div className={styles['head']}>
        <div className={styles['line']}>
          <h2 className={styles['title']}>Traffic</h2>
          <span className={styles['requests']} title={requests}>
            {requests}
          </span>
          <Button
            size="small"
            variant="quiet"
            label="Edit traffic"
            aria-expanded={drawer === 'traffic'}
            onClick={() => actions.openDrawer(drawer === 'traffic' ? null : 'traffic')}
          >
            Edit
          </Button>
        </div>
        <div className={styles['line']}>
          {layout.width === 'wide' && (
            <Button
              size="small"
              onClick={() => {
                addPhase();
                actions.openDrawer('traffic');
              }}
            >
              Add phase
            </Button>
          )}
          <TrackTools tool={tool} onChange={onTool} />
        </div>
      </div>
    </Locked>
  );
}

/** Over the names of stacked charts, which have no axis header to say it. */
function RetriesNote() {
  const shown = useAppState((state) => chartLayoutOf(state) === 'stacked' && hasRetries(state));
  return shown && <p className={styles['note']}>{RETRIES_TEXT}</p>;
}

/** Of the plot, by the width of the window; the stylesheet repeats them. */
const HEIGHTS = { wide: 48, medium: 36, phone: 28 } as const;

function useTrackGutters(width: LayoutWidth): Gutters {
  const layout = useAppState(chartLayoutOf);
  return useMemo(() => trackGuttersOf(layout, width), [layout, width]);
}

interface TrackPlotProps {
  readonly gutters: Gutters;
  readonly width: LayoutWidth;
  readonly tool: TrackTool;
}

/** How an empty track is filled, by what the hand holds. */
function emptyTrackText(tool: TrackTool, width: LayoutWidth): string {
  return tool === 'paint' ? 'Click to place a request, or drag to place many.' : firstRequestText(width);
}

function TrackPlot({ gutters, width, tool }: TrackPlotProps) {
  const range = useAppState((state) => state.range);
  const columns = useAppState((state) => state.trackColumns);
  const empty = useAppState((state) => state.scenario.traffic.length === 0);
  const chart = useRef<ChartHandle>(null);
  const axis = useRef<AxisHeaderHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  useCrosshairChip(axis);
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  // The stylesheet does not know which part of the window a lesson's text takes.
  const { width: windowWidth } = useLayout();
  const track = useTrackGeometry(HEIGHTS[windowWidth]);
  const blocks = useBlocks(track);
  const { handlers, hovered, draggedRate } = useTrackPointer({ chart, axis, box }, { track, blocks, gutters, tool });
  const keys = useTrackKeys();
  const { focused, ...focus } = useFocusedPhase();
  useMarkedPhase(hovered?.phase ?? focus.byKey);
  return (
    <div className={styles['plot']}>
      {/* Keys come from the blocks in it, which are buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles['area']}
        data-track
        tabIndex={-1}
        {...handlers}
        onKeyDown={(event) => keys?.onKeyDown(event, track)}
        onKeyUp={keys?.onKeyUp}
        onFocus={focus.onFocus}
        onBlur={(event) => {
          focus.onBlur(event);
          keys?.onBlur();
        }}
      >
        <TrackArrivals chart={chart} gutters={gutters} />
        <div className={styles['blocks']} style={{ left: gutters.left, right: gutters.right }} {...FALLS_FROM}>
          <PhaseBlocks blocks={blocks} hovered={tool === 'move' ? hovered : null} focused={focused} />
          {draggedRate !== null && <DraggedRateScale dragged={draggedRate} blocks={blocks} track={track} />}
          <div ref={box} className={styles['selectionBox']} hidden />
        </div>
        {empty && (
          <p className={styles['hint']} style={{ left: gutters.left, right: gutters.right }}>
            <span>{emptyTrackText(tool, width)}</span>
          </p>
        )}
      </div>
      <Faults track={track} gutters={gutters} axis={axis} />
      <div className={styles['axis']}>
        <AxisHeader ref={axis} title={null} range={range} gutters={gutters} ticks={ticks} />
      </div>
    </div>
  );
}

/** The rows have their room from the start: what is below them does not move when they come. */
function Faults({
  track,
  gutters,
  axis,
}: {
  readonly track: TrackGeometry;
  readonly gutters: Gutters;
  readonly axis: RefObject<AxisHeaderHandle | null>;
}) {
  const { say } = useActions();
  const cluster = useAppState((state) => state.scenario.cluster);
  const rows = cluster === undefined ? 0 : faultRowCount(cluster);
  if (cluster === undefined || rows === 0) return null;
  return (
    <div className={styles['faults']} style={{ height: rows * FAULT_ROW_HEIGHT }}>
      <ErrorBoundary
        fallback={null}
        onError={() => say('The faults below the traffic could not be loaded. The run has them all the same.')}
      >
        <Suspense>
          <FaultRows cluster={cluster} track={track} gutters={gutters} axis={axis} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function DraggedRateScale({
  dragged: { phase, part },
  blocks,
  track,
}: {
  readonly dragged: HoveredPart;
  readonly blocks: readonly PhaseBlock[];
  readonly track: TrackGeometry;
}) {
  const { say } = useActions();
  const entry = useAppState((state) => state.scenario.traffic[phase]);
  const block = blocks.find((one) => one.phase === phase);
  return entry === undefined || block === undefined ? null : (
    <ErrorBoundary fallback={null} onError={() => say('The scale of rates could not be loaded. The drag goes on.')}>
      <Suspense>
        <RateScale entry={entry} block={block} part={part} track={track} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface TrackArrivalsProps {
  readonly chart: RefObject<ChartHandle | null>;
  readonly gutters: Gutters;
}

/** A step of n changes the blocks' heights, and no arrival. */
const TrackArrivals = memo(function TrackArrivals({ chart, gutters }: TrackArrivalsProps) {
  const store = useStoreApi();
  const range = useAppState((state) => state.range);
  const chartData = useAppState((state) => state.chartData?.traffic ?? null);
  const traffic = useAppState((state) => state.scenario.traffic);
  const selectedAt = useAppState((state) => state.selection?.at ?? null);
  const selection = useAppState(currentPhaseSelection);
  const theme = useChartTheme();
  const sent = useMemo(() => sentInstants(traffic), [traffic]);
  const selectedInstants = useMemo(
    () => (selection === null ? null : instantsOfItems(selection.traffic, selection)),
    [selection],
  );
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useDraggedSpan(chart);
  useEffect(() => store.subscribe(({ hoveredAt }) => chart.current?.setCrosshair(hoveredAt)), [store, chart]);
  return (
    <TrafficChart
      ref={chart}
      chartData={chartData}
      sent={sent}
      selected={selectedInstants}
      range={range}
      gutters={gutters}
      theme={theme}
      selectedAt={selectedAt}
    />
  );
});

function useTrackGeometry(height: number): TrackGeometry {
  const range = useAppState((state) => state.range);
  const width = useAppState((state) => state.trackColumns);
  const scenario = useAppState((state) => state.scenario);
  const { policy } = scenario;
  const end = useMemo(() => runEnd(scenario), [scenario]);
  return useMemo(() => ({ range, width, height, runEnd: end, policy }), [range, width, height, end, policy]);
}

function useBlocks(track: TrackGeometry): readonly PhaseBlock[] {
  const traffic = useAppState((state) => state.scenario.traffic);
  return useMemo(() => phaseBlocks(traffic, track), [traffic, track]);
}

/** Marks the requests of the phase pointed at in every lane, until the pointer or the focus leaves it. */
function useMarkedPhase(phase: number | null): void {
  const { hoverPhase } = useActions();
  useEffect(() => {
    hoverPhase(phase);
    return () => hoverPhase(null);
  }, [hoverPhase, phase]);
}

/** Phase of the focused block; `byKey` only where the focus is shown. */
function useFocusedPhase() {
  const [focused, setFocused] = useState<{ readonly phase: number; readonly byKey: boolean } | null>(null);
  return {
    focused: focused?.phase ?? null,
    byKey: focused?.byKey === true ? focused.phase : null,
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      const phase = target.dataset['phase'];
      setFocused(phase === undefined ? null : { phase: Number(phase), byKey: target.matches(':focus-visible') });
    },
    onBlur: (_: FocusEvent<HTMLElement>): void => setFocused(null),
  };
}
