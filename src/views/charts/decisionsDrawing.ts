/** One lane's decisions as last drawn: hit tests and the selected mark's ring use that layout. */
import type { DisagreementChartData, Instant, LaneChartData, LaneInfo, Marks } from '../../sim/index.ts';
import { nodeRowNames, type NodeRowsSource } from './decisionsAxis.ts';
import { drawGrid } from './drawCurve.ts';
import {
  drawBaseLines,
  drawCountedRequests,
  drawRetryMark,
  drawPeakWindow,
  type PeakWindowWithLimit,
} from './drawDecisions.ts';
import {
  densityTopBetween,
  drawDensities,
  drawDensityScale,
  hasScaleAbove,
  hasScaleInside,
  narrowRetries,
} from './drawDensities.ts';
import { disagreementsHeight, drawDisagreements } from './drawDisagreements.ts';
import { drawMarks, outlineEntry } from './drawMarks.ts';
import { drawPeakLabel } from './drawPeakLabel.ts';
import type { Viewport } from './viewport.ts';
import {
  rowHalfHeight,
  markSize,
  MarkStack,
  nearestInColumn,
  nearestMark,
  pitchesFor,
  rowsFor,
  type DisplayMode,
} from './markStack.ts';
import type { ChartTheme } from './chartTheme.ts';
import { RunDisplayMode } from './runDisplayMode.ts';
import type { DrawingContext } from './drawingContext.ts';

export type DecisionsChartData = Pick<LaneChartData, 'marks' | 'densities' | 'retries' | 'requestsInRange'>;

/** What a run brings, and what it shares with the other lanes. */
export interface ShownDecisions {
  /** Null until the first result. */
  readonly laneInfo: DecisionsInfo | null;
  readonly chartData: DecisionsChartData | null;
  /** The count per bin that fills half a plot, the same for all lanes: `maxDensityOf`. */
  readonly densityTop: number;
  /** Whether marks or densities are drawn, in all lanes alike; null for a lane that is drawn by itself. */
  readonly modeOf: ModeOf | null;
  /** What would tell what lies beyond the playhead. */
  readonly peakHidden: boolean;
  /** The requests on which two compared lanes disagree. */
  readonly disagreements: DisagreementChartData | null;
}

type DecisionsInfo = Pick<LaneInfo, 'T' | 'n' | 'allowedPeak'> & {
  readonly summary: Pick<LaneInfo['summary'], 'peak'>;
  readonly cluster: NodeRowsSource | null;
};

/** What else is drawn above the veil. */
export interface Annotations {
  readonly grid: readonly Instant[];
  readonly countedRequests: Uint32Array | null;
  readonly retryAt: Instant | null;
}

/** A mark's centre, and its width. */
export interface MarkPosition {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Whether marks or densities are drawn in a plot: the answer for all lanes of the run. */
export type ModeOf = (viewport: Viewport) => DisplayMode;

export class DecisionsDrawing {
  displayMode: DisplayMode | null = null;
  viewport: Viewport | null = null;
  /** Rows of marks: one for all, or one per node. */
  rowCount = 1;
  /** What the rows would be named: nodes, then perhaps a row for requests that no node received. The same array while they last. */
  nodeNames: readonly string[] = [];
  #shown: ShownDecisions = NOTHING_SHOWN;
  /** Of the last drawing, as all that follows. */
  #chartData: DecisionsChartData | null = null;
  #peakWindow: PeakWindowWithLimit | null = null;
  /** For a lane that is drawn by itself. */
  readonly #ownMode = new RunDisplayMode();
  #ownLanes: readonly DecisionsChartData[] = [];
  /** Two stacks, so that each keeps its marks' levels while the other one is shown. */
  readonly #singleRowStack = new MarkStack();
  readonly #nodeRowsStack = new MarkStack();
  #stack = this.#singleRowStack;

  show(shown: ShownDecisions): void {
    this.#shown = shown;
    this.#peakWindow = shown.peakHidden ? null : peakWindowOf(shown.laneInfo);
    const names = nodeRowNames(shown.laneInfo?.cluster ?? null);
    if (names.join() !== this.nodeNames.join()) this.nodeNames = names;
  }

  /** @param markedEntry the entry of the traffic whose requests are outlined */
  draw(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, markedEntry: number | null = null): void {
    this.viewport = viewport;
    const { chartData, modeOf } = this.#shown;
    this.#chartData = chartData;
    if (chartData !== null) {
      // Before the rows are laid out: how they are depends on what was drawn last.
      const mode = modeOf?.(viewport) ?? this.#modeByItself(chartData, viewport);
      this.#drawData(ctx, viewport, theme, chartData, markedEntry, mode);
    }
    if (this.#peakWindow !== null) drawPeakWindow(ctx, viewport, theme, this.#peakWindow);
  }

  #modeByItself(chartData: DecisionsChartData, viewport: Viewport): DisplayMode {
    if (this.#ownLanes[0] !== chartData) this.#ownLanes = [chartData];
    return this.#ownMode.of(this, this.#ownLanes, viewport);
  }

  #drawData(
    ctx: DrawingContext,
    viewport: Viewport,
    theme: ChartTheme,
    { marks, densities, retries }: DecisionsChartData,
    markedEntry: number | null,
    mode: DisplayMode,
  ): void {
    const { densityTop } = this.#shown;
    if (marks !== null) this.#layOut(marks, viewport, this.nodeNames.length);
    this.displayMode = marks === null ? 'densities' : mode;
    this.rowCount = this.displayMode === 'marks' ? this.#stack.rowCount : 1;
    if (this.displayMode === 'marks' && marks !== null) {
      drawMarks(ctx, viewport, theme, marks, this.#stack);
      if (markedEntry !== null) outlineEntry(ctx, viewport, theme, marks, this.#stack, markedEntry);
    } else {
      drawDensities(ctx, viewport, theme, densities, densityTop);
      if (retries !== null) narrowRetries(ctx, viewport, densities, retries, densityTop);
    }
  }

  /** One row per node where they fit, else a single row; 20 % hysteresis on the way back, as between marks and densities. */
  #layOut(marks: Marks, viewport: Viewport, nodes: number): void {
    const rows = rowsFor(viewport.plot, nodes);
    if (rows > 1) {
      const room = this.displayMode === null || this.rowCount > 1 ? 1 : 0.8;
      this.#stack = this.#nodeRowsStack;
      if (layOutToFit(this.#nodeRowsStack, marks, viewport, rows, room)) return;
    }
    this.#stack = this.#singleRowStack;
    layOutToFit(this.#singleRowStack, marks, viewport, 1, 1);
  }

  /** Called after `draw`, in the same frame. */
  drawFront(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, annotations: Annotations): void {
    const { grid, countedRequests, retryAt } = annotations;
    const chartData = this.#chartData;
    const { densityTop, disagreements } = this.#shown;
    const peakWindow = this.#peakWindow;
    const marks = this.#singleMarks();
    drawGrid(ctx, viewport, theme, grid);
    drawBaseLines(ctx, viewport, theme, this.rowCount);
    const topBetween = (left: number, right: number): number => this.#topBetween(left, right);
    const label =
      peakWindow === null
        ? null
        : drawPeakLabel(ctx, viewport, theme, peakWindow, {
            signsHeight: disagreementsHeight(disagreements, viewport),
            scale: marks === null && hasScaleAbove(viewport),
            node: this.nodeNames.reduce((longest, name) => (name.length > longest.length ? name : longest), ''),
            topBetween,
          });
    if (chartData !== null && marks === null)
      drawDensityScale(ctx, viewport, theme, chartData.densities.span, densityTop, label);
    const known = chartData?.marks ?? null;
    if (countedRequests !== null)
      drawCountedRequests(ctx, viewport, theme, countedRequests, known, marks === null ? null : this.#stack);
    if (retryAt !== null) drawRetryMark(ctx, viewport, theme, retryAt);
    if (disagreements !== null) {
      const scaleInside = chartData !== null && marks === null && hasScaleInside(viewport);
      drawDisagreements(ctx, viewport, theme, disagreements, { topBetween, label, scaleInside });
    }
  }

  /** The request nearest to a point within the tolerance; null if there is none, or if only counts are known. */
  requestAt(x: number, y: number, tolerance: number): number | null {
    const { viewport } = this;
    const marks = this.#chartData?.marks ?? null;
    if (viewport === null || marks === null) return null;
    const i =
      this.displayMode === 'marks'
        ? nearestMark(this.#stack, x, y, tolerance)
        : nearestInColumn(marks, viewport, x, y, tolerance);
    return i < 0 ? null : (marks.request[i] as number);
  }

  /** Where a request's mark is; null when it has no single mark or is outside the plot. */
  markPosition(request: number): MarkPosition | null {
    const { viewport } = this;
    const marks = this.#singleMarks();
    const i = marks?.request.indexOf(request) ?? -1;
    if (viewport === null || marks === null || i < 0) return null;
    const x = this.#stack.x[i] as number;
    if (x < viewport.plot.x || x > viewport.plot.x + viewport.plot.width) return null;
    return { x, y: this.#stack.y(i), size: markSize(this.#stack.pitch) };
  }

  /** The y of the topmost mark or bar between two x; Infinity if there is none. */
  #topBetween(left: number, right: number): number {
    if (this.viewport === null || this.#chartData === null) return Infinity;
    return this.#singleMarks() === null
      ? densityTopBetween(this.viewport, this.#chartData.densities, this.#shown.densityTop, left, right)
      : this.#stack.topBetween(left, right);
  }

  #singleMarks(): Marks | null {
    return this.displayMode === 'marks' ? (this.#chartData?.marks ?? null) : null;
  }
}

const NOTHING_SHOWN: ShownDecisions = {
  laneInfo: null,
  chartData: null,
  densityTop: 1,
  modeOf: null,
  peakHidden: false,
  disagreements: null,
};

function peakWindowOf(laneInfo: DecisionsInfo | null): PeakWindowWithLimit | null {
  const peak = laneInfo?.summary.peak ?? null;
  if (laneInfo === null || peak === null) return null;
  const { T, n, allowedPeak: allowed, cluster } = laneInfo;
  return { from: peak.from, T, permits: peak.permits, n, allowed, distributed: cluster !== null };
}

/** Of the pitch: closer levels could not be told apart. */
const LEAST_RISE = 0.4;

/**
 * Lays marks out at the largest pitch that fits. In one low row, a run that is drawn as marks elsewhere has marks that
 * overlap rather than bars; rows of nodes become one first.
 * @param heightShare of the row's height that they may use
 */
function layOutToFit(stack: MarkStack, marks: Marks, viewport: Viewport, rows: number, heightShare: number): boolean {
  const half = rowHalfHeight(viewport.plot, rows);
  const room = heightShare * half;
  const pitches = pitchesFor(half);
  // A tall stack, such as ten requests sent at once, first makes all marks smaller.
  const fits = pitches.some((pitch) => {
    stack.layOut(marks, viewport, pitch, rows);
    return stack.maxReach <= room;
  });
  if (fits || rows > 1) return fits;
  // Still smaller ones could not be seen where they stand alone.
  return pitches.slice(0, -1).some((pitch) => {
    stack.layOut(marks, viewport, pitch, rows);
    return stack.squeeze(room) >= LEAST_RISE;
  });
}
