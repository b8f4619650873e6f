/** The track's phases and faults in a picture, from the layouts that the page shows as elements: `PhaseBlocks`, `FaultRows`. */
import type { ChartTheme } from '../charts/chartTheme.ts';
import type { DrawingContext } from '../charts/drawingContext.ts';
import { hatchRect } from '../charts/hatch.ts';
import type { Plot } from '../charts/viewport.ts';
import { BRACKET_HEIGHT, type PhaseBlock } from './blockLayout.ts';
import type { FaultBar } from './faultLayout.ts';

const FONT_SIZE = 12;
const PADDING = 4;
const DASH = [3, 3];

/** The ground and the blocks on it. */
export function drawBlocks(ctx: DrawingContext, theme: ChartTheme, plot: Plot, blocks: readonly PhaseBlock[]): void {
  ctx.fillStyle = theme.sunken;
  ctx.fillRect(plot.x, plot.y, plot.width, plot.height);
  ctx.strokeStyle = theme.control;
  for (const block of blocks) {
    ctx.save();
    traceBlock(ctx, plot, block);
    if (block.isFilled && (block.shape === 'box' || block.shape === 'slope')) {
      ctx.fillStyle = theme.surface;
      ctx.fill();
    }
    ctx.lineWidth = block.shape === 'line' ? 2 : 1;
    if (block.shape === 'bracket') ctx.setLineDash(DASH);
    ctx.stroke();
    ctx.restore();
  }
}

/** Edges lie within the block, as borders do. */
function traceBlock(ctx: DrawingContext, plot: Plot, { shape, heights: [first, last], ...block }: PhaseBlock): void {
  const foot = plot.y + plot.height;
  const [left, right] = [plot.x + block.left + 0.5, plot.x + Math.max(block.right, block.left + 2) - 0.5];
  ctx.beginPath();
  ctx.moveTo(left, foot);
  ctx.lineTo(left, foot - first + 0.5);
  if (shape === 'line') return;
  // The bracket of a single request would hide it.
  if (shape === 'bracket' && block.right - block.left < 1) {
    ctx.beginPath();
    return;
  }
  ctx.lineTo(right, foot - last + 0.5);
  ctx.lineTo(right, foot);
  if (shape !== 'bracket') {
    ctx.closePath();
    return;
  }
  ctx.moveTo(left, foot - first + BRACKET_HEIGHT);
  ctx.lineTo(right, foot - last + BRACKET_HEIGHT);
}

/** In front of the requests. */
export function drawLabels(ctx: DrawingContext, theme: ChartTheme, plot: Plot, blocks: readonly PhaseBlock[]): void {
  ctx.font = `${FONT_SIZE}px ${theme.font}`;
  ctx.textBaseline = 'middle';
  for (const { label, left, right, heights, shape, labelAbove } of blocks) {
    if (label === '') continue;
    const high = Math.max(...heights);
    const foot = plot.y + plot.height;
    const middle = foot - (shape === 'slope' ? high / 2 : labelAbove ? high + 7 : high - 7);
    const isRising = heights[1] > heights[0];
    const width = ctx.measureText(label).width;
    const x = plot.x + (isRising ? Math.max(left + PADDING, right - PADDING - width) : left + PADDING);
    ctx.save();
    ctx.beginPath();
    ctx.rect(plot.x + left, plot.y, right - left - 1, plot.height);
    ctx.clip();
    ctx.fillStyle = labelAbove ? theme.sunken : theme.surface;
    if (shape !== 'bracket') ctx.fillRect(x - 3, middle - 6, width + 6, 12);
    ctx.fillStyle = theme.ink;
    ctx.fillText(label, x, middle);
    ctx.restore();
  }
}

const BAR_HEIGHT = 14;

/** @param rowHeight of the faults, CSS pixels; the first row begins at 0 */
export function drawFaults(
  ctx: DrawingContext,
  theme: ChartTheme,
  left: number,
  rowHeight: number,
  bars: readonly FaultBar[],
): void {
  ctx.font = `${FONT_SIZE}px ${theme.font}`;
  ctx.textBaseline = 'middle';
  for (const { mark, row, labelPlacement, ...bar } of bars) {
    const [x, width] = [left + bar.left, Math.max(2, bar.right - bar.left)];
    const y = row * rowHeight + 2;
    if (mark.hatched) {
      hatchRect(ctx, x, y, width, BAR_HEIGHT, theme.ink);
      ctx.strokeStyle = theme.ink;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.rect(x + 0.5, y + 0.5, width - 1, BAR_HEIGHT - 1);
      ctx.stroke();
    } else {
      ctx.fillStyle = theme.ink;
      ctx.fillRect(x, y, width, BAR_HEIGHT);
    }
    if (labelPlacement === 'none') continue;
    const wide = ctx.measureText(mark.label).width;
    const at = { in: x + PADDING, after: x + width + PADDING, before: x - PADDING - wide }[labelPlacement];
    const isInside = labelPlacement === 'in';
    if (isInside && mark.hatched) {
      ctx.fillStyle = theme.surface;
      ctx.fillRect(at - 2, y + 1, wide + 4, BAR_HEIGHT - 2);
    }
    ctx.fillStyle = isInside && !mark.hatched ? theme.surface : theme.ink;
    ctx.fillText(mark.label, at, y + BAR_HEIGHT / 2);
  }
}
