/** The messages of a request as a picture. */
import type { Outcome, Scenario, Sequence } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';
import { formatInstantExact } from '../format/time.ts';
import { framedPicture, type PictureLink } from '../picture/frameParts.ts';
import type { Picture } from '../picture/picture.ts';
import { PICTURE_THEME } from '../picture/pictureTheme.ts';
import { CONTENT_WIDTH, MARGIN, PICTURE_WIDTH, spacePart, textPart } from '../picture/textPart.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { diagramLayout } from './diagramLayout.ts';
import { drawNames, drawSequence } from './drawSequence.ts';
import { messageSentence, omittedMessagesText, raceText } from './messageText.ts';

/** Left of the diagram, in CSS pixels. */
const NAMES_WIDTH = 56;

export interface PicturedSequence {
  readonly scenario: Scenario;
  /** From 0. */
  readonly lane: number;
  /** Of the request, from 0, and when it came. */
  readonly request: number;
  readonly at: number;
  readonly sequence: Sequence;
  readonly outcome: Outcome;
  /** `32 requests`. */
  readonly requests: string;
  readonly link: PictureLink;
}

export function sequencePicture(pictured: PicturedSequence): Picture {
  const { scenario, lane, request, at, sequence, outcome, requests, link } = pictured;
  const own = scenario.lanes[lane];
  const name = own === undefined ? '' : laneNameWithEdition(own);
  const layout = diagramLayout(sequence, CONTENT_WIDTH - NAMES_WIDTH);
  const heading = `Messages of request ${formatCount(request + 1)}, at ${formatInstantExact(at)}`;
  const picture = framedPicture({
    scenario,
    requests,
    link,
    legend: `Solid: this request. Dashed: other requests. ${omittedMessagesText(sequence)}`,
    description: [
      `${heading}. Lane ${lane + 1}, ${name}.`,
      ...sequence.messages.map((message) => messageSentence(message, sequence)),
    ].join('\n'),
    parts: [
      spacePart(12),
      ...textPart(heading, { size: 14, bold: true, line: 20, most: 1, aside: `${lane + 1} ${name}` }),
      ...textPart(sequence.race === null ? '' : raceText(sequence.race), { size: 12, line: 17, below: 6, most: 4 }),
      {
        height: layout.height,
        layers: [
          { x: MARGIN, width: NAMES_WIDTH, draw: (ctx) => drawNames(ctx, PICTURE_THEME, layout) },
          {
            x: MARGIN + NAMES_WIDTH,
            width: layout.width,
            draw: (ctx) => drawSequence(ctx, PICTURE_THEME, sequence, layout, outcome),
          },
        ],
      },
    ],
  });
  return { ...picture, width: Math.max(PICTURE_WIDTH, 2 * MARGIN + NAMES_WIDTH + layout.width) };
}
