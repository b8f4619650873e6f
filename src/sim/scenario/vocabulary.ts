/** The ids that a lane may name, with their editions and options: limiters of one process, then schemes of several. */
import type { SchemeKnob } from '../cluster/scheme.ts';
import { schemes } from '../cluster/schemes/index.ts';
import { catalogue } from '../limiters/index.ts';
import type { Described, Edition } from '../limiters/limiter.ts';

/** What the format knows of one limiter or scheme. */
export interface Word {
  readonly id: string;
  readonly name: string;
  readonly editions: readonly Edition[];
  /** The edition that a missing one means. */
  readonly edition: Edition;
  readonly knobs: readonly SchemeKnob[];
  /** `one`: a limiter of a single process. `several`: a scheme of nodes and a store, which `cluster` describes. */
  readonly processes: 'one' | 'several';
}

/** All that a lane may name, in the picker's order. */
export const vocabulary: readonly Word[] = [
  ...catalogue.map((limiter) => word(limiter, limiter.knobs, 'one')),
  ...schemes.map((scheme) => word(scheme, scheme.knobs, 'several')),
];

const byId = new Map(vocabulary.map((entry) => [entry.id, entry]));

/** What the format knows of an id, if it knows it. */
export function wordOf(id: string): Word | undefined {
  return byId.get(id);
}

function word({ id, name, editions }: Described, knobs: Word['knobs'], processes: Word['processes']): Word {
  const edition = editions.includes('corrected') ? 'corrected' : 'published';
  return { id, name, editions, edition, knobs, processes };
}
