/** The keys of a lane as a picture: each with its figures and a strip of its decisions, on one time axis. */
import type { Lane, RequestCounts, Scenario, ScenarioFairness } from '../../sim/index.ts';
import { maxDensityOf } from '../charts/drawDensities.ts';
import { drawKeyStrip } from '../charts/drawKeyStrip.ts';
import { timeAxisDrawing } from '../charts/laneDrawings.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { timeTicks } from '../format/ticks.ts';
import { framedPicture, type PictureLink } from '../picture/frameParts.ts';
import type { Picture, PicturePart } from '../picture/picture.ts';
import { PLOT_WIDTH, plotPart, TIME_AXIS_HEIGHT } from '../picture/plotPart.ts';
import { spacePart, textPart } from '../picture/textPart.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { jainText, keyRowCells, keyStripText, otherKeysText } from './fairnessText.ts';

const STRIP_HEIGHT = 28;
const LEGEND =
  'Admitted above the line, denied below it and hatched. Heights are square roots of the numbers of requests.';

export interface PicturedKeys {
  readonly scenario: Scenario;
  /** From 0. */
  readonly lane: number;
  readonly canDelay: boolean;
  readonly fairness: Pick<ScenarioFairness, 'lanes' | 'keys' | 'others'>;
  readonly range: TimeRange;
  /** `32 requests`. */
  readonly requests: string;
  readonly link: PictureLink;
}

export function keysPicture({ scenario, lane, canDelay, fairness, range, requests, link }: PicturedKeys): Picture {
  const { lanes, keys, others } = fairness;
  const name = `Keys of lane ${lane + 1}, ${laneNameWithEdition(scenario.lanes[lane] as Lane)}`;
  // One scale for all named keys, so that they compare; the sum of the others may be far larger.
  const all = [
    ...keys.map((share) => ({ ...share, name: share.key, most: maxDensityOf(keys) })),
    ...(others === null ? [] : [{ ...others, name: otherKeysText(others.keys), most: maxDensityOf([others]) }]),
  ];
  return framedPicture({
    scenario,
    requests,
    link,
    legend: LEGEND,
    description: [name, ...all.map((one) => `${one.name}: ${keyStripText(one.densities, canDelay, range)}`)].join('\n'),
    parts: [
      spacePart(12),
      ...textPart(name, { size: 14, bold: true, line: 20, most: 2 }),
      ...textPart(`Jain’s index of what was admitted: ${jainText(lanes[lane]?.jain ?? null)}`, {
        size: 12,
        line: 17,
        most: 1,
      }),
      ...all.flatMap((one): readonly PicturePart[] => [
        spacePart(6),
        ...textPart(one.name === '' ? '“”' : one.name, {
          size: 12,
          line: 16,
          most: 1,
          aside: figuresText(one, canDelay),
        }),
        plotPart(
          STRIP_HEIGHT,
          [(ctx, viewport, theme) => drawKeyStrip(ctx, viewport, theme, one.densities, one.most)],
          range,
          { top: 1, bottom: 1 },
        ),
      ]),
      plotPart(TIME_AXIS_HEIGHT, [timeAxisDrawing(timeTicks(range.from, range.to, PLOT_WIDTH))], range),
    ],
  });
}

/** `40 requests, 12 admitted, 28 denied` */
function figuresText(share: RequestCounts, canDelay: boolean): string {
  return keyRowCells(share, canDelay)
    .map(({ name, text }) => `${text} ${name}`)
    .join(', ');
}
