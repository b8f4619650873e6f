/**
 * The traffic track's arrivals: a tick each at the foot, bars where they come closer than 3 px, ▴ for sent ones, a ring
 * around selected ones.
 */
import type { TrafficLook } from '../../sim/index.ts';
import { firstAtLeast, snap, xOf, type Frame } from './frame.ts';
import type { Theme } from './theme.ts';

/** Arrivals closer than this share a bar. */
const APART = 3;
const TICK_WIDTH = 1.5;
const TICK_HEIGHT = 6;
/** The tallest bar's share of the plot. */
const TALLEST = 0.6;
const SENT = 6;
/** A ring's middle above the foot, between tick and ▴, and its radius: it leaves room around both. */
const RING_UP = TICK_HEIGHT + 1;
const RING = 6;
const RING_WIDTH = 1.5;

/** A bar or, with a count of 1, a tick. */
export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly count: number;
}

/**
 * @param from the range's start that `look` was made for
 * @param sent instants of requests that were sent by hand, rising
 * @param marked instants of requests that are selected, rising
 */
export function drawTraffic(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  look: TrafficLook,
  from: number,
  sent: Float64Array | null,
  marked: Float64Array | null = null,
): void {
  const { plot } = frame;
  const foot = plot.y + plot.height;
  const bars = look.at === null ? binBars(frame, look, from) : arrivalBars(frame, look.at);
  const most = bars.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  const room = Math.max(0, plot.height * TALLEST - TICK_HEIGHT);
  ctx.fillStyle = theme.ink;
  for (const { x, width, count } of bars) {
    const height = TICK_HEIGHT + (most > 1 ? (room * (count - 1)) / (most - 1) : 0);
    ctx.fillRect(x, foot - height, width, height);
  }
  if (sent !== null) drawSent(ctx, frame, theme, sent);
  if (marked !== null) drawMarked(ctx, frame, theme, marked);
}

/**
 * Arrivals in their order as ticks; runs of closer ones as bars of 3 px on a lattice that moves with the arrivals, so
 * that a sliding range does not make them shimmer.
 */
export function arrivalBars(frame: Frame, at: Float64Array): readonly Bar[] {
  const { plot, pixelRatio } = frame;
  const bars: Bar[] = [];
  const span = ((frame.to - frame.from) / plot.width) * APART;
  const end = firstAtLeast(at, frame.to);
  for (let i = firstAtLeast(at, frame.from); i < end;) {
    const near = (j: number): boolean => j >= 0 && j < end && Math.abs((at[j] as number) - (at[i] as number)) < span;
    if (!near(i - 1) && !near(i + 1)) {
      bars.push({ x: snap(xOf(frame, at[i] as number) - TICK_WIDTH / 2, pixelRatio), width: TICK_WIDTH, count: 1 });
      i++;
      continue;
    }
    const bin = Math.floor((at[i] as number) / span);
    let next = i + 1;
    while (next < end && (at[next] as number) < (bin + 1) * span) next++;
    const left = snap(xOf(frame, bin * span), pixelRatio);
    bars.push({ x: left, width: snap(xOf(frame, (bin + 1) * span), pixelRatio) - left, count: next - i });
    i = next;
  }
  return bars;
}

function binBars(frame: Frame, { counts, span }: TrafficLook, from: number): readonly Bar[] {
  const { pixelRatio } = frame;
  const bars: Bar[] = [];
  const first = Math.max(0, Math.floor((frame.from - from) / span));
  const end = Math.min(counts.length, Math.ceil((frame.to - from) / span));
  for (let i = first; i < end; i++) {
    const count = counts[i] as number;
    if (count === 0) continue;
    const x = snap(xOf(frame, from + i * span), pixelRatio);
    bars.push({ x, width: Math.max(1, snap(xOf(frame, from + (i + 1) * span), pixelRatio) - x), count });
  }
  return bars;
}

function drawSent(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, sent: Float64Array): void {
  const { plot } = frame;
  const foot = plot.y + plot.height;
  ctx.beginPath();
  for (const x of apart(frame, sent, 1 / frame.pixelRatio)) {
    ctx.moveTo(x - SENT / 2, foot - TICK_HEIGHT);
    ctx.lineTo(x, foot - TICK_HEIGHT - SENT);
    ctx.lineTo(x + SENT / 2, foot - TICK_HEIGHT);
  }
  ctx.fillStyle = theme.ink;
  ctx.fill();
}

function drawMarked(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, marked: Float64Array): void {
  const { plot } = frame;
  const y = plot.y + plot.height - RING_UP;
  ctx.beginPath();
  for (const x of apart(frame, marked, APART)) {
    ctx.moveTo(x + RING, y);
    ctx.arc(x, y, RING, 0, 2 * Math.PI);
  }
  ctx.lineWidth = RING_WIDTH;
  ctx.strokeStyle = theme.ink;
  ctx.stroke();
}

/** Where rising instants lie in the plot, of those closer than so many pixels the first: so no plot has too many. */
function* apart(frame: Frame, at: Float64Array, pixels: number): Generator<number> {
  const span = ((frame.to - frame.from) / frame.plot.width) * pixels;
  const end = firstAtLeast(at, frame.to);
  for (let i = firstAtLeast(at, frame.from); i < end;) {
    const instant = at[i] as number;
    yield xOf(frame, instant);
    i = Math.max(i + 1, firstAtLeast(at, instant + span));
  }
}
