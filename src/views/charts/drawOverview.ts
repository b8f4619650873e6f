/** The whole run in a strip: arrivals and, along the lower edge, notches where any lane denied. */
import type { Instant, Overview } from '../../sim/index.ts';
import { snap, xOf, type Viewport } from './viewport.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

/** Height of the notches and of the gap above them, on which arrivals are drawn. */
const NOTCH_HEIGHT = 4;
const NOTCH_GAP = 1;
/** Keeps a single request visible beside columns of thousands. */
const MIN_HEIGHT = 5;

/** A count per pixel column, reused between drawings. */
let columns = new Float64Array(0);

/** @param until denials from then on are not told */
export function drawOverview(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  overview: Omit<Overview, 'lanes'>,
  until: Instant = Infinity,
): void {
  const { plot } = viewport;
  const foot = plot.y + plot.height - NOTCH_HEIGHT - NOTCH_GAP;
  const room = foot - plot.y;
  const arrivalColumns = greatestPerColumn(viewport, overview.arrivals, overview.span);
  let most = 1;
  for (let i = 0; i < arrivalColumns; i++) most = Math.max(most, columns[i] as number);
  ctx.fillStyle = theme.ink2;
  fillRuns(ctx, plot.x, foot, arrivalColumns, (count) => Math.max(MIN_HEIGHT, (count / most) * room));
  const denialColumns = greatestPerColumn(viewport, overview.denials, overview.span, until);
  ctx.fillStyle = theme.denied;
  fillRuns(ctx, plot.x, plot.y + plot.height, denialColumns, () => NOTCH_HEIGHT);
}

/** Neighbouring columns of one height are one rectangle: there may be one for each pixel. */
function fillRuns(
  ctx: DrawingContext,
  x: number,
  foot: number,
  count: number,
  heightOf: (count: number) => number,
): void {
  const height = (column: number): number => {
    const value = column < count ? (columns[column] as number) : 0;
    return value === 0 ? 0 : heightOf(value);
  };
  let first = 0;
  for (let column = 1; column <= count; column++) {
    const own = height(first);
    if (column < count && height(column) === own) continue;
    if (own > 0) ctx.fillRect(x + first, foot - own, column - first, own);
    first = column;
  }
}

/**
 * Writes the greatest count of the bins in each pixel column of the plot into `columns`; returns the number of columns. A bin
 * stands in the columns whose middles it covers, at least in one: with sums, or with gaps between bins that are wider than a
 * column, steady traffic would look like bursts.
 */
function greatestPerColumn(viewport: Viewport, counts: Uint32Array, span: number, until = Infinity): number {
  const width = Math.max(0, Math.floor(viewport.plot.width));
  if (columns.length < width) columns = new Float64Array(width);
  columns.fill(0, 0, width);
  const columnOf = (at: number): number => snap(xOf(viewport, at), 64) - viewport.plot.x;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    if (count === 0 || i * span >= until) continue;
    const [left, right] = [columnOf(i * span), columnOf((i + 1) * span)];
    const [from, to] = [Math.ceil(left - 0.5), Math.ceil(right - 0.5)];
    // The last bin may begin in the last half of the last column.
    const first = Math.min(width - 1, from < to ? from : Math.floor(left));
    for (let column = Math.max(0, first); column < Math.min(width, Math.max(to, first + 1)); column++)
      columns[column] = Math.max(columns[column] as number, count);
  }
  return width;
}
