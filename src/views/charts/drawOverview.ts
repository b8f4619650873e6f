/** The whole run in a strip: arrivals and, along the lower edge, notches where any lane denied. */
import type { Overview } from '../../sim/index.ts';
import { snap, xOf, type Viewport } from './viewport.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

/** Height of the notches and of the gap above them, on which arrivals are drawn. */
const NOTCH_HEIGHT = 4;
const NOTCH_GAP = 1;
/** Keeps a single request visible beside columns of thousands. */
const MIN_HEIGHT = 5;

/** Counts per pixel column, reused between drawings. */
let columns = new Float64Array(0);

export function drawOverview(
  ctx: DrawingContext,
  viewport: Viewport,
  theme: ChartTheme,
  overview: Omit<Overview, 'lanes'>,
): void {
  const { plot } = viewport;
  const foot = plot.y + plot.height - NOTCH_HEIGHT - NOTCH_GAP;
  const room = foot - plot.y;
  const arrivalColumns = sumPerColumn(viewport, overview.arrivals, overview.span);
  let most = 1;
  for (let i = 0; i < arrivalColumns; i++) most = Math.max(most, columns[i] as number);
  ctx.fillStyle = theme.ink2;
  for (let i = 0; i < arrivalColumns; i++) {
    const count = columns[i] as number;
    if (count === 0) continue;
    const height = Math.max(MIN_HEIGHT, (count / most) * room);
    ctx.fillRect(plot.x + i, foot - height, 1, height);
  }
  const denialColumns = sumPerColumn(viewport, overview.denials, overview.span);
  ctx.fillStyle = theme.denied;
  for (let i = 0; i < denialColumns; i++) {
    if (columns[i] !== 0) ctx.fillRect(plot.x + i, plot.y + plot.height - NOTCH_HEIGHT, 1, NOTCH_HEIGHT);
  }
}

/** Sums the bins that begin in each pixel column of the plot into `columns`; returns the number of columns. */
function sumPerColumn(viewport: Viewport, counts: Uint32Array, span: number): number {
  const width = Math.max(0, Math.floor(viewport.plot.width));
  if (columns.length < width) columns = new Float64Array(width);
  columns.fill(0, 0, width);
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    if (count === 0) continue;
    const column = Math.floor(snap(xOf(viewport, i * span), 64) - viewport.plot.x);
    if (column >= 0 && column < width) columns[column] = (columns[column] as number) + count;
  }
  return width;
}
