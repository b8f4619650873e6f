/**
 * The state of a limiter as a picture, in ink only: what to draw, as data. `StatePicture.tsx` renders it;
 * `pictureText` describes it in words. Each kind is described and drawn in one file under `pictures/`.
 */
import type { Instant, Picture } from '../../sim/index.ts';
import { formatInstantExact } from '../format/time.ts';
import { debt, pair, tokensPicture, water } from './pictures/buckets.ts';
import { excess, ration, trapezoid } from './pictures/libraries.ts';
import { log } from './pictures/logs.ts';
import { decay, mark } from './pictures/oneNumber.ts';
import { nodes } from './pictures/nodes.ts';
import { gate, queue } from './pictures/queues.ts';
import type { PictureRenderer, PictureSize, SvgShape } from './pictures/shapes.ts';
import { cells, slices, weighted } from './pictures/windows.ts';

export {
  PAGE_PICTURE,
  LANE_PICTURE,
  pictureSize,
  SMALL_PICTURE,
  type PictureSize,
  type SvgShape,
} from './pictures/shapes.ts';

type PictureKind = Picture['kind'];

/** The type requires an entry for each kind. */
const renderers: { readonly [K in PictureKind]: PictureRenderer<K> } = {
  cells,
  log,
  weighted,
  slices,
  tokens: tokensPicture,
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

/** The entry for the picture's own kind: TypeScript cannot infer that the members of the two unions correspond. */
function rendererOf(picture: Picture): PictureRenderer<PictureKind> {
  return renderers[picture.kind] as PictureRenderer<PictureKind>;
}

/** One or two sentences that name the quantities. */
export function pictureText(picture: Picture): string {
  return rendererOf(picture).describe(picture);
}

/** The same, preceded by the instant: `At 14.200 s: filled to 3.25 of 10.` */
export function pictureTextAt(picture: Picture, at: Instant): string {
  return `At ${formatInstantExact(at)}: ${pictureText(picture).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
}

export function pictureShapes(picture: Picture, size: PictureSize): readonly SvgShape[] {
  return rendererOf(picture).shapes(picture, size);
}
