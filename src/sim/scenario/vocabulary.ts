/** The ids that a lane may name, with their editions and options: the catalogue's, then those that are planned. */
import { catalogue } from '../limiters/index.ts';
import type { Edition } from '../limiters/limiter.ts';
import { PLANNED_SCHEMES, type OptionKnob, type Planned } from './planned.ts';

/** What the format knows of one limiter or scheme. */
export interface Word {
  readonly id: string;
  readonly name: string;
  readonly editions: readonly Edition[];
  /** The edition that a missing one means. */
  readonly edition: Edition;
  readonly knobs: readonly OptionKnob[];
  /** `one`: a limiter of a single process. `several`: a scheme of nodes and a store, which `cluster` describes. */
  readonly processes: 'one' | 'several';
  /** Whether this version can run it. */
  readonly runs: boolean;
}

/** All that a lane may name: those that run first, in the picker's order, then the planned ones. */
export const vocabulary: readonly Word[] = [
  ...catalogue.map((limiter) => word(limiter, limiter.family === 'Several processes' ? 'several' : 'one', true)),
  ...unbuilt(PLANNED_SCHEMES).map((planned) => word(planned, 'several', false)),
];

const byId = new Map(vocabulary.map((entry) => [entry.id, entry]));

/** What the format knows of an id, if it knows it. */
export function wordOf(id: string): Word | undefined {
  return byId.get(id);
}

function word({ id, name, editions, knobs }: Planned, processes: Word['processes'], runs: boolean): Word {
  const edition = editions.includes('corrected') ? 'corrected' : 'published';
  return { id, name, editions, edition, knobs, processes, runs };
}

function unbuilt(planned: readonly Planned[]): readonly Planned[] {
  return planned.filter(({ id }) => catalogue.every((limiter) => limiter.id !== id));
}
