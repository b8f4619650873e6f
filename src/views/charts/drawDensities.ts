/**
 * Requests as counts per bin, when single marks would not fit: admitted solid above the base line, delayed hollow on
 * top of it, denied below and hatched, so that no outcome is distinguished by colour alone. Retries are the far end of
 * each bar, drawn at half its width, as a single retry is half a mark.
 */
import type { Densities, Duration, Instant, LaneChartData, RetryDensities } from '../../sim/index.ts';
import { formatNumber } from '../format/numbers.ts';
import { countAxisTop, formatShortNumber } from '../format/ticks.ts';
import { formatDuration, formatSeconds } from '../format/time.ts';
import { snap, xOf, type Viewport, type Plot } from './viewport.ts';
import { hatchPath } from './hatch.ts';
import { baseLine } from './markStack.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';
import type { Place } from './drawPeakLabel.ts';

/** Any count but zero is at least this high, so that one denial among a million admissions is visible. */
const MIN_BAR_HEIGHT = 2;
/** Outline of hollow bars. */
const OUTLINE_WIDTH = 1;
/** Lower bars are not hatched: hardly any of them would remain. */
const MIN_CUT_HEIGHT = 5;
const CUT_WIDTH = 1.25;
const CUT_PITCH = 6;
/** The length of the scale's tick. */
const TICK_LENGTH = 6;
/** A line of 12 px text. */
const TEXT_HEIGHT = 14;
/** A narrower plot has room above it for the readout alone. */
export const NARROW_PLOT = 240;
/** A stacked plot has at least this much beside it, with names and readouts, whose padding this is. */
const SIDE_WIDTH = 80;
const SIDE_PADDING = 12;

/**
 * The count that fills half a plot: the same for all that are compared.
 * @param until bins that begin later are hidden
 */
export function maxDensityOf(lanes: readonly Pick<LaneChartData, 'densities'>[], until: Instant = Infinity): number {
  let most = 1;
  for (const { densities } of lanes) {
    const { from, span, admitted, delayed, denied } = densities;
    for (let i = 0; i < admitted.length && from + i * span <= until; i++) {
      most = Math.max(most, (admitted[i] as number) + (delayed[i] as number), denied[i] as number);
    }
  }
  return countAxisTop(0, most);
}

/** Maps a share of the count at the plot's edge to a share of half the plot. */
type HeightScale = (share: number) => number;
const LINEAR: HeightScale = (share) => share;

/** The height of a count, in pixels. */
function barHeight(count: number, top: number, half: number, heightScale = LINEAR): number {
  return count === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, heightScale(count / top) * half);
}

/**
 * Must be drawn before what is behind it, because hatching is cut out of what is already drawn.
 *
 * @param top from `maxDensityOf`
 * @param heightScale a plot of few pixels may exaggerate low counts
 */
export function drawDensities(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  densities: Densities,
  maxCount: number,
  heightScale = LINEAR,
): void {
  const { plot } = viewport;
  const { admitted, delayed, denied } = densities;
  const half = plot.height / 2;
  const heightOf = (count: number | undefined): number => barHeight(count ?? 0, maxCount, half, heightScale);
  const base = baseLine(plot);
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.x, plot.y, plot.width, plot.height);
  ctx.clip();

  ctx.fillStyle = theme.admitted;
  forEachBin(viewport, densities, densities.admitted.length, (i, left, width) => {
    const height = heightOf(admitted[i]);
    if (height > 0) ctx.fillRect(left, base - height, width, height);
  });
  drawHollow(ctx, viewport, theme, densities, (i) => {
    const under = heightOf(admitted[i]);
    return [base - under, base - under - heightOf(delayed[i])];
  });

  // Hatching is cut into the higher bars, and the low ones are drawn afterwards.
  ctx.fillStyle = theme.denied;
  let deepest = 0;
  for (const cut of [true, false]) {
    forEachBin(viewport, densities, densities.admitted.length, (i, left, width) => {
      const height = heightOf(denied[i]);
      if (height === 0 || height >= MIN_CUT_HEIGHT !== cut) return;
      deepest = Math.max(deepest, height);
      ctx.fillRect(left, base, width, height);
    });
    if (cut && deepest > 0) cutHatching(ctx, plot, base, deepest);
  }
  ctx.restore();
}

/** Called after `drawDensities` with the same scale: clears the right half of the retries, at the far end of each bar. */
export function narrowRetries(
  ctx: DrawingContext,
  viewport: Viewport,
  densities: Densities,
  retries: RetryDensities,
  top: number,
): void {
  const { plot, pixelRatio } = viewport;
  const base = baseLine(plot);
  const heightOf = (count: number): number => barHeight(count, top, plot.height / 2);
  ctx.save();
  ctx.globalCompositeOperation = 'destination-out';
  forEachBin(viewport, densities, densities.admitted.length, (i, left, width) => {
    const kept = Math.max(1 / pixelRatio, snap(width / 2, pixelRatio));
    const cut = (outcome: keyof RetryDensities, foot: number, up: 1 | -1): void => {
      const all = densities[outcome][i] as number;
      const first = heightOf(all - (retries[outcome][i] as number));
      const length = heightOf(all) - first;
      if (length <= 0) return;
      const from = base - up * (foot + first);
      ctx.fillRect(left + kept, up > 0 ? from - length : from, width - kept, length);
    };
    cut('admitted', 0, 1);
    cut('delayed', heightOf(densities.admitted[i] as number), 1);
    cut('denied', 0, -1);
  });
  ctx.restore();
}

/** Cuts the hatching out of what was drawn below the base line, down to the surface under the canvas. */
function cutHatching(ctx: DrawingContext, plot: Plot, base: number, depth: number): void {
  ctx.save();
  ctx.globalCompositeOperation = 'destination-out';
  ctx.beginPath();
  hatchPath(ctx, plot.x, base, plot.width, depth, CUT_PITCH);
  ctx.lineWidth = CUT_WIDTH;
  ctx.stroke();
  ctx.restore();
}

/**
 * Fills the inside of bars with the surface's colour, over the bars they are stacked on. There is an outline only where
 * a neighbour is lower: bins are too narrow for an outline each.
 */
function drawHollow(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  densities: Densities,
  ends: (i: number) => readonly [foot: number, head: number],
): void {
  const { delayed } = densities;
  ctx.fillStyle = theme.delayed;
  forEachBin(viewport, densities, densities.admitted.length, (i, left, width) => {
    if (delayed[i] === 0) return;
    const [foot, head] = ends(i);
    ctx.fillRect(left, head, width, foot - head);
  });

  const carve = (left: number, right: number, foot: number, head: number): void => {
    if (right > left && foot - head > 2 * OUTLINE_WIDTH)
      ctx.fillRect(left, head + OUTLINE_WIDTH, right - left, foot - head - 2 * OUTLINE_WIDTH);
  };
  ctx.fillStyle = theme.surface;
  forEachBin(viewport, densities, densities.admitted.length, (i, left, width) => {
    if (delayed[i] === 0) return;
    const [foot, head] = ends(i);
    carve(left + OUTLINE_WIDTH, left + width - OUTLINE_WIDTH, foot, head);
    for (const [neighbour, edge] of [
      [i - 1, left],
      [i + 1, left + width - OUTLINE_WIDTH],
    ] as const) {
      if ((delayed[neighbour] ?? 0) === 0) continue;
      const [otherFoot, otherHead] = ends(neighbour);
      carve(edge, edge + OUTLINE_WIDTH, Math.min(foot, otherFoot), Math.max(head, otherHead));
    }
  });
}

/** The y of the highest bar between two x; Infinity if there is none. */
export function densityTopBetween(
  viewport: Viewport,
  densities: Densities,
  top: number,
  leftmost: number,
  rightmost: number,
): number {
  const { plot } = viewport;
  let count = 0;
  forEachBin(viewport, densities, densities.admitted.length, (i, left, width) => {
    if (left + width < leftmost || left > rightmost) return;
    count = Math.max(count, (densities.admitted[i] as number) + (densities.delayed[i] as number));
  });
  return count === 0 ? Infinity : baseLine(plot) - barHeight(count, top, plot.height / 2);
}

/**
 * Calls `visit` with each visible bin's edges in the plot, aligned to device pixels, so that neighbours neither overlap nor
 * gape. The first and the last may reach beyond the range.
 */
export function forEachBin(
  viewport: Viewport,
  { from, span }: Pick<Densities, 'from' | 'span'>,
  bins: number,
  visit: (i: number, left: number, width: number) => void,
): void {
  const { plot, pixelRatio } = viewport;
  const minWidth = 1 / pixelRatio;
  const edge = (bin: number): number =>
    snap(Math.max(plot.x, Math.min(plot.x + plot.width, xOf(viewport, from + bin * span))), pixelRatio);
  const first = Math.max(0, Math.floor((viewport.from - from) / span));
  const end = Math.min(bins, Math.ceil((viewport.to - from) / span));
  let left = edge(first);
  for (let i = first; i < end; i++) {
    const right = edge(i + 1);
    visit(i, left, Math.max(minWidth, right - left));
    left = right;
  }
}

/** The scale as text, a round count per round time: `40 per 0.1 s`, and that count in requests per bin. */
export function densityTick(top: number, span: Duration): { readonly count: number; readonly label: string } {
  let per = nearestRoundDuration(span);
  // If the plot's top is less than one request in that time, a longer time is used.
  if (top * per < span) per = ROUND_DURATIONS.find((length) => length >= span) ?? per;
  const most = (top * per) / span;
  const power = powerOfTenBelow(most);
  const count = Math.max(1, ([5, 4, 2].find((digit) => digit * power <= most) ?? 1) * power);
  return { count: (count * span) / per, label: `${formatShortNumber(count)} per ${binDurationText(per)}` };
}

const ROUND_DURATIONS = [
  ...[1, 10, 100, 1e3, 1e4, 1e5, 1e6].flatMap((power) => [power, 2 * power, 5 * power]),
  ...[10, 20, 30].map((seconds) => seconds * 1e6),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * 60e6),
  ...[1, 2, 3, 6, 12].map((hours) => hours * 3600e6),
  ...[1, 2, 5, 10].map((days) => days * 86_400e6),
];

/** The round duration nearest to a bin's own, by ratio. */
function nearestRoundDuration(span: Duration): Duration {
  const off = (length: Duration): number => Math.max(length / span, span / length);
  return ROUND_DURATIONS.reduce((best, length) => (off(length) < off(best) ? length : best));
}

/** A round time near a bin's length, in microseconds and in words. */
export function roundBinDuration(span: Duration): { readonly length: Duration; readonly text: string } {
  const length = nearestRoundDuration(span);
  return { length, text: binDurationText(length) };
}

/** The greatest power of ten that is at most `value`. */
function powerOfTenBelow(value: number): number {
  let power = 1;
  while (power * 10 <= value) power *= 10;
  while (power > value) power /= 10;
  return power;
}

/** `0.1 s`, `20 ms`, `2 min`. */
function binDurationText(length: Duration): string {
  const seconds = length / 1e6;
  if (seconds < 1e-3) return `${formatNumber(length)} µs`;
  return seconds >= 0.1 && seconds < 60 ? formatSeconds(seconds) : formatDuration(seconds);
}

/** Whether the density scale has its text above the plot. */
export function hasScaleAbove({ plot }: Viewport): boolean {
  return plot.y >= TEXT_HEIGHT && plot.width >= NARROW_PLOT;
}

function hasScaleBeside({ plot, width }: Viewport): boolean {
  return width - plot.x - plot.width >= SIDE_WIDTH;
}

/** Whether the density scale has its text within the plot. */
export function hasScaleInside(viewport: Viewport): boolean {
  return !hasScaleAbove(viewport) && !hasScaleBeside(viewport);
}

/**
 * The scale: a bar from the base line to a round count at the plot's edge, with its text beside a stacked plot, else
 * above the plot. Where there is no room above, the text is inside the plot, on the side where the peak window's text leaves
 * more room; too little of it, and there is no scale, for half a text would say another one.
 */
export function drawDensityScale(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  span: Duration,
  top: number,
  peakLabel: Place | null,
): void {
  const { plot, pixelRatio } = viewport;
  const { count, label } = densityTick(top, span);
  const base = baseLine(plot);
  const y = snap(base - barHeight(count, top, plot.height / 2), pixelRatio);
  const above = hasScaleAbove(viewport);
  const beside = hasScaleBeside(viewport);
  const right = plot.x + plot.width;
  const [roomAtLeft, roomAtRight] =
    peakLabel === null ? [plot.width, 0] : [peakLabel.left - plot.x, right - peakLabel.right];
  const left = !beside && (above || roomAtLeft >= roomAtRight);
  const edge = left ? plot.x : right;
  ctx.save();
  ctx.font = `12px ${theme.font}`;
  const inside = !beside && !above;
  const width = inside ? ctx.measureText(label).width + 6 : 0;
  if (inside && TICK_LENGTH + width > Math.max(roomAtLeft, roomAtRight)) {
    ctx.restore();
    return;
  }
  ctx.fillStyle = theme.ink2;
  ctx.fillRect(edge - (left ? 0 : 1), y, 1, base - y);
  ctx.fillRect(edge - (left ? 0 : TICK_LENGTH), y, TICK_LENGTH, 1);

  ctx.textBaseline = 'middle';
  ctx.textAlign = left ? 'left' : 'right';
  if (beside) {
    ctx.textAlign = 'left';
    ctx.fillText(label, edge + SIDE_PADDING, plot.y + plot.height - TEXT_HEIGHT / 2 + 2);
  } else if (above) ctx.fillText(label, edge, plot.y - TEXT_HEIGHT / 2);
  else {
    const from = left ? edge + TICK_LENGTH : edge - TICK_LENGTH - width;
    const middle = Math.max(y, plot.y + TEXT_HEIGHT / 2);
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = theme.surface;
    ctx.fillRect(from, middle - TEXT_HEIGHT / 2, width, TEXT_HEIGHT);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.ink2;
    ctx.fillText(label, left ? from + 3 : from + width - 3, middle + 0.5);
  }
  ctx.restore();
}
