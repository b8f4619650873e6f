/** The map as a picture: its cells as on the page, its axes, the present setting, and what the colour means. */
import { CELL } from '../../../tune/cell.ts';
import { measureName } from '../../../tune/goals.ts';
import { isFigureIdentifiable } from '../../../tune/identifiable.ts';
import type { MapCells } from '../../../tune/index.ts';
import type { DrawingContext } from '../../charts/drawingContext.ts';
import type { Picture } from '../../picture/picture.ts';
import { PICTURE_THEME } from '../../picture/pictureTheme.ts';
import { drawMap, greatestOf } from './drawMap.ts';
import { indexOfValue, mapTicks } from './mapAxes.ts';
import { cellText, roundedText, stampsLegend, tickText, valueText, type MapShown } from './mapText.ts';
import { PICTURED_PLOT, chartPicture, type PicturedAxis, type PicturedLane } from '../../picture/chartPicture.ts';

const { width: WIDTH, height: HEIGHT } = PICTURED_PLOT;

export interface PicturedMap extends MapShown, PicturedLane {
  readonly cells: MapCells;
  readonly stride: number;
}

export function mapPicture(map: PicturedMap): Picture {
  const { x, y, xValues, yValues, measure } = map;
  const now = nowText(map);
  return chartPicture(map, {
    heading: `${measureName(measure)}, by ${x.id} and ${y.id}`,
    sentence: `The circle is the present setting. ${now}`,
    legend: legendText(map),
    description: now,
    across: axisOf(x, xValues, Math.floor(WIDTH / 48)),
    up: axisOf(y, yValues, Math.floor(HEIGHT / 18)),
    draws: [(ctx) => drawCells(ctx, map), (ctx) => drawNow(ctx, map)],
  });
}

/** `Now: n 10, T 10 s. Clients ever refused: 23 %.`; without the figure where no cell has it, or not yet. */
function nowText(map: PicturedMap): string {
  const { x, y, xValues, yValues, cells } = map;
  const [column, row] = [xValues.indexOf(nowOf(x)), yValues.indexOf(nowOf(y))];
  const cell = row * xValues.length + column;
  return column < 0 || row < 0 || cells.state[cell] === CELL.unknown
    ? `Now: ${x.id} ${valueText(x, nowOf(x))}, ${y.id} ${valueText(y, nowOf(y))}.`
    : `Now: ${cellText(map, cells, cell, { [x.id]: nowOf(x), [y.id]: nowOf(y) })}`;
}

function nowOf({ value, min }: MapShown['x']): number {
  return value ?? min;
}

function axisOf({ id, unit }: MapShown['x'], values: readonly number[], most: number): PicturedAxis {
  const ticks = mapTicks(values, most).map((index) => ({
    share: (index + 0.5) / values.length,
    label: tickText(unit, values[index] ?? 0),
  }));
  return { name: id, ticks };
}

function legendText({ scenario, resolution, cells, measure }: PicturedMap): string {
  const goals = scenario.goals.length === 0 ? '' : ' Hatched: a goal fails.';
  return `The stronger the colour, the higher the value, up to ${roundedText(measure, greatestOf(cells))}. Grey: the limiter cannot run it.${goals}${stampsLegend(resolution)}`;
}

function drawCells(ctx: DrawingContext, map: PicturedMap): void {
  const { x, y, xValues, yValues, measure, cells, stride, resolution, timeAt } = map;
  const isIdentifiable = (column: number, row: number): boolean =>
    isFigureIdentifiable(
      measure,
      timeAt({ [x.id]: xValues[column] as number, [y.id]: yValues[row] as number }),
      resolution,
    );
  const grid = { columns: xValues.length, rows: yValues.length, cells, measure, stride, isIdentifiable };
  drawMap(ctx, PICTURE_THEME, WIDTH, HEIGHT, grid);
  // Where nothing is refused the map is white, and would have no end.
  ctx.beginPath();
  ctx.rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1);
  ctx.strokeStyle = PICTURE_THEME.line;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** In two colours, of which one is seen on any ground. */
const RING = [
  { colour: PICTURE_THEME.surface, width: 5 },
  { colour: PICTURE_THEME.ink, width: 2 },
];

function drawNow(ctx: DrawingContext, { x, y, xValues, yValues }: PicturedMap): void {
  const right = (indexOfValue(xValues, nowOf(x)) + 0.5) / xValues.length;
  const up = (indexOfValue(yValues, nowOf(y)) + 0.5) / yValues.length;
  for (const { colour, width } of RING) {
    ctx.beginPath();
    ctx.arc(WIDTH * right, HEIGHT * (1 - up), 7, 0, 2 * Math.PI);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
}
