/** A lane's charts away from the page, on paper and in pictures: the page's own drawings, above one time axis. */
import { SECOND, type Instant, type LaneChartData, type LaneInfo } from '../../sim/index.ts';
import { timeTicks, type Tick } from '../format/ticks.ts';
import { formatDuration } from '../format/time.ts';
import { isolated } from '../text/isolated.ts';
import { decisionsAxis } from './decisionsAxis.ts';
import { DecisionsDrawing } from './decisionsDrawing.ts';
import { maxDensityOf } from './drawDensities.ts';
import { drawValueAxis } from './drawValueAxis.ts';
import { LevelDrawing } from './levelDrawing.ts';
import type { Draw } from './liveChart.ts';
import type { DisplayMode } from './markStack.ts';
import { RunDisplayMode } from './runDisplayMode.ts';
import { countTopOf, levelExtremes } from './scale.ts';
import { shownPartOf } from './shownPart.ts';
import { xOf, type TimeRange } from './viewport.ts';
import { WindowCountDrawing } from './windowCountDrawing.ts';

export type LaneChartName = 'level' | 'count' | 'decisions';
export const LANE_CHARTS: readonly LaneChartName[] = ['level', 'count', 'decisions'];
export const LANE_CHART_LABELS: Readonly<Record<LaneChartName, string>> = {
  level: 'Level',
  count: 'Window count',
  decisions: 'Decisions',
};

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
  readonly hasKeys: boolean;
  /** Where more nodes decide, they share one row; absent where a lane may be of any height. */
  readonly mostRows?: number;
}

/** A run's lanes, null for one that failed, and what is drawn of each. */
export interface ChartedRun {
  readonly laneInfos: readonly (LaneInfo | null)[];
  readonly charts: readonly (LaneChartData | null)[];
  /** Whether level and window count are those of one key of several. */
  readonly hasKeys: boolean;
}

/** @param plotWidth in pixels, on which the time axis has its labels */
export function runAxes(run: ChartedRun, range: TimeRange, until: Instant, plotWidth: number): RunAxes {
  const laneInfos = run.laneInfos.filter((laneInfo) => laneInfo !== null);
  const shown = run.charts.filter((one) => one !== null).map((one) => shownPartOf(one, until));
  return {
    range,
    until,
    hasKeys: run.hasKeys,
    ticks: timeTicks(range.from, range.to, plotWidth),
    countTop: countTopOf(laneInfos, shown, until),
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
    let free = Infinity;
    // From the last on, which carries the unit and is moved inwards: the one before it may have no room left.
    for (const { at, label } of ticks.toReversed()) {
      const half = ctx.measureText(label).width / 2;
      const middle = Math.min(xOf(viewport, at), viewport.width - half);
      if (middle + half > free) continue;
      ctx.fillText(label, middle, viewport.height / 2);
      free = middle - half - 4;
    }
    ctx.restore();
  };
}

const instants = (ticks: readonly Tick[]): readonly number[] => ticks.map(({ at }) => at);

/** `, of the key ann` */
function keyText({ hasKeys }: RunAxes, { key }: LaneChartData): string {
  return hasKeys ? `, of the key ${key === '' ? '“”' : isolated(key)}` : '';
}

function levelDrawing(laneInfo: LaneInfo, chartData: LaneChartData, axes: RunAxes): LaneDrawing {
  const { second, unit } = laneInfo;
  const drawing = new LevelDrawing();
  drawing.show({ laneInfo, chartData, ...levelExtremes(chartData), scaleHeld: false });
  return {
    chart: 'level',
    title: `Level, ${unit[1]}${second === null ? '' : `; dashed: ${second.name}`}${keyText(axes, chartData)}`,
    height: 84,
    data: drawing.draw,
    front: (ctx, viewport, theme) => drawing.drawFront(ctx, viewport, theme, instants(axes.ticks)),
  };
}

function countDrawing(laneInfo: LaneInfo, chartData: LaneChartData, axes: RunAxes): LaneDrawing {
  const drawing = new WindowCountDrawing();
  drawing.show({ laneInfo, chartData, countTop: axes.countTop });
  return {
    chart: 'count',
    title: `Window count, in the last ${formatDuration(laneInfo.T / SECOND)}${keyText(axes, chartData)}`,
    height: 64,
    data: drawing.draw,
    front: (ctx, viewport, theme) => drawing.drawFront(ctx, viewport, theme, instants(axes.ticks)),
  };
}

/** Below it, rows of nodes would be one row. */
const LEAST_ROW_HEIGHT = 30;

function decisionsDrawing(
  laneInfo: LaneInfo,
  chartData: LaneChartData,
  { ticks, densityTop, mode, until, mostRows = Infinity }: RunAxes,
): LaneDrawing {
  const drawing = new DecisionsDrawing();
  drawing.show({
    laneInfo,
    chartData,
    densityTop,
    modeOf: () => mode,
    peakHidden: until !== Infinity,
    disagreements: null,
  });
  const nodes = drawing.nodeNames;
  const rows = mode === 'marks' && nodes.length <= mostRows ? nodes.length : 1;
  const annotations = { grid: instants(ticks), countedRequests: null, retryAt: null };
  return {
    chart: 'decisions',
    title: 'Decisions',
    height: Math.max(88, LEAST_ROW_HEIGHT * rows + 27),
    data: (ctx, viewport, theme) => drawing.draw(ctx, viewport, theme),
    // Which rows there are is known once the data is drawn.
    front: (ctx, viewport, theme) => {
      drawValueAxis(ctx, viewport, theme, decisionsAxis(nodes, drawing.rowCount, viewport.plot.height));
      drawing.drawFront(ctx, viewport, theme, annotations);
    },
  };
}
