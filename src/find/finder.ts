/**
 * The finder: the shortest traffic that shows what is asked. All short traffics over the instants that matter come first, then
 * random ones from a seed, and what is found is shrunk. The work is cut into tasks that may be done by anyone, in any order:
 * the answer is always that of the first task, of those with the shortest traffic, that has one.
 */
import type { Duration, Instant } from '../sim/index.ts';
import { countTraffics, firstRequests, searchAll, spaceOf, type TrafficSpace } from './exhaustive.ts';
import { instantsThatMatter, LATEST } from './instants.ts';
import type { Evidence, Question } from './question.ts';
import { searchRandom } from './randomTraffic.ts';
import { showing, shrink, type Shown } from './shrink.ts';
import type { Request } from './trial.ts';

export interface Effort {
  /** The longest of the traffics that are all tried. */
  readonly requests: number;
  /** Random traffics. */
  readonly tries: number;
  readonly seed: number;
}

export const DEFAULT_EFFORT: Effort = { requests: 6, tries: 200_000, seed: 1 };

/** What was looked through. */
export interface Tried {
  /** All traffics of at most that many requests, on these instants. */
  readonly requests: number;
  readonly instants: readonly Instant[];
  readonly keys: number;
  readonly traffics: number;
  /** Random traffics, up to the one that showed it. */
  readonly random: number;
  /** How many of them, the last ones, could have costs above 1. */
  readonly randomWithCosts: number;
}

export interface Found {
  /** The traffic, and the requests that follow it to show it. */
  readonly requests: readonly Request[];
  readonly evidence: Evidence;
  /**
   * `exhaustive`: no traffic with fewer requests on the instants tried shows it. `random`: every one of its requests is
   * needed, but a shorter traffic of another kind may do.
   */
  readonly by: 'exhaustive' | 'random';
}

export interface FindResult {
  /** Null if nothing was. */
  readonly found: Found | null;
  readonly tried: Tried;
}

export interface FindProgress {
  readonly phase: 'exhaustive' | 'random' | 'shrinking';
  /** Of all traffics of that phase, 0 to 1. */
  readonly done: number;
}

/** A part of the search. */
export type FindTask =
  | { readonly kind: 'all'; readonly first: Request; readonly longest: number }
  | { readonly kind: 'random'; readonly from: number; readonly to: number };

/** Random traffics in one task. */
const TRIES_PER_TASK = 2_000;

/** A search that is ready to begin: its tasks in their order, and what each of them is over. */
export class Search {
  readonly question: Question;
  readonly effort: Effort;
  readonly space: TrafficSpace;
  readonly #instants: readonly Instant[];

  constructor(question: Question, effort: Effort) {
    this.question = question;
    this.effort = effort;
    this.#instants = instantsThatMatter(question);
    this.space = spaceOf(question, this.#instants, effort.requests);
  }

  /** By first request. */
  exhaustiveTasks(): readonly FindTask[] {
    return firstRequests(this.space).map((first) => ({ kind: 'all', first, longest: this.space.requests }));
  }

  randomTasks(): readonly FindTask[] {
    const { tries } = this.effort;
    const count = Math.ceil(tries / TRIES_PER_TASK);
    return Array.from({ length: count }, (_, index) => ({
      kind: 'random',
      from: index * TRIES_PER_TASK,
      to: Math.min(tries, (index + 1) * TRIES_PER_TASK),
    }));
  }

  /** Yields traffics tried since the last pause. */
  *run(task: FindTask): Generator<number, TaskResult> {
    if (task.kind === 'all') {
      const traffic = yield* searchAll(this.question, this.space, task.first, task.longest);
      return traffic && { traffic, number: 0 };
    }
    const { from, to } = task;
    const { seed, tries } = this.effort;
    return yield* searchRandom(this.question, {
      seed,
      from,
      to,
      costsFrom: Math.ceil(tries / 2),
      latest: this.#latest(),
    });
  }

  /** What a task found, made smaller, as the answer. */
  *answer(by: Found['by'], { traffic, number }: NonNullable<TaskResult>): Generator<undefined, FindResult> {
    const shown = yield* shrink(this.question, showing(this.question, traffic) as Shown, this.#instants);
    const requests = [...shown.traffic, ...shown.evidence.sequel];
    return {
      found: { requests, evidence: shown.evidence, by },
      tried: this.tried(by === 'exhaustive' ? 0 : number + 1),
    };
  }

  tried(random: number): Tried {
    const { requests, instants, keys } = this.space;
    const { contenders, costs } = this.question;
    const hasCosts = costs && contenders.every(({ maxCost }) => maxCost > 1);
    const randomWithCosts = hasCosts ? Math.max(0, random - Math.ceil(this.effort.tries / 2)) : 0;
    return { requests, instants, keys, traffics: countTraffics(this.space), random, randomWithCosts };
  }

  /** Leaves room for what follows a traffic. */
  #latest(): Instant {
    const longest = Math.max(...this.question.contenders.map(({ policy }) => policy.T));
    return Math.min(LATEST, RANDOM_SPAN * longest);
  }
}

/** Windows that a random traffic lasts at most. */
const RANDOM_SPAN: Duration = 16;

/** A traffic that shows it and, of a random one, its number; null if there is none. */
export type TaskResult = { readonly traffic: readonly Request[]; readonly number: number } | null;

/** The whole search by one thread. Closing the generator ends it. */
export function* find(question: Question, effort: Effort): Generator<FindProgress, FindResult> {
  const search = new Search(question, effort);
  const total = search.tried(0).traffics;
  let done = 0;
  let best: TaskResult = null;
  for (const task of search.exhaustiveTasks()) {
    const longest: number = best === null ? effort.requests : best.traffic.length - 1;
    const slices = search.run({ ...task, longest } as FindTask);
    for (;;) {
      const slice = slices.next();
      if (slice.done === true) {
        best = slice.value ?? best;
        break;
      }
      done += slice.value;
      yield { phase: 'exhaustive', done: Math.min(1, done / total) };
    }
  }
  if (best !== null) return yield* shrinking(search.answer('exhaustive', best));
  done = 0;
  for (const task of search.randomTasks()) {
    const slices = search.run(task);
    for (;;) {
      const slice = slices.next();
      if (slice.done === true) {
        if (slice.value !== null) return yield* shrinking(search.answer('random', slice.value));
        break;
      }
      done += slice.value;
      yield { phase: 'random', done: done / effort.tries };
    }
  }
  return { found: null, tried: search.tried(effort.tries) };
}

function* shrinking<T>(slices: Generator<undefined, T>): Generator<FindProgress, T> {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    yield { phase: 'shrinking', done: 0 };
  }
}
