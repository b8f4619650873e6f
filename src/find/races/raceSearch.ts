/**
 * A search over what a cluster does to a scheme: first all short traffics in every order of their commands, then the same with
 * one fault, then random traffics, delays and faults from a seed. It is cut into tasks as a search of traffics is.
 */
import type { SchemePlan } from '../../sim/engine.ts';
import type { Instant } from '../../sim/index.ts';
import { countTraffics } from '../exhaustive.ts';
import { instantsThatMatter } from '../instants.ts';
import { schemeContender } from '../schemeContender.ts';
import type { Effort } from '../effort.ts';
import type { Dealt, FindResult, FindTask, Settled, TaskResult } from '../search.ts';
import type { Request } from '../trial.ts';
import { answerText } from './answerText.ts';
import { faultsOf } from './faults.ts';
import { allOrders } from './orders.ts';
import type { RaceQuestion } from './questions.ts';
import { randomCase } from './randomCase.ts';
import { clusterOf, runRace, type RaceCase, type RaceRun } from './raceRun.ts';
import { shrinkRace } from './shrinkRace.ts';

/** Traffics whose orders are all tried have at most so many requests, and so many orders. */
const MOST_REQUESTS = 4;
const MOST_ORDERS = 3_000;
/** Runs of all tasks of a phase, about: a second or two. */
const MOST_RUNS = 20_000;
const MOST_INSTANTS = 6;
const TRIES_PER_TASK = 500;
const RUNS_PER_SLICE = 50;

/** All traffics of up to so many requests on these instants. */
interface RaceSpace {
  readonly requests: number;
  readonly instants: readonly Instant[];
}

export class RaceSearch implements Dealt {
  readonly effort: Effort;
  readonly tasks: Dealt['tasks'];
  readonly #plan: SchemePlan;
  readonly #question: RaceQuestion;
  readonly #space: RaceSpace;
  readonly #spaceWithFault: RaceSpace;

  constructor(plan: SchemePlan, question: RaceQuestion, effort: Effort) {
    this.#plan = plan;
    this.#question = question;
    this.effort = effort;
    const instants = instantsThatMatter({ contenders: [schemeContender(plan)], windows: [question.allowance] });
    this.#space = spaceFor(instants, effort.requests, (requests) => ordersOf(plan, instants, requests));
    this.#spaceWithFault = spaceFor(instants, this.#space.requests, (requests) => {
      const [first] = allOrders(plan, sameInstant(0, requests));
      return ordersOf(plan, instants, requests) * faultsOf(plan, first as RaceRun).length;
    });
    this.tasks = {
      exhaustive: this.#space.instants.length + this.#spaceWithFault.instants.length,
      random: Math.ceil(effort.tries / TRIES_PER_TASK),
    };
  }

  get all(): Dealt['all'] {
    const { instants, requests } = this.#space;
    const races = {
      nodes: this.#plan.cluster.nodes,
      requestsWithFault: this.#spaceWithFault.requests,
      instantsWithFault: this.#spaceWithFault.instants.length,
    };
    return { instants, requests, traffics: countCombinations(this.#space), races };
  }

  *run(task: FindTask): Generator<number, TaskResult> {
    let runs = 0;
    for (const { run, number } of this.#runsOf(task)) {
      if (this.#shows(run) !== null) return this.#found(run, number);
      if (++runs % RUNS_PER_SLICE === 0) yield RUNS_PER_SLICE;
    }
    yield runs % RUNS_PER_SLICE;
    return null;
  }

  *answer(settled: Settled): Generator<undefined, FindResult> {
    const { nodes } = this.#plan.cluster;
    const name = `${this.#plan.label} on ${nodes} nodes`;
    const sought = `${name} ${this.#question.sought}`;
    const random = settled === null ? this.effort.tries : settled.phase === 'random' ? settled.number + 1 : 0;
    const tried = { ...this.all, keys: 1, random, randomWithCosts: 0 };
    if (settled === null) return { sought, found: null, tried };
    const run = yield* shrinkRace(
      runRace(this.#plan, caseOf(settled)),
      (one) => runRace(this.#plan, one),
      (one) => this.#shows(one) !== null,
    );
    const fact = answerText(run, `${name} ${this.#shows(run)}`);
    return {
      sought,
      found: {
        requests: requestsOf(run),
        evidence: { sequel: [], fact },
        by: settled.phase,
        cluster: clusterOf(this.#plan, run),
      },
      tried,
    };
  }

  #shows(run: RaceRun): string | null {
    return this.#question.shows(run, this.#plan.algorithm.reasons);
  }

  #found(run: RaceRun, number: number): TaskResult {
    return { traffic: requestsOf(run), number, race: { moves: run.moves, faults: run.faults } };
  }

  *#runsOf({ index, ...task }: FindTask): Generator<{ readonly run: RaceRun; readonly number: number }> {
    if (task.phase === 'random') {
      yield* this.#randomRuns(index * TRIES_PER_TASK);
      return;
    }
    const { length } = this.#space.instants;
    if (index < length) for (const run of this.#ordersIn(this.#space, index, task.longest)) yield { run, number: 0 };
    else
      for (const run of this.#ordersIn(this.#spaceWithFault, index - length, task.longest))
        for (const fault of faultsOf(this.#plan, run))
          yield { run: runRace(this.#plan, { ...run, faults: [fault] }), number: 0 };
  }

  /** Of one task. */
  *#randomRuns(from: number): Generator<{ readonly run: RaceRun; readonly number: number }> {
    const { tries, seed } = this.effort;
    for (let number = from; number < Math.min(tries, from + TRIES_PER_TASK); number++)
      for (const run of randomCase(this.#plan, this.#question.allowance, this.#space.instants, seed, number))
        yield { run, number };
  }

  /** Every order of the traffics whose first instant is that one, the shorter traffics first. */
  *#ordersIn({ requests, instants }: RaceSpace, first: number, longest: number): Generator<RaceRun> {
    for (let count = 1; count <= Math.min(longest, requests); count++)
      for (const at of trafficsFrom(instants, first, count)) yield* allOrders(this.#plan, at);
  }
}

/** As many requests as can be tried in every order, and then as many instants. @param orders of so many that come together */
function spaceFor(instants: readonly Instant[], most: number, orders: (requests: number) => number): RaceSpace {
  let requests = Math.min(most, MOST_REQUESTS);
  while (requests > 1 && orders(requests) > MOST_ORDERS) requests--;
  const each = orders(requests);
  let count = Math.min(MOST_INSTANTS, instants.length);
  const spaceOf = (): RaceSpace => ({ requests, instants: instants.slice(0, count).sort((a, b) => a - b) });
  while (count > 1 && countCombinations(spaceOf()) * each > MOST_RUNS) count--;
  return spaceOf();
}

/** The most orders of so many requests at one instant, at the two that matter most; no more than one above `MOST_ORDERS`. */
function ordersOf(plan: SchemePlan, instants: readonly Instant[], requests: number): number {
  const counts = instants.slice(0, 2).map((instant) => {
    let count = 0;
    for (const _ of allOrders(plan, sameInstant(instant, requests))) if (++count > MOST_ORDERS) break;
    return count;
  });
  return Math.max(...counts);
}

function sameInstant(instant: Instant, requests: number): readonly Instant[] {
  return Array.from({ length: requests }, () => instant);
}

function countCombinations({ requests, instants }: RaceSpace): number {
  return countTraffics({ requests, instants, keys: 1, anyOrder: false });
}

/** Instants in order of time, the first of them that one. */
function* trafficsFrom(instants: readonly Instant[], first: number, requests: number): Generator<readonly Instant[]> {
  if (requests === 1) yield [instants[first] as Instant];
  else
    for (let next = first; next < instants.length; next++)
      for (const later of trafficsFrom(instants, next, requests - 1)) yield [instants[first] as Instant, ...later];
}

function requestsOf({ at }: RaceCase): readonly Request[] {
  return at.map((instant) => ({ at: instant, key: 0, cost: 1 }));
}

function caseOf({ traffic, race }: NonNullable<TaskResult>): RaceCase {
  return { at: traffic.map(({ at }) => at), moves: race?.moves ?? [], faults: race?.faults ?? [] };
}
