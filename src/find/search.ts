/**
 * A search, cut into tasks that may be done by anyone, in any order: first all short traffics over the instants that matter,
 * then random ones from a seed. What is found is shrunk.
 */
import { OwnCodeError, type Cluster, type Instant } from '../sim/index.ts';
import type { Effort } from './effort.ts';
import { countTraffics, searchAll, spaceOf, type TrafficSpace } from './exhaustive.ts';
import { instantsThatMatter, LATEST } from './instants.ts';
import type { Evidence, Question } from './question.ts';
import type { RaceCase } from './races/raceRun.ts';
import { searchRandom } from './randomTraffic.ts';
import { showing, shrink } from './shrink.ts';
import type { Request } from './trial.ts';

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
  /** Of a search over races: on how many nodes, and how many requests on how many instants were tried with each fault too. */
  readonly races?: { readonly nodes: number; readonly requestsWithFault: number; readonly instantsWithFault: number };
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
  /** On which a race shows: delays and a fault; absent where lanes need none. */
  readonly cluster?: Cluster;
}

export interface FindResult {
  /** `Fixed window and Sliding log differ`. */
  readonly sought: string;
  /** Null if nothing was. */
  readonly found: Found | null;
  readonly tried: Tried;
}

/** Where a search is: two phases of tasks, then what was found is made smaller. */
export type FindPhase = FindTask['phase'] | 'shrinking';

/** A part of the search. Tasks may be done by anyone, in any order. */
export type FindTask =
  | { readonly phase: 'exhaustive'; readonly index: number; readonly longest: number }
  | { readonly phase: 'random'; readonly index: number };

/** A traffic that shows it and, of a random one, its number; of a race, what happens on the way. Null if there is none. */
export type TaskResult = {
  readonly traffic: readonly Request[];
  readonly number: number;
  readonly race?: Pick<RaceCase, 'moves' | 'faults'>;
} | null;

/** What a task came to: what it found, or how the user's own code failed in it. */
export type TaskOutcome =
  | { readonly found: TaskResult }
  | { readonly failure: Pick<OwnCodeError, 'name' | 'message' | 'line' | 'at'> };

/** Yields the number of traffics tried since the last pause. */
export function* doTask(search: Dealt, task: FindTask): Generator<number, TaskOutcome> {
  try {
    return { found: yield* search.run(task) };
  } catch (error) {
    if (!(error instanceof OwnCodeError)) throw error;
    const { name, message, line, at } = error;
    return { failure: { name, message, line, at } };
  }
}

/** What the answer is made of; null if nothing was found. */
export type Settled = (NonNullable<TaskResult> & { readonly phase: FindTask['phase']; readonly index: number }) | null;

/** Random traffics in one task. */
const TRIES_PER_TASK = 2_000;
/** Windows that a random traffic lasts at most. */
const RANDOM_WINDOWS = 16;

/** Of a lane that keeps something outside its state, so that it answers otherwise each time. */
const NOT_AGAIN: Evidence = {
  sequel: [],
  fact: 'It was seen once and could not be reproduced: the same requests get different answers',
};

/** What deals the tasks of a search, and has them done, needs of it. */
export interface Dealt {
  readonly effort: Effort;
  /** What is looked through first. */
  readonly all: Pick<Tried, 'requests' | 'instants' | 'traffics' | 'races'>;
  /** How many tasks each phase has. */
  readonly tasks: Readonly<Record<FindTask['phase'], number>>;
  /** Yields the number of traffics tried since the last pause. */
  run(task: FindTask): Generator<number, TaskResult>;
  /** The answer: what a task found, made smaller, or nothing. */
  answer(settled: Settled): Generator<undefined, FindResult>;
}

/** A search that is ready to begin: what it is over, its tasks, and what becomes of a find. */
export class Search implements Dealt {
  readonly question: Question;
  readonly effort: Effort;
  readonly space: TrafficSpace;
  readonly tasks: Dealt['tasks'];
  readonly #instants: readonly Instant[];
  readonly #latest: Instant;

  constructor(question: Question, effort: Effort) {
    this.question = question;
    this.effort = effort;
    this.#instants = instantsThatMatter(question);
    this.space = spaceOf(question, this.#instants, effort.requests);
    this.tasks = { exhaustive: this.space.instants.length, random: Math.ceil(effort.tries / TRIES_PER_TASK) };
    const longest = Math.max(...question.contenders.map(({ policy }) => policy.T));
    this.#latest = Math.min(LATEST, RANDOM_WINDOWS * longest);
  }

  get all(): Dealt['all'] {
    const { requests, instants } = this.space;
    return { requests, instants, traffics: countTraffics(this.space) };
  }

  *run(task: FindTask): Generator<number, TaskResult> {
    const { question, space, effort } = this;
    if (task.phase === 'exhaustive') {
      const first = { at: space.instants[task.index] as Instant, key: 0, cost: 1 };
      const traffic = yield* searchAll(question, space, first, task.longest);
      return traffic && { traffic, number: 0 };
    }
    const from = task.index * TRIES_PER_TASK;
    return yield* searchRandom(question, {
      seed: effort.seed,
      from,
      to: Math.min(effort.tries, from + TRIES_PER_TASK),
      costsFrom: Math.ceil(effort.tries / 2),
      latest: this.#latest,
    });
  }

  *answer(settled: Settled): Generator<undefined, FindResult> {
    const { sought } = this.question;
    if (settled === null) return { sought, found: null, tried: this.#tried(this.effort.tries) };
    const { phase, traffic, number } = settled;
    const shown = showing(this.question, traffic) ?? { traffic, evidence: NOT_AGAIN };
    const { evidence, traffic: shrunk } =
      shown.evidence === NOT_AGAIN ? shown : yield* shrink(this.question, shown, this.#instants);
    const requests = [...shrunk, ...evidence.sequel];
    return {
      sought,
      found: { requests, evidence, by: phase },
      tried: this.#tried(phase === 'exhaustive' ? 0 : number + 1),
    };
  }

  #tried(random: number): Tried {
    const { contenders, costs } = this.question;
    const hasCosts = costs && contenders.every(({ maxCost }) => maxCost > 1);
    const randomWithCosts = hasCosts ? Math.max(0, random - Math.ceil(this.effort.tries / 2)) : 0;
    return { ...this.all, keys: this.space.keys, random, randomWithCosts };
  }
}
