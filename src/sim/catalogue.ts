/** Everything that a lane can run, whether a limiter or a distributed scheme: its description and its options. */
import type { SchemeKnob } from './cluster/scheme.ts';
import { schemeById } from './cluster/schemes/index.ts';
import { limiterById } from './limiters/index.ts';
import type { AlgorithmInfo } from './limiters/limiter.ts';

/** A limiter or a distributed scheme as the catalogue describes it, without the functions that run it. */
export interface CatalogueEntry extends AlgorithmInfo {
  readonly knobs: readonly SchemeKnob[];
}

/** The limiter or scheme of that id, if there is one. */
export function catalogueEntryById(id: string): CatalogueEntry | undefined {
  return limiterById(id) ?? schemeById(id);
}
