/**
 * The traffic track's arrivals: a tick each at the foot, outlined bars where they are closer than 3 px, ▴ for sent requests,
 * a ring around selected ones.
 */
import { firstAtOrAfter, type TrafficChartData } from '../../sim/index.ts';
import { niceStep } from '../format/niceSteps.ts';
import { forEachBin } from './drawDensities.ts';
import { snap, xOf, type Viewport } from './viewport.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

/** Arrivals closer than this share a bar, which is at least as wide. */
const MIN_TICK_GAP = 3;
const TICK_WIDTH = 1.5;
const TICK_HEIGHT = 6;
/** The tallest bar's share of the plot. */
const MAX_BAR_SHARE = 0.6;
/** Lets the blocks of the phases be seen behind the bars. */
const BAR_OPACITY = 0.2;
const OUTLINE_WIDTH = 1;
const SENT_SIZE = 6;
/** The height of a ring's centre above the foot, between tick and ▴, and its radius: it overlaps neither. */
const RING_HEIGHT = TICK_HEIGHT + 1;
const RING_RADIUS = 6;
const RING_WIDTH = 1.5;

export interface ArrivalBar {
  /** Of one request, with room around it. */
  readonly isTick: boolean;
  readonly x: number;
  readonly width: number;
  readonly count: number;
}

/**
 * @param sent instants of manually sent requests, ascending
 * @param selected instants of selected requests, ascending
 */
export function drawTraffic(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  chartData: TrafficChartData,
  sent: Float64Array | null,
  selected: Float64Array | null = null,
): void {
  const { plot } = viewport;
  const foot = plot.y + plot.height;
  const bars = chartData.at === null ? binBars(viewport, chartData) : arrivalBars(viewport, chartData.at);
  const most = bars.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  const room = plot.height * MAX_BAR_SHARE;
  // Bars of a few requests stay low: high ones would hide the blocks of the phases they belong to.
  const perRequest = Math.min(TICK_HEIGHT, (room - TICK_HEIGHT) / Math.max(1, most - 1));
  drawBars(ctx, theme, foot, bars, (count) => TICK_HEIGHT + (count - 1) * Math.max(0, perRequest));
  if (sent !== null) drawSent(ctx, viewport, theme, sent);
  if (selected !== null) drawSelected(ctx, viewport, theme, selected);
}

/** Ticks are solid; neighbouring bars share an outline, under which they are shaded. */
function drawBars(
  ctx: DrawingContext,
  theme: ChartTheme,
  foot: number,
  bars: readonly ArrivalBar[],
  heightOf: (count: number) => number,
): void {
  ctx.fillStyle = theme.ink;
  ctx.beginPath();
  let end: number | null = null;
  // A line's middle: on whole pixels it would be two grey ones.
  const middle = OUTLINE_WIDTH / 2;
  const closeOutline = (): void => {
    if (end !== null) ctx.lineTo(end + middle, foot);
  };
  for (const { x, width, count, isTick } of bars) {
    const height = heightOf(count);
    ctx.globalAlpha = isTick ? 1 : BAR_OPACITY;
    ctx.fillRect(x, foot - height, width, height);
    if (isTick) continue;
    if (x !== end) {
      closeOutline();
      ctx.moveTo(x + middle, foot);
    }
    end = x + width;
    ctx.lineTo(x + middle, foot - height + middle);
    ctx.lineTo(end + middle, foot - height + middle);
  }
  closeOutline();
  ctx.globalAlpha = 1;
  ctx.lineWidth = OUTLINE_WIDTH;
  ctx.strokeStyle = theme.ink;
  ctx.stroke();
}

/**
 * Groups arrivals into ticks, and runs of closer ones into bars on a lattice that moves with the arrivals, so that they do
 * not flicker while the range slides. Bars are of a round duration: of bars of 3 px, one of steady traffic would hold two
 * arrivals and the next three, and it would look like bursts.
 */
export function arrivalBars(viewport: Viewport, at: Float64Array): readonly ArrivalBar[] {
  const { plot, pixelRatio } = viewport;
  const bars: ArrivalBar[] = [];
  const gap = ((viewport.to - viewport.from) / plot.width) * MIN_TICK_GAP;
  const span = niceStep(gap);
  const end = firstAtOrAfter(at, viewport.to);
  for (let i = firstAtOrAfter(at, viewport.from); i < end;) {
    const isNear = (j: number): boolean => j >= 0 && j < end && Math.abs((at[j] as number) - (at[i] as number)) < gap;
    if (!isNear(i - 1) && !isNear(i + 1)) {
      const x = snap(xOf(viewport, at[i] as number) - TICK_WIDTH / 2, pixelRatio);
      bars.push({ isTick: true, x, width: TICK_WIDTH, count: 1 });
      i++;
      continue;
    }
    const bin = Math.floor((at[i] as number) / span);
    let next = i + 1;
    while (next < end && (at[next] as number) < (bin + 1) * span) next++;
    const left = snap(xOf(viewport, bin * span), pixelRatio);
    const right = snap(xOf(viewport, (bin + 1) * span), pixelRatio);
    bars.push({ isTick: false, x: left, width: right - left, count: next - i });
    i = next;
  }
  return bars;
}

function binBars(viewport: Viewport, { counts, ...bins }: TrafficChartData): readonly ArrivalBar[] {
  const bars: ArrivalBar[] = [];
  forEachBin(viewport, bins, counts.length, (bin, x, width) => {
    const count = counts[bin] as number;
    if (count > 0) bars.push({ isTick: false, x, width: Math.max(1, width), count });
  });
  return bars;
}

function drawSent(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, sent: Float64Array): void {
  const { plot } = viewport;
  const foot = plot.y + plot.height;
  ctx.beginPath();
  for (const x of spacedXs(viewport, sent, 1 / viewport.pixelRatio)) {
    ctx.moveTo(x - SENT_SIZE / 2, foot - TICK_HEIGHT);
    ctx.lineTo(x, foot - TICK_HEIGHT - SENT_SIZE);
    ctx.lineTo(x + SENT_SIZE / 2, foot - TICK_HEIGHT);
  }
  ctx.fillStyle = theme.ink;
  ctx.fill();
}

function drawSelected(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, marked: Float64Array): void {
  const { plot } = viewport;
  const y = plot.y + plot.height - RING_HEIGHT;
  ctx.beginPath();
  for (const x of spacedXs(viewport, marked, MIN_TICK_GAP)) {
    ctx.moveTo(x + RING_RADIUS, y);
    ctx.arc(x, y, RING_RADIUS, 0, 2 * Math.PI);
  }
  ctx.lineWidth = RING_WIDTH;
  ctx.strokeStyle = theme.ink;
  ctx.stroke();
}

/** The x of ascending instants in the plot; of several closer than the given distance only the first, which limits their number. */
function* spacedXs(viewport: Viewport, at: Float64Array, pixels: number): Generator<number> {
  const span = ((viewport.to - viewport.from) / viewport.plot.width) * pixels;
  const end = firstAtOrAfter(at, viewport.to);
  for (let i = firstAtOrAfter(at, viewport.from); i < end;) {
    const instant = at[i] as number;
    yield xOf(viewport, instant);
    i = Math.max(i + 1, firstAtOrAfter(at, instant + span));
  }
}
