/** The whole run in a strip: arrivals, and under them, on the lower edge, notches where any lane denied. */
import type { Overview } from '../../sim/index.ts';
import { snap, xOf, type Frame } from './frame.ts';
import type { Theme } from './theme.ts';

/** Notches and the clear line above them; arrivals stand on that. */
const NOTCH = 4;
const CLEAR = 1;
/** A single request among thousands a pixel still shows. */
const LEAST_HEIGHT = 5;

/** Counts a pixel column, reused from one drawing to the next. */
let columns = new Float64Array(0);

export function drawOverview(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, overview: Overview): void {
  const { plot } = frame;
  const foot = plot.y + plot.height - NOTCH - CLEAR;
  const room = foot - plot.y;
  const arrivals = perColumn(frame, overview.arrivals, overview.span);
  let most = 1;
  for (let i = 0; i < arrivals; i++) most = Math.max(most, columns[i] as number);
  ctx.fillStyle = theme.ink2;
  for (let i = 0; i < arrivals; i++) {
    const count = columns[i] as number;
    if (count === 0) continue;
    const height = Math.max(LEAST_HEIGHT, (count / most) * room);
    ctx.fillRect(plot.x + i, foot - height, 1, height);
  }
  const denials = perColumn(frame, overview.denials, overview.span);
  ctx.fillStyle = theme.denied;
  for (let i = 0; i < denials; i++) {
    if (columns[i] !== 0) ctx.fillRect(plot.x + i, plot.y + plot.height - NOTCH, 1, NOTCH);
  }
}

/** Sums of the bins that begin in each pixel column of the plot, in `columns`; returns how many columns there are. */
function perColumn(frame: Frame, counts: Uint32Array, span: number): number {
  const width = Math.max(0, Math.floor(frame.plot.width));
  if (columns.length < width) columns = new Float64Array(width);
  columns.fill(0, 0, width);
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    if (count === 0) continue;
    const column = Math.floor(snap(xOf(frame, i * span), 64) - frame.plot.x);
    if (column >= 0 && column < width) columns[column] = (columns[column] as number) + count;
  }
  return width;
}
