/** What stands around the decisions, whether they are single marks or densities: base line, worst window, signs. */
import { firstWhere, type Duration, type Instant, type Marks } from '../../sim/index.ts';
import { shortNumber } from '../format/ticks.ts';
import { duration } from '../format/time.ts';
import { snap, xOf, type Frame } from './frame.ts';
import { baseLine, markSize, type MarkStack } from './stack.ts';
import type { Theme } from './theme.ts';

/** The most permits in effect within any [from, from + T), and the limit they are held against. */
export interface WorstWindow {
  readonly from: Instant;
  readonly T: Duration;
  readonly permits: number;
  readonly n: number;
}

const BAND_OPACITY = 0.07;
/** The bracket's legs. */
const LEG = 5;
/** A narrower plot has no room for long words. */
const NARROW = 240;
/** Signs: ▾ and ⌃ are this wide. */
const SIGN = 6;
const UNDERLINE = 2;
/** Closer signs than this are one: a bin's width. */
const APART = 2;

/** @param rows of marks, each with a base line */
export function drawBase(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, rows: number): void {
  const { plot } = frame;
  ctx.fillStyle = theme.ink2;
  for (let row = 0; row < rows; row++) ctx.fillRect(plot.x, baseLine(plot, row, rows), plot.width, 1);
}

/** Behind what is drawn: the bracket at the upper edge, and a band below it when the window holds more than n. */
export function drawWorstWindow(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, worst: WorstWindow): void {
  const span = edgesOf(frame, worst);
  if (span === null) return;
  const { plot, pixelRatio } = frame;
  const [left, right] = span;
  ctx.save();
  // The decisions are there already, with lines cut out of them.
  ctx.globalCompositeOperation = 'destination-over';
  ctx.fillStyle = theme.ink2;
  ctx.fillRect(left, plot.y, right - left, 1);
  // A leg is where the window begins or ends, not where the plot does.
  if (worst.from >= frame.from) ctx.fillRect(left, plot.y, 1, LEG);
  if (worst.from + worst.T <= frame.to) ctx.fillRect(snap(right - 1, pixelRatio), plot.y, 1, LEG);
  if (worst.permits > worst.n) {
    ctx.globalAlpha = BAND_OPACITY;
    ctx.fillStyle = theme.ink;
    ctx.fillRect(left, plot.y, right - left, plot.height);
  }
  ctx.restore();
}

/**
 * `20 in 10 s`, under the bracket's right end; `20 in T` in a narrow chart. Above the veil: words stay legible. Where they
 * would stand beside a short bracket they cover decisions, which is worth it only for a window that holds more than n.
 * @param signed whether ▾ stand on the upper edge, which the words then leave to them
 */
export function drawWorstChip(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  worst: WorstWindow,
  signed = false,
): void {
  const span = edgesOf(frame, worst);
  if (span === null) return;
  const { plot } = frame;
  const [left, right] = span;
  ctx.save();
  ctx.font = `12px ${theme.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  const text = `${shortNumber(worst.permits)} in ${plot.width < NARROW ? 'T' : duration(worst.T / 1e6)}`;
  const width = ctx.measureText(text).width;
  if (width + 8 > right - left && worst.permits <= worst.n) {
    ctx.restore();
    return;
  }
  const end = Math.min(plot.x + plot.width, Math.max(right, left + width + 8)) - 4;
  ctx.globalAlpha = 0.85;
  ctx.fillStyle = theme.surface;
  const top = plot.y + (signed ? SIGN : 2);
  ctx.fillRect(end - width - 3, top, width + 6, 15);
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.ink;
  ctx.fillText(text, end, top + 8);
  ctx.restore();
}

/** The edge at which other words do not meet those of the worst window. */
export function freeSide(frame: Frame, worst: WorstWindow | null): 'left' | 'right' {
  const span = worst === null ? null : edgesOf(frame, worst);
  return span === null || span[1] > frame.plot.x + frame.plot.width / 2 ? 'left' : 'right';
}

/** The visible part of the window, between device pixels. */
function edgesOf(frame: Frame, { from, T }: WorstWindow): readonly [left: number, right: number] | null {
  if (from >= frame.to || from + T <= frame.from) return null;
  const { plot, pixelRatio } = frame;
  const left = Math.max(plot.x, snap(xOf(frame, from), pixelRatio));
  const right = Math.min(plot.x + plot.width, snap(xOf(frame, from + T), pixelRatio));
  return right > left ? [left, right] : null;
}

/** ▾ on the upper edge, where two lanes answered the same request differently. */
export function drawDisagreements(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  instants: Float64Array,
): void {
  const { plot } = frame;
  let last = -Infinity;
  ctx.beginPath();
  for (const at of instants) {
    const x = xOf(frame, at);
    if (at < frame.from || at >= frame.to || x - last < APART) continue;
    last = x;
    ctx.moveTo(x - SIGN / 2, plot.y);
    ctx.lineTo(x + SIGN / 2, plot.y);
    ctx.lineTo(x, plot.y + SIGN);
    ctx.closePath();
  }
  ctx.fillStyle = theme.ink;
  ctx.fill();
}

/**
 * The requests that the selected decision counted, underlined; in densities along the base line.
 *
 * @param members positions in the lane's trace, rising
 * @param stack null in densities
 */
export function drawMembers(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  members: Uint32Array,
  marks: Marks | null,
  stack: MarkStack | null,
): void {
  if (marks === null) return;
  const base = baseLine(frame.plot);
  ctx.fillStyle = theme.ink;
  // Both rise, the members a million perhaps: they are walked side by side from the first mark on.
  const first = marks.request[0] ?? 0;
  let next = firstWhere(members.length, (i) => (members[i] as number) >= first);
  for (let i = 0; i < marks.request.length; i++) {
    const request = marks.request[i] as number;
    while (next < members.length && (members[next] as number) < request) next++;
    if (members[next] !== request) continue;
    if (stack === null) {
      ctx.fillRect(xOf(frame, marks.at[i] as number) - 1, base, 2, UNDERLINE);
      continue;
    }
    const size = markSize(stack.pitch);
    const y = stack.y(i) + size / 2 - UNDERLINE / 2;
    ctx.fillRect((stack.x[i] as number) - size / 2, y, size, UNDERLINE);
  }
}

/** ⌃ on the foot, where the selected request, refused, would have been admitted. */
export function drawPromise(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, at: Instant): void {
  if (at < frame.from || at > frame.to) return;
  const { plot } = frame;
  const [x, foot] = [xOf(frame, at), plot.y + plot.height];
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(x - SIGN / 2, foot + 1 + SIGN / 2);
  ctx.lineTo(x, foot + 1);
  ctx.lineTo(x + SIGN / 2, foot + 1 + SIGN / 2);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.5;
  ctx.lineJoin = 'miter';
  ctx.stroke();
  ctx.restore();
}
