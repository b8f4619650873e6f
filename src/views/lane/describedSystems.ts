/** The real systems, for the forms that show their options: labels and help come with the systems, after the first load. */
import { lacksSystem, loadSystems, type CatalogueEntry, type Lane } from '../../sim/index.ts';
import { PartNotLoadedError } from '../ui/lazyPart.ts';

let loading: Promise<void> | null = null;

/**
 * What the form of a lane waits for; null if it has all that it shows. The forms of schemes and stacks offer every system as
 * the limiter within.
 */
export function awaitedBy(lane: Lane, entry: CatalogueEntry | undefined): Promise<void> | null {
  const offersAll = lane.of !== undefined || (entry?.knobs.some(({ kind }) => kind === 'limiter') ?? false);
  if (!offersAll && !lacksSystem({ lanes: [lane] })) return null;
  // The same promise for every render.
  loading ??= loadSystems().catch((cause: unknown) => {
    throw new PartNotLoadedError('The real systems could not be loaded.', { cause });
  });
  return loading;
}
