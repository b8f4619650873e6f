/**
 * Where two lanes decided the same request differently, on the upper edge of the decisions: a sign ▾ each while they can
 * be told apart, else bars that hang from the edge, with their scale as text.
 */
import type { DisagreementChartData } from '../../sim/index.ts';
import { countAxisTop, formatShortNumber } from '../format/ticks.ts';
import { SIGN_SIZE } from './drawDecisions.ts';
import { forEachBin, NARROW_PLOT, roundBinDuration } from './drawDensities.ts';
import { LABEL_HEIGHT, type Place, type Surroundings } from './drawPeakLabel.ts';
import type { ChartTheme } from './chartTheme.ts';
import { xOf, type Viewport } from './viewport.ts';
import type { DrawingContext } from './drawingContext.ts';

/** Signs closer than this are merged: a bin's width. */
const MIN_SIGN_GAP = 2;
/** With more signs than this that overlap their neighbours, the edge is a black band. */
const MAX_OVERLAPS = 8;
const STRIP_HEIGHT = 9;
const TEXT_INSET = 4;
/** Of its background, which keeps grid, band and playhead off it. */
const TEXT_PADDING = 3;
/** A single disagreement among thousands is still seen. */
const MIN_BAR_HEIGHT = 2;

type Shown = Pick<DisagreementChartData, 'at' | 'from' | 'span' | 'perBin'>;

/** Whether these are drawn as single signs; `perMicro` pixels make a microsecond. */
export function areSigns({ at }: Pick<Shown, 'at'>, perMicro: number): boolean {
  let overlaps = 0;
  for (let i = 1; i < at.length; i++) {
    if (((at[i] as number) - (at[i - 1] as number)) * perMicro < SIGN_SIZE) overlaps++;
  }
  return overlaps <= MAX_OVERLAPS;
}

/** The scale of the bars: the count of a full one, and the same as a round count per round time, `12 per 0.1 s`. */
export function barScale({ perBin, span }: Pick<Shown, 'perBin' | 'span'>): {
  readonly top: number;
  readonly label: string;
} {
  let most = 1;
  for (const count of perBin) most = Math.max(most, count);
  const { length, text } = roundBinDuration(span);
  // Nobody counts a part of one.
  const full = Math.ceil(countAxisTop(0, (most * length) / span));
  return { top: (full * span) / length, label: `${formatShortNumber(full)} per ${text}` };
}

/** The height that they take at the upper edge, which other text avoids. */
export function disagreementsHeight(shown: Shown | null, viewport: Viewport): number {
  if (shown === null || shown.at.length === 0) return 0;
  return areSigns(shown, perMicroOf(viewport)) ? SIGN_SIZE : STRIP_HEIGHT;
}

/** What the text of the scale must not cover. */
export interface ScaleSurroundings extends Pick<Surroundings, 'topBetween'> {
  /** Where the peak window's text is. */
  readonly label: Place | null;
  /** Whether the density scale has its text within the plot. */
  readonly scaleInside: boolean;
}

export function drawDisagreements(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  shown: Shown,
  around: ScaleSurroundings,
): void {
  if (areSigns(shown, perMicroOf(viewport))) drawSigns(ctx, viewport, theme, shown.at);
  else drawBars(ctx, viewport, theme, shown, around);
}

function perMicroOf({ plot, from, to }: Viewport): number {
  return plot.width / (to - from);
}

function drawSigns(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, instants: Float64Array): void {
  const { plot } = viewport;
  let last = -Infinity;
  ctx.beginPath();
  for (const at of instants) {
    const x = xOf(viewport, at);
    if (at < viewport.from || at >= viewport.to || x - last < MIN_SIGN_GAP) continue;
    last = x;
    ctx.moveTo(x - SIGN_SIZE / 2, plot.y);
    ctx.lineTo(x + SIGN_SIZE / 2, plot.y);
    ctx.lineTo(x, plot.y + SIGN_SIZE);
    ctx.closePath();
  }
  ctx.fillStyle = theme.ink;
  ctx.fill();
}

function drawBars(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  shown: Shown,
  around: ScaleSurroundings,
): void {
  const { plot } = viewport;
  const { top, label } = barScale(shown);
  ctx.fillStyle = theme.ink2;
  ctx.fillRect(plot.x, plot.y, plot.width, 1);
  ctx.fillStyle = theme.ink;
  forEachBin(viewport, shown, shown.perBin.length, (bin, left, width) => {
    const count = shown.perBin[bin] as number;
    if (count === 0) return;
    const height = Math.max(MIN_BAR_HEIGHT, Math.round((count / top) * STRIP_HEIGHT));
    ctx.fillRect(left, plot.y, width, height);
  });
  drawScaleText(ctx, viewport, theme, `differ: full bar ${label}`, around);
}

/** Below the bars, at either edge, if it covers nothing there: the line that counts disagreements says it as well. */
function drawScaleText(
  ctx: DrawingContext,
  { plot }: Viewport,
  theme: ChartTheme,
  text: string,
  { topBetween, label, scaleInside }: ScaleSurroundings,
): void {
  if (plot.width < NARROW_PLOT || scaleInside) return;
  ctx.save();
  ctx.font = `12px ${theme.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const width = ctx.measureText(text).width;
  const top = plot.y + STRIP_HEIGHT;
  const bottom = top + LABEL_HEIGHT;
  const isFree = (left: number): boolean => {
    const right = left + width;
    const underLabel = label !== null && label.top < bottom && label.left < right && label.right > left;
    return !underLabel && topBetween(left, right) >= bottom;
  };
  const left = [plot.x + TEXT_INSET, plot.x + plot.width - TEXT_INSET - width].find(isFree);
  if (left !== undefined) {
    ctx.fillStyle = theme.surface;
    ctx.fillRect(left - TEXT_PADDING, top, width + 2 * TEXT_PADDING, LABEL_HEIGHT);
    ctx.fillStyle = theme.ink2;
    ctx.fillText(text, left, top + LABEL_HEIGHT / 2);
  }
  ctx.restore();
}
