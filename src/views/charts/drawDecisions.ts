/** Everything around the decisions, whether they are single marks or densities: base line, peak window, signs. */
import { firstWhere, type Duration, type Instant, type Marks } from '../../sim/index.ts';
import { peakStanding, type PeakFigures } from '../text/peakText.ts';
import { snap, xOf, type Viewport } from './viewport.ts';
import { baseLine, markSize, type MarkStack } from './markStack.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

/** The most permits in effect within any [from, from + T), and the limit it is compared with. */
export interface PeakWindowWithLimit extends PeakFigures {
  readonly from: Instant;
  readonly T: Duration;
}

const BAND_OPACITY = 0.07;
/** Length of the bracket's legs. */
const BRACKET_LEG = 5;
/** Width of the signs ▾ and ⌃. */
export const SIGN_SIZE = 6;
const UNDERLINE = 2;

/** @param rows of marks, each with a base line */
export function drawBaseLines(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, rows: number): void {
  const { plot } = viewport;
  ctx.fillStyle = theme.ink2;
  for (let row = 0; row < rows; row++) ctx.fillRect(plot.x, baseLine(plot, row, rows), plot.width, 1);
}

/** Behind the decisions: the bracket at the upper edge, and a band below it when the window holds more than n. */
export function drawPeakWindow(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  worst: PeakWindowWithLimit,
): void {
  const span = visibleEdges(viewport, worst);
  if (span === null) return;
  const { plot, pixelRatio } = viewport;
  const [left, right] = span;
  ctx.save();
  // Drawn behind the decisions, which are already there with hatching cut out of them.
  ctx.globalCompositeOperation = 'destination-over';
  ctx.fillStyle = theme.ink2;
  // A defect has a heavier bracket than what is by design.
  ctx.fillRect(left, plot.y, right - left, peakStanding(worst) === 'defect' ? 2 : 1);
  // A leg marks where the window begins or ends, not where the plot does.
  if (worst.from >= viewport.from) ctx.fillRect(left, plot.y, 1, BRACKET_LEG);
  if (worst.from + worst.T <= viewport.to) ctx.fillRect(snap(right - 1, pixelRatio), plot.y, 1, BRACKET_LEG);
  if (worst.permits > worst.n) {
    ctx.globalAlpha = BAND_OPACITY;
    ctx.fillStyle = theme.ink;
    ctx.fillRect(left, plot.y, right - left, plot.height);
  }
  ctx.restore();
}

/** The visible part of the window, aligned to device pixels. */
export function visibleEdges(
  viewport: Viewport,
  { from, T }: PeakWindowWithLimit,
): readonly [left: number, right: number] | null {
  if (from >= viewport.to || from + T <= viewport.from) return null;
  const { plot, pixelRatio } = viewport;
  const left = Math.max(plot.x, snap(xOf(viewport, from), pixelRatio));
  const right = Math.min(plot.x + plot.width, snap(xOf(viewport, from + T), pixelRatio));
  return right > left ? [left, right] : null;
}

/**
 * Underlines the requests that the selected decision counted; in densities, along the base line.
 *
 * @param members positions in the lane's trace, ascending
 * @param stack null in densities
 */
export function drawCountedRequests(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  members: Uint32Array,
  marks: Marks | null,
  stack: MarkStack | null,
): void {
  if (marks === null) return;
  const base = baseLine(viewport.plot);
  ctx.fillStyle = theme.ink;
  // Both are ascending, and there may be a million members: they are walked in parallel, starting at the first mark.
  const first = marks.request[0] ?? 0;
  let next = firstWhere(members.length, (i) => (members[i] as number) >= first);
  for (let i = 0; i < marks.request.length; i++) {
    const request = marks.request[i] as number;
    while (next < members.length && (members[next] as number) < request) next++;
    if (members[next] !== request) continue;
    if (stack === null) {
      ctx.fillRect(xOf(viewport, marks.at[i] as number) - 1, base, 2, UNDERLINE);
      continue;
    }
    const size = markSize(stack.pitch);
    const y = stack.y(i) + size / 2 - UNDERLINE / 2;
    ctx.fillRect((stack.x[i] as number) - size / 2, y, size, UNDERLINE);
  }
}

/** ⌃ at the foot, where the selected request, which was denied, would have been admitted. */
export function drawRetryMark(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, at: Instant): void {
  if (at < viewport.from || at > viewport.to) return;
  const { plot } = viewport;
  const [x, foot] = [xOf(viewport, at), plot.y + plot.height];
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(x - SIGN_SIZE / 2, foot + 1 + SIGN_SIZE / 2);
  ctx.lineTo(x, foot + 1);
  ctx.lineTo(x + SIGN_SIZE / 2, foot + 1 + SIGN_SIZE / 2);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.5;
  ctx.lineJoin = 'miter';
  ctx.stroke();
  ctx.restore();
}
