/** A chart of a lane as a picture: which lane it is about, its plot between two axes, and what its signs mean. */
import type { Scenario } from '../../sim/index.ts';
import type { DrawingContext } from '../charts/drawingContext.ts';
import { framedPicture, type PictureLink } from './frameParts.ts';
import type { Layer, Picture } from './picture.ts';
import { PICTURE_THEME } from './pictureTheme.ts';
import { CONTENT_WIDTH, MARGIN, spacePart, textPart } from './textPart.ts';
import { laneNameWithEdition } from '../text/laneText.ts';

const LEFT = 64;
/** CSS pixels. */
export const PICTURED_PLOT = { width: CONTENT_WIDTH - LEFT - 16, height: 380 };
const AXIS_HEIGHT = 24;

/** What every such picture is about. */
export interface PicturedLane {
  readonly scenario: Scenario;
  /** From 0. */
  readonly lane: number;
  /** `32 requests`. */
  readonly requests: string;
  readonly link: PictureLink;
}

export interface PicturedAxis {
  readonly name: string;
  /** Each at its share of the axis, from its low end. */
  readonly ticks: readonly { readonly share: number; readonly label: string }[];
}

export interface PicturedChart {
  readonly heading: string;
  /** What it shows, after the lane's name. */
  readonly sentence: string;
  readonly legend: string;
  /** The figures in words, for those who do not see it. */
  readonly description: string;
  readonly across: PicturedAxis;
  readonly up: PicturedAxis;
  /** One over the other, each in pixels of the plot from its upper left corner. */
  readonly draws: readonly ((ctx: DrawingContext) => void)[];
}

const AXIS_NAME = { size: 11, line: 18, secondary: true, most: 1 } as const;

export function chartPicture({ scenario, lane, requests, link }: PicturedLane, chart: PicturedChart): Picture {
  const { heading, sentence, legend, description, across, up, draws } = chart;
  const own = scenario.lanes[lane];
  const name = `Lane ${lane + 1}, ${own === undefined ? '' : laneNameWithEdition(own)}.`;
  const { width, height } = PICTURED_PLOT;
  return framedPicture({
    scenario,
    requests,
    link,
    legend,
    description: `${heading}. ${name} ${description}`,
    parts: [
      spacePart(12),
      ...textPart(heading, { size: 14, bold: true, line: 20, most: 2 }),
      ...textPart(`${name} ${sentence}`, { size: 12, line: 17, below: 6, most: 4 }),
      // The topmost tick's label reaches above the plot.
      ...textPart(`${up.name}, upwards`, { ...AXIS_NAME, below: 8 }),
      { height, layers: [...draws.map((draw) => ({ x: MARGIN + LEFT, width, draw })), upAxisLayer(up)] },
      { height: AXIS_HEIGHT, layers: [acrossAxisLayer(across)] },
      ...textPart(`${across.name}, to the right`, AXIS_NAME),
    ],
  });
}

function upAxisLayer({ ticks }: PicturedAxis): Layer {
  return textLayer((ctx) => {
    ctx.textAlign = 'right';
    for (const { share, label } of ticks) ctx.fillText(label, LEFT - 6, PICTURED_PLOT.height * (1 - share));
  });
}

function acrossAxisLayer({ ticks }: PicturedAxis): Layer {
  return textLayer((ctx) => {
    ctx.textAlign = 'center';
    for (const { share, label } of ticks) ctx.fillText(label, LEFT + PICTURED_PLOT.width * share, AXIS_HEIGHT / 2);
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
