/** Level and window count: the curve, what surrounds it, and the vertical grid that all lane charts share. */
import type { Curve, Duration, Instant } from '../../sim/index.ts';
import { eachColumn, isDense } from './columns.ts';
import { firstAtLeast, snap, xOf, type Frame, type Plot } from './frame.ts';
import { hatchPath, hatchRect } from './hatch.ts';
import { isBounded, yOf, type LevelGauge, type Scale } from './scale.ts';
import { gridOpacity, type Theme } from './theme.ts';

const CURVE_WIDTH = 1.5;
const FILL_OPACITY = 0.07;
const BAND_OPACITY = 0.035;
/** The wall: this high, beyond the bound that refuses. */
const WALL = 6;
const DASH = [4, 3];
/** Dashes cannot be told where a column holds more than a line: paler instead. */
const DENSE_SECOND_OPACITY = 0.4;

/** The curve of a level: 7 % ink down (or up) to zero, and the line. */
export function drawLevel(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, curve: Curve, scale: Scale): void {
  if (!drawable(frame, curve)) return;
  const zero = yOf(frame.plot, scale, 0);
  const [first, end] = shown(curve, frame);
  ctx.save();
  clipToPlot(ctx, frame.plot);
  ctx.globalAlpha = FILL_OPACITY;
  ctx.fillStyle = theme.ink;
  if (isDense(frame, end - first)) {
    eachColumn(frame, curve, scale, first, end, (left, width, top, bottom) => {
      const [from, to] = [Math.min(top, zero), Math.max(bottom, zero)];
      ctx.fillRect(left, from, width, to - from);
    });
  } else {
    trace(ctx, frame, curve, scale, first, end);
    ctx.lineTo(xOf(frame, curve.at[end - 1] as number), zero);
    ctx.lineTo(xOf(frame, curve.at[first] as number), zero);
    ctx.closePath();
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  strokeCurve(ctx, frame, theme, curve, scale, first, end);
  ctx.restore();
}

/** A second quantity: a thin dashed line behind the level's, on its own scale. */
export function drawSecond(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  curve: Curve,
  scale: Scale,
): void {
  if (!drawable(frame, curve)) return;
  const [first, end] = shown(curve, frame);
  ctx.save();
  clipToPlot(ctx, frame.plot);
  // The level is drawn already, and stays in front.
  ctx.globalCompositeOperation = 'destination-over';
  if (isDense(frame, end - first)) {
    ctx.globalAlpha = DENSE_SECOND_OPACITY;
    ctx.fillStyle = theme.ink2;
    eachColumn(frame, curve, scale, first, end, (left, width, top, bottom) => {
      ctx.fillRect(left, top - 0.5, width, bottom - top + 1);
    });
  } else {
    trace(ctx, frame, curve, scale, first, end);
    ctx.setLineDash(DASH);
    ctx.strokeStyle = theme.ink2;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  ctx.restore();
}

/** The window count: what lies above n is hatched. */
export function drawCount(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  curve: Curve,
  scale: Scale,
  n: number,
): void {
  if (!drawable(frame, curve)) return;
  ctx.save();
  clipToPlot(ctx, frame.plot);
  const [first, end] = shown(curve, frame);
  if (greatest(curve, first, end) > n) hatchAbove(ctx, frame, theme, curve, scale, n, first, end);
  strokeCurve(ctx, frame, theme, curve, scale, first, end);
  ctx.restore();
}

/** Between the curve and n, where the curve is higher. The first thing drawn: it may clear what is around. */
function hatchAbove(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  curve: Curve,
  scale: Scale,
  n: number,
  first: number,
  end: number,
): void {
  const { plot } = frame;
  const limit = yOf(plot, scale, n);
  if (isDense(frame, end - first)) {
    // Clipping to such a curve would take longer than all else: hatched whole, and cleared where the curve is lower.
    hatchRect(ctx, plot.x, plot.y, plot.width, limit - plot.y, theme.ink2);
    eachColumn(frame, curve, scale, first, end, (left, width, top) => {
      ctx.clearRect(left, plot.y, width, Math.min(top, limit) - plot.y);
    });
    return;
  }
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.x, plot.y, plot.width, Math.max(0, limit - plot.y));
  ctx.clip();
  trace(ctx, frame, curve, scale, first, end);
  ctx.lineTo(xOf(frame, curve.at[end - 1] as number), limit);
  ctx.lineTo(xOf(frame, curve.at[first] as number), limit);
  ctx.closePath();
  ctx.clip();
  ctx.beginPath();
  hatchPath(ctx, plot.x, plot.y, plot.width, limit - plot.y);
  ctx.strokeStyle = theme.ink2;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.restore();
}

/** The bounds of a level, above veil and curve: the wall where it refuses, the other one dashed; n where it has none. */
export function drawBounds(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  gauge: LevelGauge,
  scale: Scale,
): void {
  const { plot } = frame;
  const zero = yOf(plot, scale, 0);
  if (!isBounded(gauge)) {
    horizontal(ctx, frame, zero, theme.line);
    horizontal(ctx, frame, yOf(plot, scale, gauge.n), theme.ink2);
    return;
  }
  // The scale puts it between two pixels, but for the last bits.
  const full = Math.round(yOf(plot, scale, gauge.full));
  // Tokens are refused at zero whatever a debt may do; below it the hatch would hide the debt's curve.
  const floor = gauge.low < 0 ? plot.y + plot.height : zero;
  if (gauge.wall === 'ceiling') {
    hatchRect(ctx, plot.x, full - WALL, plot.width, WALL, theme.ink2);
    horizontal(ctx, frame, full, theme.ink2);
    horizontal(ctx, frame, zero, theme.ink2, DASH);
  } else {
    hatchRect(ctx, plot.x, floor, plot.width, WALL, theme.ink2);
    horizontal(ctx, frame, floor, theme.ink2);
    if (floor !== zero) horizontal(ctx, frame, zero, theme.line);
    horizontal(ctx, frame, full, theme.ink2, DASH);
  }
}

/** The limit of a window count, and its foot. */
export function drawLimit(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, scale: Scale, n: number): void {
  horizontal(ctx, frame, yOf(frame.plot, scale, 0), theme.control);
  horizontal(ctx, frame, yOf(frame.plot, scale, n), theme.ink2);
}

/** Aligned windows, every other one; which ones does not change when the range slides. */
export function drawWindows(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, length: Duration): void {
  const { plot } = frame;
  const width = (length / (frame.to - frame.from)) * plot.width;
  // Bands of a pixel would be grey all over.
  if (!(width >= 3)) return;
  ctx.save();
  ctx.globalAlpha = BAND_OPACITY;
  ctx.fillStyle = theme.ink;
  const first = Math.floor(frame.from / length);
  for (let k = first + (first & 1); k * length < frame.to; k += 2) {
    const left = Math.max(plot.x, snap(xOf(frame, k * length), frame.pixelRatio));
    const right = Math.min(plot.x + plot.width, snap(xOf(frame, (k + 1) * length), frame.pixelRatio));
    if (right > left) ctx.fillRect(left, plot.y, right - left, plot.height);
  }
  ctx.restore();
}

/** Vertical grid lines at the axis' ticks. */
export function drawGrid(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  instants: readonly Instant[],
): void {
  const { plot } = frame;
  ctx.save();
  ctx.globalAlpha = gridOpacity(theme);
  ctx.fillStyle = theme.ink;
  for (const at of instants) {
    if (at < frame.from || at > frame.to) continue;
    const x = snap(xOf(frame, at) - 0.5, frame.pixelRatio);
    ctx.fillRect(x, plot.y, 1, plot.height);
  }
  ctx.restore();
}

/** A line of one pixel across the plot; a value outside the axis has none. */
function horizontal(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  y: number,
  colour: string,
  dash: readonly number[] | null = null,
): void {
  const { plot, pixelRatio } = frame;
  if (!(y >= plot.y - 0.5 && y <= plot.y + plot.height + 0.5)) return;
  const top = snap(y - 0.5, pixelRatio);
  if (dash === null) {
    ctx.fillStyle = colour;
    ctx.fillRect(plot.x, top, plot.width, 1);
    return;
  }
  ctx.save();
  ctx.beginPath();
  ctx.setLineDash([...dash]);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.moveTo(plot.x, top + 0.5);
  ctx.lineTo(plot.x + plot.width, top + 0.5);
  ctx.stroke();
  ctx.restore();
}

function strokeCurve(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  curve: Curve,
  scale: Scale,
  first: number,
  end: number,
): void {
  if (isDense(frame, end - first)) {
    ctx.fillStyle = theme.ink;
    eachColumn(frame, curve, scale, first, end, (left, width, top, bottom) => {
      ctx.fillRect(left, top - CURVE_WIDTH / 2, width, bottom - top + CURVE_WIDTH);
    });
    return;
  }
  trace(ctx, frame, curve, scale, first, end);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = CURVE_WIDTH;
  // Steps keep their corners, spikes do not grow beyond their value.
  ctx.lineJoin = 'miter';
  ctx.miterLimit = 1.5;
  ctx.stroke();
}

/** The curve as the current path. A value off the axis runs along the edge instead of vanishing. */
function trace(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  curve: Curve,
  scale: Scale,
  first: number,
  end: number,
): void {
  const { plot, from } = frame;
  const { at, value } = curve;
  const perMicro = plot.width / (frame.to - from);
  const perValue = plot.height / (scale.high - scale.low);
  const bottom = plot.y + plot.height;
  ctx.beginPath();
  for (let i = first; i < end; i++) {
    const y = bottom - ((value[i] as number) - scale.low) * perValue;
    ctx.lineTo(plot.x + ((at[i] as number) - from) * perMicro, y < plot.y ? plot.y : y > bottom ? bottom : y);
  }
}

/** Vertices [first, end) of the range, with the neighbours that lines at its edges come from and lead to. */
function shown(curve: Curve, frame: Frame): [first: number, end: number] {
  const first = Math.max(0, firstAtLeast(curve.at, frame.from) - 1);
  const end = Math.min(curve.at.length, firstAtLeast(curve.at, frame.to) + 2);
  return [first, Math.max(end, first + 1)];
}

function greatest(curve: Curve, first: number, end: number): number {
  let most = -Infinity;
  for (let i = first; i < end; i++) most = Math.max(most, curve.value[i] as number);
  return most;
}

function drawable(frame: Frame, curve: Curve): boolean {
  return curve.at.length > 0 && frame.to > frame.from && frame.plot.width > 0 && frame.plot.height > 0;
}

/** A line on the foot or along the top keeps its full width. */
function clipToPlot(ctx: CanvasRenderingContext2D, plot: Plot): void {
  ctx.beginPath();
  ctx.rect(plot.x, plot.y - 1, plot.width, plot.height + 2);
  ctx.clip();
}
