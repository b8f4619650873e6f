/** A lane's decisions one by one, for lists and for output. */
import { outcomeOf, type Outcome } from '../limiters/limiter.ts';
import { costOf, keyOf } from '../metrics/trace.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { clientsBefore } from '../traffic/index.ts';
import type { Plan } from './plan.ts';
import type { LaneRun } from './simulate.ts';

/** One decision of one lane, in one line. */
export interface Decision {
  readonly request: number;
  readonly at: Instant;
  readonly key: string;
  readonly cost: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly wait: Duration;
  /** Whose try of which job it is; null for open-loop traffic. */
  readonly try: Attempt | null;
}

/** A client of an entry, its job and its try, all from 1. */
export interface Attempt {
  readonly entry: number;
  readonly client: number;
  readonly job: number;
  readonly number: number;
}

export type DecisionOf = (request: number) => Decision;

/** What a lane said of each of its requests. */
export function decisionsOf({ scenario, scripts }: Pick<Plan, 'scenario' | 'scripts'>, lane: LaneRun): DecisionOf {
  const { arrivals, verdicts, waits } = lane;
  const { reasons } = lane.plan.limiter;
  const before = clientsBefore(scenario.traffic, scripts);
  const tryOf = (request: number): Attempt | null => {
    const client = arrivals.tries?.client[request] ?? 0;
    if (arrivals.tries === null || client === 0) return null;
    const entry = arrivals.entry[request] as number;
    const { job, number } = arrivals.tries;
    return {
      entry,
      client: client - (before[entry] as number),
      job: job[request] as number,
      number: number[request] as number,
    };
  };
  return (request) => {
    const verdict = verdicts[request] as number;
    return {
      request,
      at: arrivals.at[request] as number,
      key: arrivals.keys[keyOf(arrivals, request)] ?? '',
      cost: costOf(arrivals, request),
      outcome: outcomeOf(verdict),
      reason: reasons[verdict] ?? '',
      wait: waits === null ? 0 : (waits[request] as number),
      try: tryOf(request),
    };
  };
}

/** One row of a lane's output, in the order of decisions: with the level after it and the promise of a denial. */
export interface Row extends Decision {
  readonly level: number;
  readonly retryAfter: Duration | null;
}

/** All rows of a lane, by running it once more: a trace keeps neither levels nor promises. */
export function* rowsOf(plan: Plan, lane: LaneRun): Generator<Row> {
  const { arrivals } = lane;
  const { limiter, params } = lane.plan;
  const states = arrivals.keys.map(() => limiter.init(params));
  const decisionAt = decisionsOf(plan, lane);
  for (let request = 0; request < arrivals.count; request++) {
    const decision = decisionAt(request);
    const { at, cost, outcome } = decision;
    const state = states[keyOf(arrivals, request)] as (typeof states)[number];
    limiter.decide(state, params, at, cost);
    const promised = outcome === 'deny' ? limiter.retryAfter(state, params, at, cost) : NEVER;
    yield { ...decision, level: limiter.level(state, params, at), retryAfter: promised === NEVER ? null : promised };
  }
}
