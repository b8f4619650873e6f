/** Level and window count: the curve, its surroundings, and the vertical grid that all lane charts share. */
import { firstAtOrAfter, type Curve, type Duration, type Instant } from '../../sim/index.ts';
import { columnsOf, isDense, type PixelColumns } from './pixelColumns.ts';
import { snap, xOf, type Viewport, type Plot } from './viewport.ts';
import { hatchPath, hatchRect } from './hatch.ts';
import { isBounded, yOf, type LevelGauge, type ValueScale } from './scale.ts';
import { gridOpacity } from './gridOpacity.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

const CURVE_WIDTH = 1.5;
const FILL_OPACITY = 0.07;
const BAND_OPACITY = 0.035;
/** The height of the wall, drawn beyond the bound that denies. */
const WALL_HEIGHT = 6;
const DASH = [4, 3];
/** Dashes are lost where a column holds more than a line: these are paler instead. */
const DENSE_SECOND_OPACITY = 0.4;

/** The curve of a level: a 7 % ink fill down (or up) to zero, and the line. */
export function drawLevel(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  curve: Curve,
  scale: ValueScale,
): void {
  if (!isDrawable(viewport, curve)) return;
  const zero = yOf(viewport.plot, scale, 0);
  const [first, end] = visibleVertices(curve, viewport);
  ctx.save();
  clipToPlot(ctx, viewport.plot);
  ctx.globalAlpha = FILL_OPACITY;
  ctx.fillStyle = theme.ink;
  const columns = columnsIfDense(viewport, curve, scale, first, end);
  if (columns !== null) {
    traceColumns(ctx, columns, zero, (top, bottom) => (top < zero ? top : bottom));
    ctx.fill();
  } else {
    traceCurve(ctx, viewport, curve, scale, first, end);
    ctx.lineTo(xOf(viewport, curve.at[end - 1] as number), zero);
    ctx.lineTo(xOf(viewport, curve.at[first] as number), zero);
    ctx.closePath();
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  strokeCurve(ctx, viewport, theme, curve, scale, first, end, columns);
  ctx.restore();
}

/** A second quantity: a thin dashed line behind the level's, on its own scale. */
export function drawSecondLevel(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  curve: Curve,
  scale: ValueScale,
): void {
  if (!isDrawable(viewport, curve)) return;
  const [first, end] = visibleVertices(curve, viewport);
  ctx.save();
  clipToPlot(ctx, viewport.plot);
  // The level is already drawn, and stays in front.
  ctx.globalCompositeOperation = 'destination-over';
  const columns = columnsIfDense(viewport, curve, scale, first, end);
  if (columns !== null) {
    ctx.globalAlpha = DENSE_SECOND_OPACITY;
    ctx.strokeStyle = theme.ink2;
    strokeColumns(ctx, columns, 1);
  } else {
    traceCurve(ctx, viewport, curve, scale, first, end);
    ctx.setLineDash(DASH);
    ctx.strokeStyle = theme.ink2;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  ctx.restore();
}

/** The window count: everything above n is hatched. */
export function drawWindowCount(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  curve: Curve,
  scale: ValueScale,
  n: number,
): void {
  if (!isDrawable(viewport, curve)) return;
  ctx.save();
  clipToPlot(ctx, viewport.plot);
  const [first, end] = visibleVertices(curve, viewport);
  const columns = columnsIfDense(viewport, curve, scale, first, end);
  if (maxValue(curve, first, end) > n) hatchAbove(ctx, viewport, theme, curve, scale, n, first, end, columns);
  strokeCurve(ctx, viewport, theme, curve, scale, first, end, columns);
  ctx.restore();
}

/** Hatches between the curve and n, where the curve is higher. Must be drawn first, because it may erase its surroundings. */
function hatchAbove(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  curve: Curve,
  scale: ValueScale,
  n: number,
  first: number,
  end: number,
  columns: PixelColumns | null,
): void {
  const { plot } = viewport;
  const limit = yOf(plot, scale, n);
  if (columns !== null) {
    // Clipping to a dense curve would take longer than everything else: from the first column above the limit to the last
    // all is hatched, then erased above the curve.
    let [from, to] = [Infinity, -Infinity];
    columns.forEach((left, top) => {
      if (top >= limit) return;
      from = Math.min(from, left);
      to = left + columns.width;
    });
    hatchRect(ctx, from, plot.y, to - from, limit - plot.y, theme.ink2);
    ctx.save();
    ctx.globalCompositeOperation = 'destination-out';
    traceColumns(ctx, columns, plot.y, (top) => Math.min(top, limit));
    ctx.fill();
    ctx.restore();
    return;
  }
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.x, plot.y, plot.width, Math.max(0, limit - plot.y));
  ctx.clip();
  traceCurve(ctx, viewport, curve, scale, first, end);
  ctx.lineTo(xOf(viewport, curve.at[end - 1] as number), limit);
  ctx.lineTo(xOf(viewport, curve.at[first] as number), limit);
  ctx.closePath();
  ctx.clip();
  ctx.beginPath();
  hatchPath(ctx, plot.x, plot.y, plot.width, limit - plot.y);
  ctx.strokeStyle = theme.ink2;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.restore();
}

/** A level's bounds, above veil and curve: the wall at the bound that denies, the other one dashed; n if there is none. */
export function drawBounds(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  gauge: LevelGauge,
  scale: ValueScale,
): void {
  const { plot } = viewport;
  const zero = yOf(plot, scale, 0);
  if (!isBounded(gauge)) {
    drawHorizontalLine(ctx, viewport, zero, theme.line);
    drawHorizontalLine(ctx, viewport, yOf(plot, scale, gauge.n), theme.ink2);
    return;
  }
  // The scale puts it between two pixels, except for rounding errors.
  const full = Math.round(yOf(plot, scale, gauge.full));
  // Tokens are refused at zero, however deep the debt; hatching below zero would hide the debt's curve.
  const floor = gauge.low < 0 ? plot.y + plot.height : zero;
  // While the scale is held, a bound that is dragged up leaves the plot.
  const fullInPlot = full >= plot.y;
  if (gauge.wall === 'ceiling') {
    if (fullInPlot) {
      hatchRect(ctx, plot.x, full - WALL_HEIGHT, plot.width, WALL_HEIGHT, theme.ink2);
      drawHorizontalLine(ctx, viewport, full, theme.ink2);
    }
    drawHorizontalLine(ctx, viewport, zero, theme.ink2, DASH);
  } else {
    hatchRect(ctx, plot.x, floor, plot.width, WALL_HEIGHT, theme.ink2);
    drawHorizontalLine(ctx, viewport, floor, theme.ink2);
    if (floor !== zero) drawHorizontalLine(ctx, viewport, zero, theme.line);
    if (fullInPlot) drawHorizontalLine(ctx, viewport, full, theme.ink2, DASH);
  }
}

/** The limit of a window count, and its foot. */
export function drawLimit(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  scale: ValueScale,
  n: number,
): void {
  drawHorizontalLine(ctx, viewport, yOf(viewport.plot, scale, 0), theme.control);
  // While the scale is held, n may be dragged out of it.
  if (n <= scale.high) drawHorizontalLine(ctx, viewport, yOf(viewport.plot, scale, n), theme.ink2);
}

/** Shades every other aligned window; the same ones when the range slides. */
export function drawAlignedWindows(ctx: DrawingContext, viewport: Viewport, theme: ChartTheme, length: Duration): void {
  const { plot } = viewport;
  const width = (length / (viewport.to - viewport.from)) * plot.width;
  // Bands of a pixel would merge into grey.
  if (!(width >= 3)) return;
  ctx.save();
  ctx.globalAlpha = BAND_OPACITY;
  ctx.fillStyle = theme.ink;
  const first = Math.floor(viewport.from / length);
  for (let k = first + (first & 1); k * length < viewport.to; k += 2) {
    const left = Math.max(plot.x, snap(xOf(viewport, k * length), viewport.pixelRatio));
    const right = Math.min(plot.x + plot.width, snap(xOf(viewport, (k + 1) * length), viewport.pixelRatio));
    if (right > left) ctx.fillRect(left, plot.y, right - left, plot.height);
  }
  ctx.restore();
}

/** Vertical grid lines at the axis' ticks. */
export function drawGrid(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  instants: readonly Instant[],
): void {
  const { plot } = viewport;
  ctx.save();
  ctx.globalAlpha = gridOpacity(theme);
  ctx.fillStyle = theme.ink;
  for (const at of instants) {
    if (at < viewport.from || at > viewport.to) continue;
    const x = snap(xOf(viewport, at) - 0.5, viewport.pixelRatio);
    ctx.fillRect(x, plot.y, 1, plot.height);
  }
  ctx.restore();
}

/** A one-pixel line across the plot; none for a value outside the axis. */
function drawHorizontalLine(
  ctx: DrawingContext,
  viewport: Viewport,
  y: number,
  colour: string,
  dash: readonly number[] | null = null,
): void {
  const { plot, pixelRatio } = viewport;
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
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  curve: Curve,
  scale: ValueScale,
  first: number,
  end: number,
  columns: PixelColumns | null,
): void {
  ctx.strokeStyle = theme.ink;
  if (columns !== null) {
    strokeColumns(ctx, columns, CURVE_WIDTH);
    return;
  }
  traceCurve(ctx, viewport, curve, scale, first, end);
  ctx.lineWidth = CURVE_WIDTH;
  // Steps keep their corners, and spikes do not exceed their value.
  ctx.lineJoin = 'miter';
  ctx.miterLimit = 1.5;
  ctx.stroke();
}

/**
 * One line for each column, in one path: without a graphics card it takes a third of what rectangles take to fill, since lines
 * of a device pixel are drawn directly.
 */
function strokeColumns(ctx: DrawingContext, columns: PixelColumns, thickness: number): void {
  ctx.beginPath();
  columns.forEach((left, top, bottom) => {
    const middle = left + columns.width / 2;
    ctx.moveTo(middle, top - thickness / 2);
    ctx.lineTo(middle, bottom + thickness / 2);
  });
  ctx.lineWidth = columns.width;
  ctx.stroke();
}

/** Makes the outline of bars the current path, one for each column. */
function traceColumns(
  ctx: DrawingContext,
  columns: PixelColumns,
  base: number,
  heightOf: (top: number, bottom: number) => number,
): void {
  let right: number | null = null;
  ctx.beginPath();
  columns.forEach((left, top, bottom) => {
    if (right === null) ctx.moveTo(left, base);
    right = left + columns.width;
    const y = heightOf(top, bottom);
    ctx.lineTo(left, y);
    ctx.lineTo(right, y);
  });
  if (right !== null) ctx.lineTo(right, base);
}

/** The columns of a curve that would be drawn over itself as a path; null for others. */
function columnsIfDense(
  viewport: Viewport,
  curve: Curve,
  scale: ValueScale,
  first: number,
  end: number,
): PixelColumns | null {
  return isDense(viewport, end - first) ? columnsOf(viewport, curve, scale, first, end) : null;
}

/** Makes the curve the current path. A value outside the axis follows the edge instead of vanishing. */
function traceCurve(
  ctx: DrawingContext,
  viewport: Viewport,
  curve: Curve,
  scale: ValueScale,
  first: number,
  end: number,
): void {
  const { plot, from } = viewport;
  const { at, value } = curve;
  const pxPerMicro = plot.width / (viewport.to - from);
  const perValue = plot.height / (scale.high - scale.low);
  const bottom = plot.y + plot.height;
  ctx.beginPath();
  for (let i = first; i < end; i++) {
    const y = bottom - ((value[i] as number) - scale.low) * perValue;
    ctx.lineTo(plot.x + ((at[i] as number) - from) * pxPerMicro, y < plot.y ? plot.y : y > bottom ? bottom : y);
  }
}

/** Vertices [first, end) of the range, including the neighbours that connect to it across the edges. */
function visibleVertices(curve: Curve, viewport: Viewport): [first: number, end: number] {
  const first = Math.max(0, firstAtOrAfter(curve.at, viewport.from) - 1);
  const end = Math.min(curve.at.length, firstAtOrAfter(curve.at, viewport.to) + 2);
  return [first, Math.max(end, first + 1)];
}

function maxValue(curve: Curve, first: number, end: number): number {
  let most = -Infinity;
  for (let i = first; i < end; i++) most = Math.max(most, curve.value[i] as number);
  return most;
}

function isDrawable(viewport: Viewport, curve: Curve): boolean {
  return curve.at.length > 0 && viewport.to > viewport.from && viewport.plot.width > 0 && viewport.plot.height > 0;
}

/** Keeps a line on the foot or along the top at its full width. */
function clipToPlot(ctx: DrawingContext, plot: Plot): void {
  ctx.beginPath();
  ctx.rect(plot.x, plot.y - 1, plot.width, plot.height + 2);
  ctx.clip();
}
