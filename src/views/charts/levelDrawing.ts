/** One lane's level as it is drawn: a new run is shown by `show`, without React. */
import type { Instant, LaneChartData, LaneInfo } from '../../sim/index.ts';
import { levelBound, type PlacedBound } from './chartBound.ts';
import type { ChartTheme } from './chartTheme.ts';
import { drawBounds, drawGrid, drawLevel, drawSecondLevel } from './drawCurve.ts';
import type { DrawingContext } from './drawingContext.ts';
import { drawValueAxis } from './drawValueAxis.ts';
import { Held } from './held.ts';
import { levelScale, levelTicks, secondLevelScale, type ValueScale } from './scale.ts';
import type { Viewport } from './viewport.ts';

export interface ShownLevel {
  /** Null until the first result. */
  readonly laneInfo: LevelInfo | null;
  readonly chartData: Pick<LaneChartData, 'level' | 'secondaryLevel'> | null;
  /** The extremes of what is not hidden: the scales are for these. */
  readonly least: number;
  readonly greatest: number;
  readonly secondGreatest: number;
  /** Keeps the scale that it has. */
  readonly scaleHeld: boolean;
}

type LevelInfo = Pick<LaneInfo, 'wall' | 'full' | 'low' | 'goesLower' | 'n' | 'capacity' | 'bound' | 'second'>;

/** What a scale is made of. */
interface Scaled {
  readonly laneInfo: LevelInfo;
  readonly greatest: number;
}

export class LevelDrawing {
  #shown: ShownLevel = { laneInfo: null, chartData: null, least: 0, greatest: 0, secondGreatest: 0, scaleHeld: false };
  #scaled: Scaled | null = null;
  readonly #held = new Held<Scaled | null>();

  show(shown: ShownLevel): void {
    const { greatest, scaleHeld } = shown;
    const laneInfo = gaugeFor(shown);
    this.#shown = { ...shown, laneInfo };
    this.#scaled = this.#held.of(laneInfo && { laneInfo, greatest }, scaleHeld);
  }

  readonly draw = (ctx: DrawingContext, viewport: Viewport, theme: ChartTheme): void => {
    const { laneInfo, chartData, secondGreatest } = this.#shown;
    const scale = this.#scaleAt(viewport.plot.height);
    if (laneInfo === null || chartData === null || scale === null) return;
    const { level, secondaryLevel } = chartData;
    drawLevel(ctx, viewport, theme, level, scale);
    if (secondaryLevel === null) return;
    const secondBound = laneInfo.second?.full ?? secondGreatest;
    drawSecondLevel(ctx, viewport, theme, secondaryLevel, secondLevelScale(scale, laneInfo.full, secondBound));
  };

  /** @param grid the instants of its vertical lines */
  drawFront(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, grid: readonly Instant[]): void {
    const { laneInfo } = this.#shown;
    const { height } = viewport.plot;
    const scale = this.#scaleAt(height);
    if (laneInfo !== null && scale !== null)
      drawValueAxis(ctx, viewport, theme, { scale, ticks: levelTicks(laneInfo, scale, height), grid: true });
    drawGrid(ctx, viewport, theme, grid);
    if (laneInfo !== null && scale !== null) drawBounds(ctx, viewport, theme, laneInfo, scale);
  }

  /** The bound as what the hand may drag; null where no setting is the bound, and while there is no result. */
  placedBound(lane: number): PlacedBound | null {
    const bound = levelBound(lane, this.#shown.laneInfo);
    const scale = this.#scaleAt(UNROUNDED_HEIGHT);
    return bound === null || scale === null || this.#shown.chartData === null ? null : { bound, scale };
  }

  #scaleAt(height: number): ValueScale | null {
    return this.#scaled && levelScale(this.#scaled.laneInfo, height, this.#scaled.greatest);
  }
}

/** The scale reaches down to where a program's level goes, below what its gauge knows: one that goes wrong must be seen. */
function gaugeFor({ laneInfo, least }: ShownLevel): LevelInfo | null {
  if (laneInfo === null || !laneInfo.goesLower || least >= laneInfo.low) return laneInfo;
  return { ...laneInfo, low: least };
}

/** So high that the bound, which is put between two pixels, is where it is in any plot, to half a pixel. */
const UNROUNDED_HEIGHT = 10_000;
