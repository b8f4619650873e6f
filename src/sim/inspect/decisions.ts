/** A lane's decisions one by one, for lists and for output. */
import { outcomeOf, type Outcome } from '../limiters/limiter.ts';
import { costOf, keyOf, NO_NODE, WAYS, type Way } from '../metrics/trace.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { clientsBefore } from '../traffic/index.ts';
import type { LimiterPlan } from '../run/lanePlan.ts';
import { isScheme, type SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import type { LaneRun } from '../run/laneRun.ts';

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
  /** The node that took it, from 0; null where none did, or where one process decides. */
  readonly node: number | null;
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
      reason: reasonOf(lane, request, reasons[verdict] ?? ''),
      node: nodeOf(lane, request),
      wait: waits === null ? 0 : (waits[request] as number),
      try: tryOf(request),
    };
  };
}

/** What several processes may answer for another reason than their rule. */
const REASONS: Readonly<Record<Exclude<Way, 'decided'>, string>> = {
  died: 'node died',
  'no-node': 'no node takes requests',
  refused: 'no answer from the store',
  'let-through': 'admitted without an answer from the store',
  'by-itself': 'decided by the node itself, without an answer from the store',
  'in-vain': 'refused by the inner layer, charged by the outer',
};

function reasonOf({ cluster }: LaneRun, request: number, usual: string): string {
  const way = WAYS[cluster?.way[request] ?? 0] ?? 'decided';
  return way === 'decided' ? usual : REASONS[way];
}

function nodeOf({ cluster }: LaneRun, request: number): number | null {
  const node = cluster?.node[request] ?? NO_NODE;
  return node === NO_NODE ? null : node;
}

/** One row of a lane's output, in the order of decisions: with the level after it and the promise of a denial. */
export interface Row extends Decision {
  /** Null where no node found one. */
  readonly level: number | null;
  readonly retryAfter: Duration | null;
}

/** All rows of a lane. */
export function rowsOf(plan: Plan, lane: LaneRun): Generator<Row> {
  const decisionAt = decisionsOf(plan, lane);
  return isScheme(lane) ? writtenRows(lane, decisionAt) : replayedRows(lane, decisionAt);
}

/** Several processes write down what they found. */
function* writtenRows({ arrivals, cluster }: SchemeRun, decisionAt: DecisionOf): Generator<Row> {
  for (let request = 0; request < arrivals.count; request++) {
    const decision = decisionAt(request);
    const level = cluster.level[request] as number;
    const promised = decision.outcome === 'deny' ? (cluster.retryAfter[request] as number) : NaN;
    yield {
      ...decision,
      level: Number.isNaN(level) ? null : level,
      retryAfter: Number.isNaN(promised) ? null : promised,
    };
  }
}

/** One process is run once more: its trace keeps neither levels nor promises. */
function* replayedRows({ arrivals, plan }: Pick<LaneRun, 'arrivals' | 'plan'>, decisionAt: DecisionOf): Generator<Row> {
  const { limiter, params } = plan as LimiterPlan;
  const states = arrivals.keys.map(() => limiter.init(params));
  for (let request = 0; request < arrivals.count; request++) {
    const decision = decisionAt(request);
    const { at, cost, outcome } = decision;
    const state = states[keyOf(arrivals, request)] as (typeof states)[number];
    limiter.decide(state, params, at, cost);
    const promised = outcome === 'deny' ? limiter.retryAfter(state, params, at, cost) : NEVER;
    yield { ...decision, level: limiter.level(state, params, at), retryAfter: promised === NEVER ? null : promised };
  }
}
