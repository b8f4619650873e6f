import type { ReadableStore } from '../store.ts';
import { thumbnailOf } from './thumbnail.ts';
import type { Works } from './works.ts';

/** Keeps a picture of every run of the tab's work with the work. */
export function keepThumbnails({ subscribe }: Pick<ReadableStore, 'subscribe'>, works: Works): () => void {
  return subscribe(({ result, scenario }, before) => {
    // The run of an earlier scenario may arrive while a newer one is under way.
    if (result === null || result === before.result || result.scenario !== scenario) return;
    works.keepThumbnail(thumbnailOf(result));
  });
}
