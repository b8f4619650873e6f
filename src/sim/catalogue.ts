/** Everything that a lane can run, whether a limiter or a distributed scheme: its description and its options. */
import type { SchemeKnob } from './cluster/scheme.ts';
import { schemeById } from './cluster/schemes/index.ts';
import { limiterById } from './limiters/index.ts';
import type { AlgorithmInfo } from './limiters/limiter.ts';
import { laterWordsById, type SystemWords } from './systems/words.ts';

/** A limiter or a distributed scheme as the catalogue describes it, without the functions that run it. */
export interface CatalogueEntry extends AlgorithmInfo {
  readonly knobs: readonly SchemeKnob[];
}

/** The limiter or scheme of that id, if there is one; of one that is not loaded yet, what its words say. */
export function catalogueEntryById(id: string): CatalogueEntry | undefined {
  const entry = limiterById(id) ?? schemeById(id);
  const words = laterWordsById(id);
  return entry ?? (words === undefined ? undefined : notLoadedYet(words));
}

/** A scenario may keep a limiter that this version does not know: it is called by its id. */
export function limiterName(id: string): string {
  return catalogueEntryById(id)?.name ?? id;
}

/** A description without texts: they come with the system. */
function notLoadedYet(words: SystemWords): CatalogueEntry {
  return {
    ...words,
    family: 'Real systems',
    summary: '',
    rule: '',
    sources: [],
    storedPerKey: '',
    errata: [],
    outcomes: ['allow', 'deny'],
    reasons: [],
    gauge: { unit: ['permit', 'permits'], denySide: 'ceiling', full: () => 1, low: () => 0 },
    pacing: 'bursty',
  };
}
