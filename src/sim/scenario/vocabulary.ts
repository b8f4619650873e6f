/** The ids that a lane may name, with their editions and options: limiters of one process, then schemes of several. */
import type { SchemeKnob } from '../cluster/scheme.ts';
import { schemes } from '../cluster/schemes/index.ts';
import { catalogue } from '../limiters/index.ts';
import type { AlgorithmInfo, Edition } from '../limiters/limiter.ts';

/** What the format knows of one limiter or scheme. */
export interface FormatEntry {
  readonly id: string;
  readonly name: string;
  readonly editions: readonly Edition[];
  /** The edition that a missing one means. */
  readonly defaultEdition: Edition;
  readonly knobs: readonly SchemeKnob[];
  /** `one`: a limiter of a single process. `several`: a scheme of nodes and a store, which `cluster` describes. */
  readonly processes: 'one' | 'several';
}

/** All that a lane may name, in the picker's order. */
export const vocabulary: readonly FormatEntry[] = [
  ...catalogue.map((limiter) => toFormatEntry(limiter, limiter.knobs, 'one')),
  ...schemes.map((scheme) => toFormatEntry(scheme, scheme.knobs, 'several')),
];

const byId = new Map(vocabulary.map((entry) => [entry.id, entry]));

/** What the format knows of an id, if it knows it. */
export function formatEntryOf(id: string): FormatEntry | undefined {
  return byId.get(id);
}

function toFormatEntry(
  { id, name, editions }: AlgorithmInfo,
  knobs: FormatEntry['knobs'],
  processes: FormatEntry['processes'],
): FormatEntry {
  const edition = editions.includes('corrected') ? 'corrected' : 'published';
  return { id, name, editions, defaultEdition: edition, knobs, processes };
}
