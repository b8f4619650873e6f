/** The map as a picture: its cells as on the page, its axes, the present setting, and what the colour means. */
import type { Measure, Scenario } from '../../../sim/index.ts';
import { measureName, measureText } from '../../../tune/goals.ts';
import { isFigureIdentifiable } from '../../../tune/identifiable.ts';
import type { MapCells } from '../../../tune/index.ts';
import type { DrawingContext } from '../../charts/drawingContext.ts';
import { framedPicture, type PictureLink } from '../../picture/frameParts.ts';
import type { Layer, Picture } from '../../picture/picture.ts';
import { PICTURE_THEME } from '../../picture/pictureTheme.ts';
import { CONTENT_WIDTH, MARGIN, spacePart, textPart } from '../../picture/textPart.ts';
import { laneNameWithEdition } from '../../text/laneText.ts';
import { drawMap } from './drawMap.ts';
import { indexOfValue, mapTicks } from './mapAxes.ts';
import { tickText, valueText, type MapShown } from './mapText.ts';

const HEIGHT = 380;
const PLOT = { left: 64, width: CONTENT_WIDTH - 64 - 16, height: HEIGHT };
const AXIS_HEIGHT = 24;

export interface PicturedMap extends MapShown {
  readonly scenario: Scenario;
  /** From 0. */
  readonly lane: number;
  readonly cells: MapCells;
  readonly stride: number;
  readonly requests: string;
  readonly link: PictureLink;
}

export function mapPicture(map: PicturedMap): Picture {
  const { scenario, lane, x, y, measure, cells, requests, link } = map;
  const own = scenario.lanes[lane];
  const name = own === undefined ? '' : laneNameWithEdition(own);
  const heading = `${measureName(measure)}, by ${x.id} and ${y.id}`;
  const now = `Now: ${x.id} ${valueText(x, x.value ?? x.min)}, ${y.id} ${valueText(y, y.value ?? y.min)}.`;
  const legend = legendText(map, cells, measure);
  return framedPicture({
    scenario,
    requests,
    link,
    legend,
    description: `${heading}. Lane ${lane + 1}, ${name}. ${now}`,
    parts: [
      spacePart(12),
      ...textPart(heading, { size: 14, bold: true, line: 20, most: 2 }),
      ...textPart(`Lane ${lane + 1}, ${name}. The circle is the present setting. ${now}`, {
        size: 12,
        line: 17,
        below: 6,
        most: 2,
      }),
      ...textPart(`${y.id}, upwards`, { size: 11, line: 18, secondary: true, most: 1 }),
      { height: HEIGHT, layers: [cellsLayer(map), upAxisLayer(map), nowLayer(map)] },
      { height: AXIS_HEIGHT, layers: [acrossAxisLayer(map)] },
      ...textPart(`${x.id}, to the right`, { size: 11, line: 18, secondary: true, most: 1 }),
    ],
  });
}

function legendText({ scenario, resolution }: PicturedMap, cells: MapCells, measure: Measure): string {
  let greatest = 0;
  for (const value of cells.max) if (value > greatest && value < Infinity) greatest = value;
  const goals = scenario.goals.length === 0 ? '' : ' Hatched: a goal fails.';
  const coarse = resolution > 0 ? ' Halved: the range over the readings of the log. Dashed: identifiable or not.' : '';
  return `The stronger the colour, the greater: at most ${measureText(measure, greatest)}. Grey: the limiter cannot run it.${goals}${coarse}`;
}

function cellsLayer(map: PicturedMap): Layer {
  const { x, y, xValues, yValues, measure, cells, stride, resolution, timeAt } = map;
  const isIdentifiable = (column: number, row: number): boolean =>
    isFigureIdentifiable(
      measure,
      timeAt({ [x.id]: xValues[column] as number, [y.id]: yValues[row] as number }),
      resolution,
    );
  const grid = { columns: xValues.length, rows: yValues.length, cells, measure, stride, isIdentifiable };
  return {
    x: MARGIN + PLOT.left,
    width: PLOT.width,
    draw: (ctx) => {
      drawMap(ctx, PICTURE_THEME, PLOT.width, PLOT.height, grid);
      // Where nothing is refused the map is white, and would have no end.
      ctx.beginPath();
      ctx.rect(0.5, 0.5, PLOT.width - 1, PLOT.height - 1);
      ctx.strokeStyle = PICTURE_THEME.line;
      ctx.lineWidth = 1;
      ctx.stroke();
    },
  };
}

function upAxisLayer({ y, yValues }: PicturedMap): Layer {
  return textLayer((ctx) => {
    ctx.textAlign = 'right';
    for (const index of mapTicks(yValues, Math.floor(PLOT.height / 18)))
      ctx.fillText(
        tickText(y.unit, yValues[index] ?? 0),
        PLOT.left - 6,
        PLOT.height * (1 - (index + 0.5) / yValues.length),
      );
  });
}

function acrossAxisLayer({ x, xValues }: PicturedMap): Layer {
  return textLayer((ctx) => {
    ctx.textAlign = 'center';
    for (const index of mapTicks(xValues, Math.floor(PLOT.width / 48)))
      ctx.fillText(
        tickText(x.unit, xValues[index] ?? 0),
        PLOT.left + (PLOT.width * (index + 0.5)) / xValues.length,
        AXIS_HEIGHT / 2,
      );
  });
}

function textLayer(draw: (ctx: DrawingContext) => void): Layer {
  return {
    x: MARGIN,
    width: CONTENT_WIDTH,
    draw: (ctx) => {
      ctx.font = `12px ${PICTURE_THEME.font}`;
      ctx.fillStyle = PICTURE_THEME.ink2;
      ctx.textBaseline = 'middle';
      draw(ctx);
    },
  };
}

/** In two colours, of which one is seen on any ground. */
const RING = [
  { colour: PICTURE_THEME.surface, width: 5 },
  { colour: PICTURE_THEME.ink, width: 2 },
];

function nowLayer({ x, y, xValues, yValues }: PicturedMap): Layer {
  const column = indexOfValue(xValues, x.value ?? x.min);
  const row = indexOfValue(yValues, y.value ?? y.min);
  return {
    x: MARGIN + PLOT.left,
    width: PLOT.width,
    draw: (ctx) => {
      for (const { colour, width } of RING) {
        ctx.beginPath();
        ctx.arc(
          (PLOT.width * (column + 0.5)) / xValues.length,
          PLOT.height * (1 - (row + 0.5) / yValues.length),
          7,
          0,
          2 * Math.PI,
        );
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke();
      }
    },
  };
}
