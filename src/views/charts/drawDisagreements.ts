/**
 * Where two lanes decided the same request differently, on the upper edge of the decisions: a sign ▾ each while they can
 * be told apart, else bars that hang from the edge, with their scale as text.
 */
import type { DisagreementChartData } from '../../sim/index.ts';
import { countAxisTop, formatShortNumber } from '../format/ticks.ts';
import { drawScaleText, forEachBin, NARROW_PLOT, roundBinDuration, SCALE_TEXT_HEIGHT } from './drawDensities.ts';
import type { ChartTheme } from './chartTheme.ts';
import { xOf, type Viewport } from './viewport.ts';

/** Width and height of a sign. */
export const SIGN_SIZE = 6;
/** Signs closer than this are merged: a bin's width. */
const MIN_SIGN_GAP = 2;
/** With more signs than this that overlap their neighbours, the edge is a black band. */
const MAX_OVERLAPS = 8;
const STRIP_HEIGHT = 9;
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
  const full = countAxisTop(0, (most * length) / span);
  return { top: (full * span) / length, label: `${formatShortNumber(full)} per ${text}` };
}

/** The height that they take at the upper edge, which other text avoids. */
export function disagreementsHeight(shown: Shown | null, viewport: Viewport): number {
  if (shown === null || shown.at.length === 0) return 0;
  return areSigns(shown, perMicroOf(viewport)) ? SIGN_SIZE : STRIP_HEIGHT;
}

/**
 * @param side the edge at which no other text stands
 * @param reserved pixels that a scale's text takes there already
 */
export function drawDisagreements(
  ctx: CanvasRenderingContext2D,
  viewport: Viewport,
  theme: ChartTheme,
  shown: Shown,
  side: 'left' | 'right' = 'left',
  reserved = 0,
): void {
  if (areSigns(shown, perMicroOf(viewport))) drawSigns(ctx, viewport, theme, shown.at);
  else drawBars(ctx, viewport, theme, shown, side, reserved);
}

function perMicroOf({ plot, from, to }: Viewport): number {
  return plot.width / (to - from);
}

function drawSigns(ctx: CanvasRenderingContext2D, viewport: Viewport, theme: ChartTheme, instants: Float64Array): void {
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
  ctx: CanvasRenderingContext2D,
  viewport: Viewport,
  theme: ChartTheme,
  shown: Shown,
  side: 'left' | 'right',
  reserved: number,
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
  // A narrower plot has no room for it: the line that counts them says it as well.
  if (plot.width < NARROW_PLOT) return;
  const edge = side === 'left' ? plot.x + reserved : plot.x + plot.width - reserved;
  const middle = plot.y + STRIP_HEIGHT + SCALE_TEXT_HEIGHT / 2;
  drawScaleText(ctx, theme, `differ: full bar ${label}`, { edge, side, middle });
}
