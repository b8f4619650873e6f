/** A confusion: a question as people ask it, the run that answers it, and where they asked. */
import { presetById, type JsonObject } from '../../sim/index.ts';
import type { Claim } from '../lesson.ts';

/** A public thread in which somebody asked. */
interface Thread {
  /** Repository and number, such as `go-redis/redis_rate#24`. */
  readonly place: string;
  /** The thread's own title; absent where it could not be looked up. */
  readonly title?: string;
  readonly url: string;
}

export interface Confusion {
  /** Never changes. */
  readonly id: string;
  readonly question: string;
  /** A sentence or two; every number in it is held against the run. */
  readonly answer: string;
  readonly document: JsonObject;
  readonly claims: readonly [Omit<Claim, 'on'>, ...Omit<Claim, 'on'>[]];
  /** Numbers in the words that are given, not found out: each occurs in the document. */
  readonly given?: readonly string[];
  readonly threads: readonly [Thread, ...Thread[]];
}

/** The document of a preset, where that is the run that answers. */
export function documentOfPreset(id: string): JsonObject {
  const preset = presetById(id);
  if (preset === undefined) throw new TypeError(`There is no preset ${id}.`);
  return preset.document as JsonObject;
}

/** @param repository owner and name on GitHub, where issues and pull requests share one numbering */
export function thread(repository: string, number: number, title?: string): Thread {
  return {
    place: `${repository}#${number}`,
    ...(title === undefined ? {} : { title }),
    url: `https://github.com/${repository}/issues/${number}`,
  };
}
