/** What a lane may be, whether it runs in one process or in several: its words and its options. */
import type { SchemeKnob } from './cluster/scheme.ts';
import { schemeById } from './cluster/schemes/index.ts';
import { limiterById } from './limiters/index.ts';
import type { AlgorithmInfo } from './limiters/limiter.ts';

/** A limiter of the catalogue or a scheme of several processes, as it is described and chosen, without running it. */
export interface CatalogueEntry extends AlgorithmInfo {
  readonly knobs: readonly SchemeKnob[];
}

/** The limiter or scheme of that id, if there is one. */
export function catalogueEntryById(id: string): CatalogueEntry | undefined {
  return limiterById(id) ?? schemeById(id);
}
