/**
 * The cells of the map: the stronger the colour, the greater the measure; hatched where a goal fails. Where the readings of a
 * coarse log differ, a cell's left half is the least and its right half the greatest.
 */
import { MEASURE_UNITS, type Measure } from '../../../sim/index.ts';
import { CELL } from '../../../tune/cell.ts';
import type { MapCells } from '../../../tune/index.ts';
import { hatchRect } from '../../charts/hatch.ts';
import type { ChartTheme } from '../../charts/chartTheme.ts';
import type { DrawingContext } from '../../charts/drawingContext.ts';

const FAINTEST = 0.06;
/** Of many cells, so that their colours stay legible. */
const HATCH_OPACITY = 0.5;

export interface MapGrid {
  readonly columns: number;
  readonly rows: number;
  readonly cells: MapCells;
  readonly measure: Measure;
  /** Every how manieth column and row is known. */
  readonly stride: number;
  /** By cell, whether the log's stamps can tell its figures. */
  readonly isIdentifiable: (column: number, row: number) => boolean;
}

/** @param width and `height` of the canvas, CSS pixels; the first row is the lowest */
export function drawMap(ctx: DrawingContext, theme: ChartTheme, width: number, height: number, grid: MapGrid): void {
  const { columns, rows, cells, measure, stride } = grid;
  const colour = colourOf(measure, theme);
  const greatest = greatestOf(cells) || 1;
  ctx.clearRect(0, 0, width, height);
  const edge = (index: number, count: number, pixels: number): number =>
    Math.round((Math.min(index, count) / count) * pixels);
  for (let row = 0; row < rows; row += stride) {
    for (let column = 0; column < columns; column += stride) {
      const cell = row * columns + column;
      const state = cells.state[cell] as number;
      if (state === CELL.unknown) continue;
      const left = edge(column, columns, width);
      const right = edge(column + stride, columns, width);
      const top = height - edge(row + stride, rows, height);
      const bottom = height - edge(row, rows, height);
      if (state === CELL.cannotRun) {
        ctx.fillStyle = theme.sunken;
        ctx.fillRect(left, top, right - left, bottom - top);
        continue;
      }
      const [least, most] = [strengthOf(cells.min[cell], greatest), strengthOf(cells.max[cell], greatest)];
      const middle = least === most ? left : Math.round((left + right) / 2);
      ctx.fillStyle = colour;
      ctx.globalAlpha = least;
      if (middle > left) ctx.fillRect(left, top, middle - left, bottom - top);
      ctx.globalAlpha = most;
      ctx.fillRect(middle, top, right - middle, bottom - top);
      ctx.globalAlpha = HATCH_OPACITY;
      if (state === CELL.failed)
        hatchRect(ctx, left, top, right - left, bottom - top, most > 0.6 ? theme.surface : theme.ink2);
      ctx.globalAlpha = 1;
    }
  }
  drawEdge(ctx, theme, width, height, grid);
}

/** A dashed line between what the log's stamps can tell and what they cannot. */
function drawEdge(
  ctx: DrawingContext,
  theme: ChartTheme,
  width: number,
  height: number,
  { columns, rows, isIdentifiable }: MapGrid,
): void {
  ctx.beginPath();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const known = isIdentifiable(column, row);
      const [left, right] = [(column / columns) * width, ((column + 1) / columns) * width];
      const [top, bottom] = [(1 - (row + 1) / rows) * height, (1 - row / rows) * height];
      if (column + 1 < columns && isIdentifiable(column + 1, row) !== known) {
        ctx.moveTo(right, bottom);
        ctx.lineTo(right, top);
      }
      if (row + 1 < rows && isIdentifiable(column, row + 1) !== known) {
        ctx.moveTo(left, top);
        ctx.lineTo(right, top);
      }
    }
  }
  ctx.save();
  ctx.setLineDash([4, 3]);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.restore();
}

/** Refusals, admissions and waits have the colour of their decision; peaks are neither good nor bad. */
function colourOf(measure: Measure, theme: ChartTheme): string {
  if (measure === 'badAdmitted') return theme.admitted;
  if (measure === 'waitP99' || measure === 'waitMax') return theme.delayed;
  return MEASURE_UNITS[measure] === 'permits' ? theme.ink : theme.denied;
}

/** Opacity: small values are told apart better than large ones. */
function strengthOf(value = NaN, greatest = 1): number {
  if (Number.isNaN(value) || value <= 0) return 0;
  if (value === Infinity) return 1;
  return FAINTEST + (1 - FAINTEST) * Math.sqrt(value / greatest);
}

/** What the strongest colour stands for; 0 where every figure is. */
export function greatestOf({ max }: Pick<MapCells, 'max'>): number {
  let greatest = 0;
  for (const value of max) if (value > greatest && value < Infinity) greatest = value;
  return greatest;
}

const RAMP_STEPS = 16;

/** The colours from 0 to the greatest, from left to right, as a background. */
export function mapRamp(measure: Measure, theme: ChartTheme): string {
  const colour = colourOf(measure, theme);
  const stops = Array.from({ length: RAMP_STEPS + 1 }, (_, step) => {
    const strength = formatPercent(strengthOf(step, RAMP_STEPS));
    return `color-mix(in srgb, ${colour} ${strength}, transparent) ${formatPercent(step / RAMP_STEPS)}`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

function formatPercent(share: number): string {
  return `${+(100 * share).toFixed(2)}%`;
}
