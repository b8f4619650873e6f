/** The ids that a lane may name, with their editions and options: single-process limiters, then distributed schemes. */
import type { SchemeKnob } from '../cluster/scheme.ts';
import { schemes } from '../cluster/schemes/index.ts';
import { catalogue } from '../limiters/index.ts';
import type { AlgorithmInfo, Edition } from '../limiters/limiter.ts';
import { hasCodeKnob, ownStoreWords, ownWords, stackWords, systemWords } from '../systems/words.ts';

/** What the format knows about one limiter or scheme. */
export interface FormatEntry {
  readonly id: string;
  readonly name: string;
  readonly editions: readonly Edition[];
  /** The edition used when none is given. */
  readonly defaultEdition: Edition;
  readonly knobs: readonly SchemeKnob[];
  /** `one`: a single-process limiter. `several`: a distributed scheme on the nodes and store that `cluster` describes. */
  readonly processes: 'one' | 'several';
}

/** Every limiter and scheme that a lane may name, in the picker's order. */
export const vocabulary: readonly FormatEntry[] = [
  ...catalogue.map((limiter) => toFormatEntry(limiter, limiter.knobs, 'one')),
  ...[...systemWords, stackWords, ownWords].map((words) => toFormatEntry(words, words.knobs, 'one')),
  ...[...schemes, ...ownStoreWords].map((scheme) => toFormatEntry(scheme, scheme.knobs, 'several')),
];

const byId = new Map(vocabulary.map((entry) => [entry.id, entry]));

/** The entry with that id, if there is one. */
export function formatEntryOf(id: string): FormatEntry | undefined {
  return byId.get(id);
}

/** Whether a lane with that limiter runs a program that its user writes. */
export function runsUserCode(limiter: string): boolean {
  const entry = byId.get(limiter);
  return entry !== undefined && hasCodeKnob(entry);
}

function toFormatEntry(
  { id, name, editions }: Pick<AlgorithmInfo, 'id' | 'name' | 'editions'>,
  knobs: FormatEntry['knobs'],
  processes: FormatEntry['processes'],
): FormatEntry {
  const edition = editions.includes('corrected') ? 'corrected' : 'published';
  return { id, name, editions, defaultEdition: edition, knobs, processes };
}
