/** A lane: its header, then level, window count and decisions side by side. */
import { useCallback, useEffect, useId, useMemo, useRef, type RefObject } from 'react';
import {
  outcomeOf,
  SECOND,
  type LaneInfo,
  type LaneChartData,
  type LaneShape,
  type LaneSnapshot,
} from '../../sim/index.ts';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import {
  disagreementInstants,
  laneFrame,
  laneChartData,
  shapeOf,
  selectedRequestIn,
  selectedWhy,
} from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import type { ChartHandle, ChartProps } from '../charts/ChartLayers.tsx';
import { WindowCountChart } from '../charts/WindowCountChart.tsx';
import { DecisionsChart, type DecisionsHandle } from '../charts/DecisionsChart.tsx';
import { LevelChart } from '../charts/LevelChart.tsx';
import type { Gutters, TimeRange } from '../charts/viewport.ts';
import type { ChartTheme } from '../charts/chartTheme.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import type { Tick } from '../format/ticks.ts';
import { formatInstant, formatDuration, formatInstantExact, formatSeconds } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { useChartPointer } from '../charts/useChartPointer.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import { DecisionList } from './DecisionList.tsx';
import { NO_REQUESTS_TEXT } from '../text/emptyText.ts';
import { OUTCOME_NAMES, OUTCOME_SIGNS } from '../text/outcomeText.ts';
import { levelShapeText, windowCountShapeText } from '../text/shapeText.ts';
import styles from './Lanes.module.css';
import { LaneHeader } from './LaneHeader.tsx';
import { laneName } from '../text/laneText.ts';
import { byNodeText, nodeRowNames } from './nodesText.ts';

/** What all lanes share. */
export interface SharedLaneProps {
  readonly range: TimeRange;
  readonly ticks: readonly Tick[];
  readonly grid: readonly number[];
  readonly theme: ChartTheme;
  readonly gutters: Gutters;
  readonly countTop: number;
  readonly densityTop: number;
}

const CLICK_TOLERANCE_PX = 12;
const TOUCH_TOLERANCE_PX = 44;

export function LaneRow({ index, shared, width }: { index: number; shared: SharedLaneProps; width: LayoutWidth }) {
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const chartData = useAppState((state) => laneChartData(state, index));
  const phoneChart = useAppState((state) => state.phoneChart);
  const selected = useAppState((state) => state.selection?.lane === index);
  const { focusLane } = useActions();
  const row = useRef<HTMLElement>(null);
  useScrollIntoView(row, selected);
  if (lane === undefined) return null;
  const label = laneName(lane);
  const phone = width === 'phone';
  const chartProps = { lane: index, laneInfo, chartData, shared };
  return (
    <section
      ref={row}
      className={styles['row']}
      aria-label={`Lane ${index + 1}: ${label}`}
      data-edition={lane.edition === 'published' ? 'published' : undefined}
      onFocus={() => focusLane(index)}
      onPointerDown={() => focusLane(index)}
    >
      <LaneHeader index={index} lane={lane} label={label} laneInfo={laneInfo} width={width} row={row} />
      {(!phone || phoneChart === 'level') && <LevelCell {...chartProps} />}
      {(!phone || phoneChart === 'count') && <CountCell {...chartProps} />}
      <DecisionsCell {...chartProps} />
    </section>
  );
}

/** Scrolls the lane with the selected request into view, below the sticky axis headers. */
function useScrollIntoView(row: RefObject<HTMLElement | null>, chosen: boolean): void {
  const drawer = useAppState((state) => state.drawer !== null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [row, chosen, drawer]);
}

interface LaneChartProps {
  readonly lane: number;
  readonly laneInfo: LaneInfo | null;
  readonly chartData: LaneChartData | null;
  readonly shared: SharedLaneProps;
}

/** Updates a chart's playhead, crosshair and read-out without re-rendering. */
function useLiveReadout(
  chart: RefObject<ChartHandle | null>,
  lane: number,
  readout: (snapshot: LaneSnapshot, perPixel: number) => string,
): void {
  const store = useStoreApi();
  usePlayhead(useCallback(({ at }: Player) => chart.current?.setPlayhead(at), [chart]));
  useEffect(() => {
    const update = (): void => {
      const { hoveredAt, moments, range, chartColumns } = store.getState();
      chart.current?.setCrosshair(hoveredAt);
      const snapshot = moments?.[lane];
      chart.current?.setReadout(
        snapshot === undefined ? '–' : readout(snapshot, (range.to - range.from) / chartColumns),
      );
    };
    update();
    return store.subscribe((state, before) => {
      if (state.hoveredAt !== before.hoveredAt || state.moments !== before.moments) update();
    });
  }, [store, chart, lane, readout]);
}

function commonChartProps(
  { shared: { range, grid, gutters, theme } }: LaneChartProps,
  selectedAt: number | null,
): ChartProps {
  return { range, gutters, theme, grid, selectedAt };
}

function useSelectedAt(): number | null {
  return useAppState((state) => state.selection?.at ?? null);
}

/** The sentences that describe a chart: its shape, and the playhead's instant; updated at rest, not while it moves. */
function useDescription(
  lane: number,
  describeShape: (shape: LaneShape) => string,
  describe: (snapshot: LaneSnapshot, at: string) => string,
): string {
  return useAppState((state) => {
    if (state.playing) return '';
    const snapshot = state.moments?.[lane];
    const shape = shapeOf(state, lane);
    const { from, to } = state.range;
    const at = formatInstant(state.momentsAt, (to - from) / state.chartColumns);
    const moment = snapshot === undefined ? '' : describe(snapshot, at);
    return [shape === null ? '' : describeShape(shape), moment].filter((text) => text !== '').join(' ');
  });
}

function LevelCell(props: LaneChartProps) {
  const { lane, laneInfo, chartData } = props;
  const chart = useRef<ChartHandle>(null);
  const unit = laneInfo?.unit;
  const second = laneInfo?.second?.unit;
  const levelText = useCallback(
    (snapshot: LaneSnapshot): string => {
      if (unit === undefined || snapshot.level === null) return '–';
      const level = pluralize(Math.round(snapshot.level * 1000) / 1000, ...unit);
      if (second === undefined || snapshot.second === null) return level;
      return `${level}, ${pluralize(Math.round(snapshot.second * 1000) / 1000, ...second)}`;
    },
    [unit, second],
  );
  useLiveReadout(chart, lane, levelText);
  const pointer = useChartPointer(chart, NO_POINTER_OPTIONS);
  const id = useId();
  const description = useDescription(
    lane,
    (shape) => (laneInfo === null ? '' : levelShapeText(shape, laneInfo)),
    (snapshot, at) =>
      laneInfo === null
        ? ''
        : snapshot.level === null
          ? `No node knows a level for key ${snapshot.key} yet at ${at}.`
          : `${levelText(snapshot)} at ${at}, of at most ${pluralize(laneInfo.full, ...laneInfo.unit)}, for key ${snapshot.key}.`,
  );
  const key = useAppState((state) =>
    state.result !== null && state.result.keyNames.length > 1 ? (state.chartData?.lanes[lane]?.key ?? '') : '',
  );
  return (
    <div className={styles['cell']} {...pointer}>
      <LevelChart
        {...commonChartProps(props, useSelectedAt())}
        ref={chart}
        lane={lane + 1}
        chartData={chartData}
        gauge={laneInfo}
        secondLevelBound={laneInfo?.second?.full}
        describedBy={id}
      />
      {key !== '' && <span className={styles['key']}>key {key}</span>}
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}

function CountCell(props: LaneChartProps) {
  const { lane, laneInfo, chartData, shared } = props;
  const chart = useRef<ChartHandle>(null);
  const n = laneInfo?.n ?? 0;
  useLiveReadout(
    chart,
    lane,
    useCallback((snapshot: LaneSnapshot) => `${formatCount(snapshot.count)} of ${formatCount(n)}`, [n]),
  );
  const pointer = useChartPointer(chart, NO_POINTER_OPTIONS);
  const id = useId();
  const description = useDescription(
    lane,
    (shape) => (laneInfo === null ? '' : windowCountShapeText(shape, laneInfo)),
    (snapshot, at) =>
      laneInfo === null
        ? ''
        : `${pluralize(snapshot.count, 'request')} admitted in the ${formatDuration(laneInfo.T / SECOND)} up to ${at}; the limit is ${formatCount(n)}.`,
  );
  return (
    <div className={styles['cell']} {...pointer}>
      <WindowCountChart
        {...commonChartProps(props, useSelectedAt())}
        ref={chart}
        lane={lane + 1}
        chartData={chartData}
        n={n}
        yMax={shared.countTop}
        windowLength={laneInfo?.windowLength ?? null}
        describedBy={id}
      />
      <p id={id} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}

const NO_POINTER_OPTIONS = {};

function DecisionsCell(props: LaneChartProps) {
  const { lane, laneInfo, chartData, shared } = props;
  const store = useStoreApi();
  const actions = useActions();
  const chart = useRef<DecisionsHandle>(null);
  useLiveReadout(chart, lane, lastDecisionText);
  const pointer = useChartPointer(chart, {
    onClick(x, y, touch) {
      const request = chart.current?.requestAt(x, y, touch ? TOUCH_TOLERANCE_PX : CLICK_TOLERANCE_PX) ?? null;
      const marks = store.getState().chartData?.lanes[lane]?.marks;
      const at = marks?.at[marks.request.indexOf(request ?? -1)];
      if (request !== null && at !== undefined) {
        actions.select(lane, request, at);
        actions.openDrawer('why');
      } else if (chart.current?.displayMode === 'densities') {
        actions.seek(chart.current.instantAt(x));
        actions.say('There are too many requests to select one. Zoom in with + or the mouse wheel.');
      }
    },
  });
  const selected = useAppState((state) => selectedRequestIn(state, lane));
  const why = useAppState((state) => selectedWhy(state, lane));
  const members = why?.countedRequests ?? null;
  const retryAt = why === null || why.retryAfter === null ? null : why.at + why.retryAfter;
  const disagreements = useAppState((state) => disagreementInstants(state, lane));
  const peak = laneInfo?.summary.peak ?? null;
  const T = laneInfo?.T ?? 0;
  const n = laneInfo?.n ?? 0;
  const cluster = laneInfo?.cluster ?? null;
  const nodes = useMemo(() => nodeRowNames(cluster), [cluster]);
  const peakWindow = useMemo(
    () => (peak === null ? null : { from: peak.from, T, permits: peak.permits, n }),
    [peak, T, n],
  );
  return (
    <div className={styles['cell']} {...pointer}>
      <DecisionsChart
        {...commonChartProps(props, useSelectedAt())}
        ref={chart}
        chartData={chartData}
        maxDensity={shared.densityTop}
        peakWindow={peakWindow}
        nodeNames={nodes}
        selected={selected}
        countedRequests={members}
        retryAt={retryAt}
        disagreements={disagreements}
      />
      {chartData?.requestsInRange === 0 ? <EmptyRange /> : <DecisionList lane={lane} chartData={chartData} />}
    </div>
  );
}

/** `✕ denied at 14.000 s`, `✕ denied by N2 at 14.000 s` */
function lastDecisionText({ last }: LaneSnapshot, perPixel: number): string {
  if (last === null) return '–';
  const outcome = outcomeOf(last.verdict);
  return `${OUTCOME_SIGNS[outcome]} ${OUTCOME_NAMES[outcome]}${byNodeText(last.node)} at ${formatInstant(last.at, perPixel)}`;
}

function EmptyRange() {
  const actions = useActions();
  const range = useAppState((state) => state.range);
  const requests = useAppState((state) => state.result?.openLoopRequests ?? 0);
  const next = useAppState((state) => state.chartData?.traffic.nextArrival ?? null);
  const text =
    requests === 0
      ? NO_REQUESTS_TEXT
      : `No requests between ${formatSeconds(range.from / SECOND)} and ${formatSeconds(range.to / SECOND)}.` +
        (next === null ? '' : ` The next request is at ${formatInstantExact(next)}.`);
  return (
    <div className={styles['nothing']}>
      <span role="img" aria-label={text}>
        {text}
      </span>
      {next !== null && (
        <Button size="small" onClick={() => actions.seek(next)}>
          Go there
        </Button>
      )}
    </div>
  );
}
