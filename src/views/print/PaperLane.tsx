/** A lane on paper: what it is, its figures, and level, window count and decisions above one time axis. */
import { useMemo } from 'react';
import { resolvePolicy, SECOND, type Instant, type Lane, type LaneChartData, type LaneInfo } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { canRetry, failedLaneIn, laneChartData, laneFrame, laneIndexInResult } from '../../store/selectors.ts';
import type { ChartTheme } from '../charts/chartTheme.ts';
import { DecisionsDrawing } from '../charts/decisionsDrawing.ts';
import { inOutAxis } from '../charts/DecisionsChart.tsx';
import {
  drawAlignedWindows,
  drawBounds,
  drawGrid,
  drawLevel,
  drawLimit,
  drawSecondLevel,
  drawWindowCount,
} from '../charts/drawCurve.ts';
import { secondLevelScale } from '../charts/LevelChart.tsx';
import type { Draw } from '../charts/liveChart.ts';
import { maxOf, shownPartOf } from '../charts/shownPart.ts';
import { levelScale, levelTicks, windowCountTicks } from '../charts/scale.ts';
import type { DisplayMode } from '../charts/markStack.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { formatLimitShort } from '../format/rates.ts';
import type { Tick } from '../format/ticks.ts';
import { formatDuration } from '../format/time.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { PaperChart, timeAxisDrawing } from './PaperChart.tsx';
import { figuresText, shownFiguresText } from './printText.ts';

/** What all lanes of a sheet share. */
export interface PaperAxes {
  /** In CSS pixels, before they are stretched to the page. */
  readonly width: number;
  readonly range: TimeRange;
  readonly ticks: readonly Tick[];
  readonly theme: ChartTheme;
  readonly countTop: number;
  readonly densityTop: number;
  /** Of the decisions of all lanes. */
  readonly mode: DisplayMode;
  /** What lies beyond this instant is hidden; infinity where nothing is. */
  readonly until: Instant;
}

/** The height of the decisions' chart. */
const DECISIONS_HEIGHT = 88;

export type PaperChartName = 'level' | 'count' | 'decisions';
const ALL_CHARTS: readonly PaperChartName[] = ['level', 'count', 'decisions'];

interface PaperLaneProps {
  readonly charts?: readonly PaperChartName[];
  readonly index: number;
  readonly lane: Lane;
  readonly axes: PaperAxes;
}

export function PaperLane({ index, lane, axes, charts = ALL_CHARTS }: PaperLaneProps) {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const chartData = useAppState((state) => laneChartData(state, index));
  const failedLane = useAppState((state) => failedLaneIn(state, index));
  const scenario = useAppState((state) => state.scenario);
  const { n, T } = resolvePolicy(scenario, index);
  const figures = useAppState((state) => {
    if (laneInfo === null) return '';
    const retrying = canRetry(state);
    if (axes.until === Infinity) return figuresText(laneInfo, retrying);
    return shownFiguresText(state.counts?.[laneIndexInResult(state, index)] ?? null, retrying);
  });
  return (
    <section className="paper-lane">
      <h2>
        {index + 1} {laneNameWithEdition(lane)}
        <span>{formatLimitShort({ n, T: T / SECOND })}</span>
      </h2>
      <p>{laneInfo === null ? (failedLane?.error ?? 'This lane has no result.') : figures}</p>
      {laneInfo !== null && chartData !== null && (
        <LaneCharts laneInfo={laneInfo} chartData={chartData} axes={axes} charts={charts} />
      )}
    </section>
  );
}

interface LaneChartsProps {
  readonly laneInfo: LaneInfo;
  readonly chartData: LaneChartData;
  readonly axes: PaperAxes;
  readonly charts: readonly PaperChartName[];
}

function LaneCharts({ laneInfo, chartData: whole, axes, charts }: LaneChartsProps) {
  const { width, range, theme, ticks, countTop, until } = axes;
  const chartData = useMemo(() => shownPartOf(whole, until), [whole, until]);
  const decisions = useMemo(() => decisionsDrawing(laneInfo, chartData, axes), [laneInfo, chartData, axes]);
  const shared = { width, range, theme };
  const greatest = maxOf(chartData.level);
  return (
    <>
      {charts.includes('level') && (
        <>
          <h3>Level, {laneInfo.unit[1]}</h3>
          <PaperChart
            {...shared}
            label="Level"
            height={84}
            axis={(height) => {
              const scale = levelScale(laneInfo, height, greatest);
              return { scale, ticks: levelTicks(laneInfo, scale, height), grid: true };
            }}
            draw={levelDrawing(laneInfo, chartData, ticks)}
          />
        </>
      )}
      {charts.includes('count') && (
        <>
          <h3>Window count, in the last {formatDuration(laneInfo.T / SECOND)}</h3>
          <PaperChart
            {...shared}
            label="Window count"
            height={64}
            axis={(height) => ({
              scale: { low: 0, high: countTop },
              ticks: windowCountTicks(laneInfo.n, countTop, height),
              grid: true,
            })}
            draw={countDrawing(laneInfo, chartData, axes)}
          />
        </>
      )}
      {charts.includes('decisions') && (
        <>
          <h3>Decisions</h3>
          <PaperChart {...shared} label="Decisions" height={DECISIONS_HEIGHT} axis={inOutAxis} draw={decisions} />
        </>
      )}
      <PaperChart {...shared} label="Time" height={18} draw={timeAxisDrawing(ticks)} />
    </>
  );
}

const instants = (ticks: readonly Tick[]): readonly number[] => ticks.map(({ at }) => at);

function levelDrawing(laneInfo: LaneInfo, { level, secondaryLevel }: LaneChartData, ticks: readonly Tick[]): Draw {
  return (ctx, viewport, theme) => {
    const scale = levelScale(laneInfo, viewport.plot.height, maxOf(level));
    drawLevel(ctx, viewport, theme, level, scale);
    if (secondaryLevel !== null) {
      const { full, second } = laneInfo;
      drawSecondLevel(
        ctx,
        viewport,
        theme,
        secondaryLevel,
        secondLevelScale(scale, full, second?.full ?? maxOf(secondaryLevel)),
      );
    }
    drawGrid(ctx, viewport, theme, instants(ticks));
    drawBounds(ctx, viewport, theme, laneInfo, scale);
  };
}

function countDrawing(
  { n, windowLength }: LaneInfo,
  { windowCount }: LaneChartData,
  { ticks, countTop }: PaperAxes,
): Draw {
  const scale = { low: 0, high: countTop };
  return (ctx, viewport, theme) => {
    drawWindowCount(ctx, viewport, theme, windowCount, scale, n);
    if (windowLength !== null) drawAlignedWindows(ctx, viewport, theme, windowLength);
    drawGrid(ctx, viewport, theme, instants(ticks));
    drawLimit(ctx, viewport, theme, scale, n);
  };
}

function decisionsDrawing(
  { summary, T, n, allowedPeak: allowed }: LaneInfo,
  chartData: LaneChartData,
  { ticks, densityTop, mode, until }: PaperAxes,
): Draw {
  const drawing = new DecisionsDrawing();
  const peak = until === Infinity ? summary.peak : null;
  const peakWindow = peak === null ? null : { from: peak.from, T, permits: peak.permits, n, allowed };
  const annotations = {
    grid: instants(ticks),
    peakWindow,
    countedRequests: null,
    retryAt: null,
    disagreements: null,
  };
  return (ctx, viewport, theme) => {
    drawing.draw(ctx, viewport, theme, chartData, densityTop, peakWindow, 1, null, () => mode);
    drawing.drawFront(ctx, viewport, theme, densityTop, annotations);
  };
}
