/** A lane's charts away from the page, on paper and in pictures: the page's own drawings, above one time axis. */
import { SECOND, type Instant, type LaneChartData, type LaneInfo } from '../../sim/index.ts';
import { countAxisTop, timeTicks, type Tick } from '../format/ticks.ts';
import { formatDuration } from '../format/time.ts';
import { decisionsAxis, nodeRowNames } from './decisionsAxis.ts';
import { DecisionsDrawing } from './decisionsDrawing.ts';
import {
  drawAlignedWindows,
  drawBounds,
  drawGrid,
  drawLevel,
  drawLimit,
  drawSecondLevel,
  drawWindowCount,
} from './drawCurve.ts';
import { maxDensityOf } from './drawDensities.ts';
import { drawValueAxis } from './drawValueAxis.ts';
import type { Draw } from './liveChart.ts';
import type { DisplayMode } from './markStack.ts';
import { RunDisplayMode } from './runDisplayMode.ts';
import { levelScale, levelTicks, secondLevelScale, windowCountTicks } from './scale.ts';
import { maxOf, shownPartOf } from './shownPart.ts';
import { xOf, type TimeRange } from './viewport.ts';

export type LaneChartName = 'level' | 'count' | 'decisions';
export const LANE_CHARTS: readonly LaneChartName[] = ['level', 'count', 'decisions'];

/** What the charts of all lanes share. */
export interface RunAxes {
  readonly range: TimeRange;
  /** Of the time axis. */
  readonly ticks: readonly Tick[];
  readonly countTop: number;
  readonly densityTop: number;
  /** Of the decisions of all lanes. */
  readonly mode: DisplayMode;
  /** What lies beyond this instant is hidden; infinity where nothing is. */
  readonly until: Instant;
}

/** A run's lanes, null for one that failed, and what is drawn of each. */
export interface ChartedRun {
  readonly laneInfos: readonly (LaneInfo | null)[];
  readonly charts: readonly (LaneChartData | null)[];
}

/** @param plotWidth in pixels, on which the time axis has its labels */
export function runAxes(run: ChartedRun, range: TimeRange, until: Instant, plotWidth: number): RunAxes {
  const { laneInfos, charts } = run;
  const shown = charts.filter((one) => one !== null).map((one) => shownPartOf(one, until));
  const peaks =
    until === Infinity
      ? laneInfos.map((laneInfo) => laneInfo?.summary.peak?.permits ?? 0)
      : shown.map(({ windowCount }) => maxOf(windowCount));
  return {
    range,
    until,
    ticks: timeTicks(range.from, range.to, plotWidth),
    countTop: countAxisTop(Math.max(1, ...laneInfos.map((laneInfo) => laneInfo?.n ?? 0)), Math.max(0, ...peaks)),
    densityTop: maxDensityOf(shown),
    mode: new RunDisplayMode().of(laneInfos, shown, range),
  };
}

export interface LaneDrawing {
  readonly chart: LaneChartName;
  readonly title: string;
  /** Pixels. */
  readonly height: number;
  /** The data, and what is in front of it. The data may erase what lies under it. */
  readonly data: Draw;
  readonly front: Draw;
}

/** The chosen charts of a lane, from the top down. */
export function laneDrawings(
  laneInfo: LaneInfo,
  chartData: LaneChartData,
  axes: RunAxes,
  charts: readonly LaneChartName[],
): readonly LaneDrawing[] {
  const shown = shownPartOf(chartData, axes.until);
  return LANE_CHARTS.filter((chart) => charts.includes(chart)).map((chart) => DRAWINGS[chart](laneInfo, shown, axes));
}

type DrawingOf = (laneInfo: LaneInfo, chartData: LaneChartData, axes: RunAxes) => LaneDrawing;
const DRAWINGS: Readonly<Record<LaneChartName, DrawingOf>> = {
  level: levelDrawing,
  count: countDrawing,
  decisions: decisionsDrawing,
};

/** The time axis below them: labels only, none beyond the edge. */
export function timeAxisDrawing(ticks: readonly Tick[]): Draw {
  return (ctx, viewport, theme) => {
    ctx.save();
    ctx.font = `12px ${theme.font}`;
    ctx.fillStyle = theme.ink2;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'center';
    for (const { at, label } of ticks) {
      const half = ctx.measureText(label).width / 2;
      ctx.fillText(label, Math.min(xOf(viewport, at), viewport.width - half), viewport.height / 2);
    }
    ctx.restore();
  };
}

const instants = (ticks: readonly Tick[]): readonly number[] => ticks.map(({ at }) => at);

function levelDrawing(laneInfo: LaneInfo, { level, secondaryLevel }: LaneChartData, { ticks }: RunAxes): LaneDrawing {
  const { full, second, unit } = laneInfo;
  const greatest = maxOf(level);
  return {
    chart: 'level',
    title: `Level, ${unit[1]}${second === null ? '' : `; dashed: ${second.name}`}`,
    height: 84,
    data: (ctx, viewport, theme) => {
      const scale = levelScale(laneInfo, viewport.plot.height, greatest);
      drawLevel(ctx, viewport, theme, level, scale);
      if (secondaryLevel === null) return;
      const secondScale = secondLevelScale(scale, full, second?.full ?? maxOf(secondaryLevel));
      drawSecondLevel(ctx, viewport, theme, secondaryLevel, secondScale);
    },
    front: (ctx, viewport, theme) => {
      const scale = levelScale(laneInfo, viewport.plot.height, greatest);
      drawValueAxis(ctx, viewport, theme, {
        scale,
        ticks: levelTicks(laneInfo, scale, viewport.plot.height),
        grid: true,
      });
      drawGrid(ctx, viewport, theme, instants(ticks));
      drawBounds(ctx, viewport, theme, laneInfo, scale);
    },
  };
}

function countDrawing(
  { n, T, windowLength }: LaneInfo,
  { windowCount }: LaneChartData,
  { ticks, countTop }: RunAxes,
): LaneDrawing {
  const scale = { low: 0, high: countTop };
  return {
    chart: 'count',
    title: `Window count, in the last ${formatDuration(T / SECOND)}`,
    height: 64,
    data: (ctx, viewport, theme) => {
      drawWindowCount(ctx, viewport, theme, windowCount, scale, n);
    },
    front: (ctx, viewport, theme) => {
      if (windowLength !== null) drawAlignedWindows(ctx, viewport, theme, windowLength);
      drawValueAxis(ctx, viewport, theme, {
        scale,
        ticks: windowCountTicks(n, countTop, viewport.plot.height),
        grid: true,
      });
      drawGrid(ctx, viewport, theme, instants(ticks));
      drawLimit(ctx, viewport, theme, scale, n);
    },
  };
}

/** Below it, rows of nodes would be one row. */
const LEAST_ROW_HEIGHT = 30;

function decisionsDrawing(
  { summary, T, n, allowedPeak: allowed, cluster }: LaneInfo,
  chartData: LaneChartData,
  { ticks, densityTop, mode, until }: RunAxes,
): LaneDrawing {
  const drawing = new DecisionsDrawing();
  const nodes = nodeRowNames(cluster);
  const peak = until === Infinity ? summary.peak : null;
  const peakWindow = peak === null ? null : { from: peak.from, T, permits: peak.permits, n, allowed };
  const annotations = {
    grid: instants(ticks),
    peakWindow,
    countedRequests: null,
    retryAt: null,
    disagreements: null,
  };
  return {
    chart: 'decisions',
    title: 'Decisions',
    height: Math.max(88, mode === 'marks' ? LEAST_ROW_HEIGHT * nodes.length + 27 : 0),
    data: (ctx, viewport, theme) =>
      drawing.draw(ctx, viewport, theme, chartData, densityTop, peakWindow, nodes.length, null, () => mode),
    // Which rows there are is known once the data is drawn.
    front: (ctx, viewport, theme) => {
      drawValueAxis(ctx, viewport, theme, decisionsAxis(nodes, drawing.rowCount, viewport.plot.height));
      drawing.drawFront(ctx, viewport, theme, densityTop, annotations);
    },
  };
}
