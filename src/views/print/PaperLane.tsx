/** A lane on paper: what it is, its figures, and level, window count and decisions above one time axis. */
import { useState } from 'react';
import { resolvePolicy, SECOND, type Lane, type LaneChartData, type LaneInfo } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { failedLaneIn, laneChartData, laneFrame } from '../../store/selectors.ts';
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
import { maxOf, secondLevelScale } from '../charts/LevelChart.tsx';
import type { Draw } from '../charts/liveChart.ts';
import { levelScale, levelTicks, windowCountTicks } from '../charts/scale.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { formatLimitShort } from '../format/rates.ts';
import type { Tick } from '../format/ticks.ts';
import { formatDuration } from '../format/time.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { PaperChart, timeAxisDrawing } from './PaperChart.tsx';
import { figuresText } from './printText.ts';

/** What all lanes of a sheet share. */
export interface PaperAxes {
  readonly range: TimeRange;
  readonly ticks: readonly Tick[];
  readonly theme: ChartTheme;
  readonly countTop: number;
  readonly densityTop: number;
}

interface PaperLaneProps {
  readonly index: number;
  readonly lane: Lane;
  readonly axes: PaperAxes;
}

export function PaperLane({ index, lane, axes }: PaperLaneProps) {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const chartData = useAppState((state) => laneChartData(state, index));
  const failedLane = useAppState((state) => failedLaneIn(state, index));
  const scenario = useAppState((state) => state.scenario);
  const { n, T } = resolvePolicy(scenario, index);
  return (
    <section className="paper-lane">
      <h2>
        {index + 1} {laneNameWithEdition(lane)}
        <span>{formatLimitShort({ n, T: T / SECOND })}</span>
      </h2>
      <p>{laneInfo === null ? (failedLane?.error ?? 'This lane has no result.') : figuresText(laneInfo)}</p>
      {laneInfo !== null && chartData !== null && <LaneCharts laneInfo={laneInfo} chartData={chartData} axes={axes} />}
    </section>
  );
}

interface LaneChartsProps {
  readonly laneInfo: LaneInfo;
  readonly chartData: LaneChartData;
  readonly axes: PaperAxes;
}

function LaneCharts({ laneInfo, chartData, axes }: LaneChartsProps) {
  const { range, theme, ticks, countTop } = axes;
  const [decisions] = useState(() => decisionsDrawing(laneInfo, chartData, axes));
  const shared = { range, theme };
  const greatest = maxOf(chartData.level.value);
  return (
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
      <h3>Decisions</h3>
      <PaperChart {...shared} label="Decisions" height={88} axis={inOutAxis} draw={decisions} />
      <PaperChart {...shared} label="Time" height={18} draw={timeAxisDrawing(ticks)} />
    </>
  );
}

const instants = (ticks: readonly Tick[]): readonly number[] => ticks.map(({ at }) => at);

function levelDrawing(laneInfo: LaneInfo, { level, secondaryLevel }: LaneChartData, ticks: readonly Tick[]): Draw {
  return (ctx, viewport, theme) => {
    const scale = levelScale(laneInfo, viewport.plot.height, maxOf(level.value));
    drawLevel(ctx, viewport, theme, level, scale);
    if (secondaryLevel !== null) {
      const { full, second } = laneInfo;
      drawSecondLevel(
        ctx,
        viewport,
        theme,
        secondaryLevel,
        secondLevelScale(scale, full, second?.full, secondaryLevel),
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
  { ticks, densityTop }: PaperAxes,
): Draw {
  const drawing = new DecisionsDrawing();
  const { peak } = summary;
  const peakWindow = peak === null ? null : { from: peak.from, T, permits: peak.permits, n, allowed };
  const annotations = {
    grid: instants(ticks),
    peakWindow,
    countedRequests: null,
    retryAt: null,
    disagreements: null,
  };
  return (ctx, viewport, theme) => {
    drawing.draw(ctx, viewport, theme, chartData, densityTop, peakWindow, 1, null);
    drawing.drawFront(ctx, viewport, theme, densityTop, annotations);
  };
}
