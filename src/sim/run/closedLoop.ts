/** A lane of one limiter whose traffic reacts to its answers. */
import { paramsForRun, type KeyState } from '../limiters/limiter.ts';
import type { Duration } from '../time.ts';
import { DELAY, outcomeOf, type Outcome } from '../verdict.ts';
import type { Actor, Answer, TryRecord } from './actor.ts';
import type { Budget } from './budget.ts';
import { EventLoop, SLICE, type LoopResult } from './eventLoop.ts';
import type { LimiterPlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';
import { TraceBuilder } from './traceBuilder.ts';

/**
 * Yields the number of decisions made so far.
 *
 * @param actors by entry; null for open-loop entries
 * @throws {ScriptFailure} when a script fails
 */
export function* runClosedLoop(
  plan: Pick<Plan, 'arrivals' | 'duration'>,
  lanePlan: LimiterPlan,
  actors: readonly (Actor | null)[],
  budget: Budget,
): Generator<number, LoopResult> {
  const loop = new LimiterLoop(plan, lanePlan, actors, budget);
  yield* loop.start();
  while (loop.processEvents(SLICE)) yield loop.decisionCount;
  return loop.result();
}

class LimiterLoop extends EventLoop {
  readonly #limiter: LimiterPlan['algorithm'];
  readonly #params: LimiterPlan['params'];
  readonly #states: (KeyState | undefined)[];
  readonly #limiterAnswer: LimiterAnswer;
  readonly #traceBuilder: TraceBuilder;

  constructor(
    plan: Pick<Plan, 'arrivals' | 'duration'>,
    lanePlan: LimiterPlan,
    actors: readonly (Actor | null)[],
    budget: Budget,
  ) {
    super(plan, actors, budget);
    this.#traceBuilder = new TraceBuilder(lanePlan.algorithm.outcomes.includes('delay'));
    // With its full length: an array that is filled in any order would become a hash table.
    this.#states = Array.from({ length: plan.arrivals.keys.length });
    this.#limiter = lanePlan.algorithm;
    this.#params = paramsForRun(lanePlan.algorithm, lanePlan.params);
    this.#limiterAnswer = new LimiterAnswer(lanePlan, this.record);
  }

  result(): LoopResult {
    return { trace: this.#traceBuilder.build(this.keys), ...this.report() };
  }

  protected override decide(actor: Actor | null, entry: number, client: number): void {
    const { record } = this;
    const { at, keyIndex, cost } = record;
    const state = (this.#states[keyIndex] ??= this.#limiter.init(this.#params));
    const verdict = this.#limiter.decide(state, this.#params, at, cost);
    const wait = verdict === DELAY ? (state['wait'] as number) : 0;
    this.#traceBuilder.push(at, keyIndex, cost, entry, client, record.job, record.number, verdict, wait);
    if (actor === null) return;
    this.#limiterAnswer.set(outcomeOf(verdict), wait, state);
    actor.onAnswer(record, this.#limiterAnswer, this);
  }
}

/** The lane's answer to the latest try. One object is reused for all, as their record is. */
class LimiterAnswer implements Answer {
  outcome: Outcome = 'allow';
  wait: Duration = 0;
  readonly #lanePlan: LimiterPlan;
  readonly #record: Readonly<TryRecord>;
  #state: KeyState = {};

  constructor(lanePlan: LimiterPlan, record: Readonly<TryRecord>) {
    this.#lanePlan = lanePlan;
    this.#record = record;
  }

  set(outcome: Outcome, wait: Duration, state: KeyState): void {
    this.outcome = outcome;
    this.wait = wait;
    this.#state = state;
  }

  retryAfter(): Duration {
    const { at, cost } = this.#record;
    return this.#lanePlan.algorithm.retryAfter(this.#state, this.#lanePlan.params, at, cost);
  }
}
