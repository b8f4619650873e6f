/**
 * The state of a limiter as a picture, in ink only: what to draw, as data. `StatePicture.tsx` puts it into the page;
 * `pictureText` says the same in words. Each kind is drawn and said in one place, under `pictures/`.
 */
import type { Instant, Picture } from '../../sim/index.ts';
import { exactClock } from '../format/time.ts';
import { debt, pair, tokens, water } from './pictures/buckets.ts';
import { excess, ration, trapezoid } from './pictures/libraries.ts';
import { log } from './pictures/logs.ts';
import { decay, mark } from './pictures/marks.ts';
import { nodes } from './pictures/nodes.ts';
import { gate, queue } from './pictures/queues.ts';
import type { Drawing, PictureSize, Shape } from './pictures/shapes.ts';
import { cells, slices, weighted } from './pictures/windows.ts';

export { HUGE, LARGE, sizeOf, SMALL, type PictureSize, type Shape } from './pictures/shapes.ts';

type Kind = Picture['kind'];

/** The compiler asks for one of each kind. */
const drawings: { readonly [K in Kind]: Drawing<K> } = {
  cells,
  log,
  weighted,
  slices,
  tokens,
  water,
  debt,
  pair,
  mark,
  decay,
  line: queue,
  gate,
  ration,
  trapezoid,
  excess,
  nodes,
};

/** The one that is for the picture's own kind: of a union, TypeScript does not see that they belong together. */
function drawingOf(picture: Picture): Drawing<Kind> {
  return drawings[picture.kind] as Drawing<Kind>;
}

/** One sentence, or two, that name the quantities. */
export function pictureText(picture: Picture): string {
  return drawingOf(picture).text(picture);
}

/** The same with its instant: `At 14.200 s: filled to 3.25 of 10.` */
export function momentText(picture: Picture, at: Instant): string {
  return `At ${exactClock(at)}: ${pictureText(picture).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
}

export function pictureShapes(picture: Picture, size: PictureSize): readonly Shape[] {
  return drawingOf(picture).shapes(picture, size);
}
