/**
 * All traffics up to some length over a few instants: a tree, in which traffics that begin alike share what was decided. It is
 * cut into one task for each instant of the first request; which key that has makes no difference.
 */
import type { Instant } from '../sim/index.ts';
import type { Question } from './question.ts';
import { Trial, type Request } from './trial.ts';

/** What the traffics are made of. */
export interface TrafficSpace {
  readonly requests: number;
  /** Rising. */
  readonly instants: readonly Instant[];
  readonly keys: number;
  readonly anyOrder: boolean;
}

/** Traffics tried at most: of more, fewer instants are tried. About a second of two lanes. */
const MOST_TRAFFICS = 2_000_000;
/** Of schemes, whose store is copied with each request. */
const MOST_SCHEME_TRAFFICS = 100_000;
const TRAFFICS_PER_SLICE = 20_000;

/** @param instants in order of their weight: as many of the first are taken as all traffics can be tried on */
export function spaceOf(question: Question, instants: readonly Instant[], requests: number): TrafficSpace {
  const { keys, anyOrder, contenders } = question;
  const most = contenders.some(({ plan }) => plan.kind === 'scheme') ? MOST_SCHEME_TRAFFICS : MOST_TRAFFICS;
  const spaceWith = (count: number): TrafficSpace => ({
    requests,
    instants: instants.slice(0, count).sort((a, b) => a - b),
    keys,
    anyOrder,
  });
  let count = instants.length;
  while (count > 2 && countTraffics(spaceWith(count)) > most) count--;
  return spaceWith(count);
}

/** How many traffics of at least one request there are, whatever the names of their keys. */
export function countTraffics({ requests, instants, keys, anyOrder }: TrafficSpace): number {
  const letters = instants.length * keys;
  let total = 0;
  // Of `length` requests; in order of time, (instants + length − 1 choose length) choices of instants.
  let ofLength = 1;
  for (let length = 1; length <= requests; length++) {
    ofLength *= anyOrder ? letters : (keys * (instants.length + length - 1)) / length;
    total += ofLength;
  }
  return Math.round(total / keys);
}

/**
 * The shortest traffic that begins with that request and shows what is sought, and of several the first in order of instants.
 * Yields the number of traffics since the last pause.
 * @param longest of more requests, none is looked at
 */
export function* searchAll(
  question: Question,
  space: TrafficSpace,
  first: Request,
  longest: number,
): Generator<number, readonly Request[] | null> {
  const { instants, keys, anyOrder } = space;
  const letters = instants.flatMap((at) => Array.from({ length: keys }, (_, key) => ({ at, key, cost: 1 })));
  /** By depth, the letter that is next, and the first of those that may follow. */
  const next: number[] = [0];
  const trial = new Trial(question.contenders);
  let found: readonly Request[] | null = null;
  let limit = Math.min(longest, space.requests);
  if (limit < 1) return null;
  let tried = 1;
  trial.push(first);
  if (question.shows(trial) !== null) return [first];
  const start = anyOrder ? 0 : letters.findIndex(({ at }) => at === first.at);
  next.push(start);
  while (trial.requests.length > 0) {
    const depth = trial.requests.length;
    const index = next[depth] as number;
    if (depth >= limit || index >= letters.length) {
      trial.pop();
      next.length = depth;
      continue;
    }
    next[depth] = index + 1;
    const letter = letters[index] as Request;
    trial.push(letter);
    tried++;
    if (question.shows(trial) !== null) {
      found = [...trial.requests];
      // From here on only a shorter one is better.
      limit = depth;
      trial.pop();
    } else next.push(anyOrder ? 0 : index - letter.key);
    if (tried >= TRAFFICS_PER_SLICE) {
      yield tried;
      tried = 0;
    }
  }
  yield tried;
  return found;
}
