/** A small picture for each word of the glossary: a run in which there is little else to see. */
import type { Term } from '../glossary.ts';
import { lanePictures } from './pictures/lanePictures.ts';
import { limitPictures } from './pictures/limitPictures.ts';
import type { GlossaryPicture } from './pictures/picture.ts';
import { requestPictures } from './pictures/requestPictures.ts';

export type { GlossaryPicture } from './pictures/picture.ts';

export const glossaryPictures: Readonly<Record<Term, GlossaryPicture>> = {
  ...requestPictures,
  ...limitPictures,
  ...lanePictures,
};
