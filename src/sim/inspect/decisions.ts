/** A lane's decisions one by one, for lists and for output. */
import { type Outcome, outcomeOf } from '../verdict.ts';
import { NO_NODE, ANSWER_PATHS, type AnswerPath } from '../metrics/trace.ts';
import { costAt, keyAt } from '../arrivals.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { clientOffsetsOf } from '../traffic/index.ts';
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
  readonly try: JobTry | null;
  /** The node that took it, from 0; null where none did, or where one process decides. */
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

/** What a lane said of each of its requests. */
export function decisionLookup(
  { scenario, scripts }: Pick<Plan, 'scenario' | 'scripts'>,
  lane: LaneRun,
): DecisionLookup {
  const { arrivals, verdicts, waits } = lane;
  const { reasons } = lane.plan.scheme;
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

/** What several processes may answer for another reason than their rule. */
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

/** One row of a lane's output, in the order of decisions: with the level after it and the promise of a denial. */
export interface DecisionRow extends Decision {
  /** Null where no node found one. */
  readonly level: number | null;
  readonly retryAfter: Duration | null;
}

/** All rows of a lane. */
export function decisionRowsOf(plan: Plan, lane: LaneRun): Generator<DecisionRow> {
  const decisionAt = decisionLookup(plan, lane);
  return isScheme(lane) ? recordedRows(lane, decisionAt) : replayedRows(lane, decisionAt);
}

/** Several processes write down what they found. */
function* recordedRows({ arrivals, cluster }: SchemeRun, decisionAt: DecisionLookup): Generator<DecisionRow> {
  for (let request = 0; request < arrivals.count; request++) {
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

/** One process is run once more: its trace keeps neither levels nor promises. */
function* replayedRows(
  { arrivals, plan }: Pick<LaneRun, 'arrivals' | 'plan'>,
  decisionAt: DecisionLookup,
): Generator<DecisionRow> {
  const { scheme, params } = plan as LimiterPlan;
  const states = arrivals.keys.map(() => scheme.init(params));
  for (let request = 0; request < arrivals.count; request++) {
    const decision = decisionAt(request);
    const { at, cost, outcome } = decision;
    const state = states[keyAt(arrivals, request)] as (typeof states)[number];
    scheme.decide(state, params, at, cost);
    const retryAfter = outcome === 'deny' ? scheme.retryAfter(state, params, at, cost) : NEVER;
    yield {
      ...decision,
      level: scheme.level(state, params, at),
      retryAfter: retryAfter === NEVER ? null : retryAfter,
    };
  }
}
