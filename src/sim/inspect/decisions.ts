/** A lane's individual decisions, for lists and for output. */
import { type Outcome, outcomeOf } from '../verdict.ts';
import { paramsForRun } from '../limiters/limiter.ts';
import { NO_NODE, ANSWER_PATHS, type AnswerPath } from '../metrics/trace.ts';
import { costAt, keyAt } from '../arrivals.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { clientOffsetsOf } from '../traffic/index.ts';
import type { LimiterPlan } from '../run/lanePlan.ts';
import { isScheme, type SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import type { LaneRun } from '../run/laneRun.ts';

/** One decision of one lane. */
export interface Decision {
  readonly request: number;
  readonly at: Instant;
  readonly key: string;
  readonly cost: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly wait: Duration;
  /** The client, its job and its try; null for traffic without clients. */
  readonly try: JobTry | null;
  /** The node that took it, from 0; null if none did, or if the lane is not distributed. */
  readonly node: number | null;
}

/** A client of an entry, its job and its try, all from 1. */
export interface JobTry {
  readonly entry: number;
  readonly client: number;
  readonly job: number;
  readonly number: number;
}

export type DecisionLookup = (request: number) => Decision;

/** Looks up a lane's decision on each of its requests. */
export function decisionLookup(
  { scenario, scripts }: Pick<Plan, 'scenario' | 'scripts'>,
  lane: LaneRun,
): DecisionLookup {
  const { arrivals, verdicts, waits } = lane;
  const { reasons } = lane.plan.algorithm;
  const clientOffsets = clientOffsetsOf(scenario.traffic, scripts);
  const tryOf = (request: number): JobTry | null => {
    const client = arrivals.tries?.client[request] ?? 0;
    if (arrivals.tries === null || client === 0) return null;
    const entry = arrivals.entry[request] as number;
    const { job, number } = arrivals.tries;
    return {
      entry,
      client: client - (clientOffsets[entry] as number),
      job: job[request] as number,
      number: number[request] as number,
    };
  };
  return (request) => {
    const verdict = verdicts[request] as number;
    return {
      request,
      at: arrivals.at[request] as number,
      key: arrivals.keys[keyAt(arrivals, request)] ?? '',
      cost: costAt(arrivals, request),
      outcome: outcomeOf(verdict),
      reason: reasonOf(lane, request, reasons[verdict] ?? ''),
      node: nodeOf(lane, request),
      wait: waits === null ? 0 : (waits[request] as number),
      try: tryOf(request),
    };
  };
}

/**
 * Reasons of distributed lanes for answers that did not come from their rule. Those of the fallback also stand where the
 * answer was an error: outputs have these words, so they stay.
 */
const REASON_BY_ANSWER_PATH: Readonly<Record<Exclude<AnswerPath, 'decided'>, string>> = {
  died: 'node died',
  'no-node': 'no node takes requests',
  refused: 'no answer from the store',
  'let-through': 'admitted without an answer from the store',
  'by-itself': 'decided by the node itself, without an answer from the store',
  'in-vain': 'refused by the inner layer, charged by the outer',
};

function reasonOf({ cluster }: LaneRun, request: number, limiterReason: string): string {
  const answerPath = ANSWER_PATHS[cluster?.answerPath[request] ?? 0] ?? 'decided';
  return answerPath === 'decided' ? limiterReason : REASON_BY_ANSWER_PATH[answerPath];
}

function nodeOf({ cluster }: LaneRun, request: number): number | null {
  const node = cluster?.node[request] ?? NO_NODE;
  return node === NO_NODE ? null : node;
}

/** One row of a lane's output: a decision with the level after it and, for a denial, the retry-after time. */
export interface DecisionRow extends Decision {
  /** Null if no node observed one. */
  readonly level: number | null;
  readonly retryAfter: Duration | null;
}

/** The rows of a lane in the order of arrival, from that request on. */
export function decisionRowsOf(plan: Plan, lane: LaneRun, from = 0): Generator<DecisionRow> {
  const decisionAt = decisionLookup(plan, lane);
  return isScheme(lane) ? recordedRows(lane, decisionAt, from) : replayedRows(lane, decisionAt, from);
}

/** The trace of a distributed lane records levels and retry-after times. */
function* recordedRows(
  { arrivals, cluster }: SchemeRun,
  decisionAt: DecisionLookup,
  from: number,
): Generator<DecisionRow> {
  for (let request = from; request < arrivals.count; request++) {
    const decision = decisionAt(request);
    const level = cluster.level[request] as number;
    const retryAfter = decision.outcome === 'deny' ? (cluster.retryAfter[request] as number) : NaN;
    yield {
      ...decision,
      level: Number.isNaN(level) ? null : level,
      retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
    };
  }
}

/** A single process is replayed, because its trace has neither levels nor retry-after times. */
function* replayedRows(
  { arrivals, plan }: Pick<LaneRun, 'arrivals' | 'plan'>,
  decisionAt: DecisionLookup,
  from: number,
): Generator<DecisionRow> {
  const { algorithm: limiter, params: ofPlan } = plan as LimiterPlan;
  const params = paramsForRun(limiter, ofPlan);
  const states = arrivals.keys.map(() => limiter.init(params));
  for (let request = 0; request < arrivals.count; request++) {
    const state = states[keyAt(arrivals, request)] as (typeof states)[number];
    if (request < from) {
      limiter.decide(state, params, arrivals.at[request] as number, costAt(arrivals, request));
      continue;
    }
    const decision = decisionAt(request);
    const { at, cost, outcome } = decision;
    limiter.decide(state, params, at, cost);
    const retryAfter = outcome === 'deny' ? limiter.retryAfter(state, params, at, cost) : NEVER;
    yield {
      ...decision,
      level: limiter.level(state, params, at),
      retryAfter: retryAfter === NEVER ? null : retryAfter,
    };
  }
}
