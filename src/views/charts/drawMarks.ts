/**
 * The decision timeline with single marks: admitted dots and delayed rings above the base line, denied crosses below.
 * Shape and side distinguish them without colour. Half marks are retries: the half of a dot or a ring before its
 * instant, one stroke of a cross.
 */
import { isDenied, type Marks } from '../../sim/index.ts';
import type { Viewport } from './viewport.ts';
import { markSize, type MarkStack } from './markStack.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

const CROSS_WIDTH = 1.8;
const RING_WIDTH = 2;
/** As a share of a mark's size: at a low pitch a 2 px ring would have no hole, and a cross would look like a dot. */
const MAX_STROKE_SHARE = 0.32;
const TAIL_WIDTH = 1.5;
/** The tick at the end of a delayed request's tail, where it took effect. */
const TICK_LENGTH = 4;
const FULL_TURN = 2 * Math.PI;

export function drawMarks(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  marks: Marks,
  stack: MarkStack,
): void {
  const { plot } = viewport;
  const size = markSize(stack.pitch);
  const radius = size / 2;
  ctx.save();
  // Marks at the edges are drawn whole; tails end at the edge.
  ctx.beginPath();
  ctx.rect(plot.x - radius, plot.y, plot.width + 2 * radius, plot.height);
  ctx.clip();
  ctx.lineCap = 'butt';

  drawTails(ctx, viewport, theme, marks, stack);
  traceMarks(ctx, marks, stack, 0, (i) => {
    traceDisc(ctx, stack.x[i] as number, stack.y(i), radius, isRetry(marks, i));
  });
  ctx.fillStyle = theme.admitted;
  ctx.fill();

  const ring = Math.min(RING_WIDTH, size * MAX_STROKE_SHARE);
  traceMarks(ctx, marks, stack, 1, (i) => {
    traceDisc(ctx, stack.x[i] as number, stack.y(i), radius - ring / 2, isRetry(marks, i));
  });
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.strokeStyle = theme.delayed;
  ctx.lineWidth = ring;
  ctx.stroke();

  const cross = Math.min(CROSS_WIDTH, size * MAX_STROKE_SHARE);
  const arm = radius - cross / 4;
  traceMarks(ctx, marks, stack, 2, (i) => {
    const [x, y] = [stack.x[i] as number, stack.y(i)];
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
    if (isRetry(marks, i)) return;
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
  });
  ctx.strokeStyle = theme.denied;
  ctx.lineWidth = cross;
  ctx.stroke();
  ctx.restore();
}

/** The gap between the marks of an entry and the outline around them all, and its width. */
const OUTLINE_GAP = 1.5;
const OUTLINE_WIDTH = 1.5;

/** Outlines the requests of one entry of the traffic as a group, behind the marks, which are already drawn. */
export function outlineEntry(
  ctx: DrawingContext,
  { plot }: Viewport,
  theme: ChartTheme,
  marks: Marks,
  stack: MarkStack,
  entry: number,
): void {
  const radius = markSize(stack.pitch) / 2 + OUTLINE_GAP;
  const fillDiscs = (by: number, colour: string): void => {
    ctx.beginPath();
    for (let i = 0; i < stack.count; i++) {
      if (marks.entry[i] === entry) traceDisc(ctx, stack.x[i] as number, stack.y(i), by, false);
    }
    ctx.fillStyle = colour;
    ctx.fill();
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.x - radius, plot.y, plot.width + 2 * radius, plot.height);
  ctx.clip();
  ctx.globalCompositeOperation = 'destination-over';
  fillDiscs(radius, theme.surface);
  fillDiscs(radius + OUTLINE_WIDTH, theme.ink);
  ctx.restore();
}

/** A circle, or its left half without the diameter. */
function traceDisc(ctx: DrawingContext, x: number, y: number, radius: number, half: boolean): void {
  if (half) {
    ctx.moveTo(x, y + radius);
    ctx.arc(x, y, radius, FULL_TURN / 4, (3 * FULL_TURN) / 4);
  } else {
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, FULL_TURN);
  }
}

function isRetry({ retry }: Marks, i: number): boolean {
  return retry?.[i] === 1;
}

/** Tails from each ring to where its request took effect. */
function drawTails(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, marks: Marks, stack: MarkStack): void {
  const { plot } = viewport;
  const edge = plot.x + plot.width;
  traceMarks(ctx, marks, stack, 1, (i) => {
    const y = stack.y(i);
    const end = stack.end[i] as number;
    ctx.moveTo(stack.x[i] as number, y);
    ctx.lineTo(Math.min(end, edge), y);
    if (end > edge) return;
    ctx.moveTo(end, y - TICK_LENGTH / 2);
    ctx.lineTo(end, y + TICK_LENGTH / 2);
  });
  ctx.strokeStyle = theme.delayed;
  ctx.lineWidth = TAIL_WIDTH;
  ctx.stroke();
}

/** Begins a path and calls for each mark of that outcome: 0 admitted, 1 delayed, 2 denied. */
function traceMarks(
  ctx: DrawingContext,
  marks: Marks,
  stack: MarkStack,
  outcome: 0 | 1 | 2,
  traceMark: (i: number) => void,
): void {
  ctx.beginPath();
  for (let i = 0; i < stack.count; i++) {
    const verdict = marks.verdict[i] as number;
    if ((isDenied(verdict) ? 2 : verdict) !== outcome) continue;
    traceMark(i);
  }
}
