/** The run: every lane decides on the same arrivals, and on those that its own answers cause. */
import { summarizeLane, type LaneSummary } from '../metrics/summary.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { mapSlices, runToEnd } from '../slices.ts';
import { microsFromSeconds, NEVER } from '../time.ts';
import type { Actor } from './actor.ts';
import { openActors } from './actorSet.ts';
import { budgetFor, maxDecisionsPerLane, type Budget } from './budget.ts';
import { runClosedLoop } from './closedLoop.ts';
import { observeClusterLoop, runClusterLoop } from './clusterLoop.ts';
import type { LaneRun } from './laneRun.ts';
import type { LanePlan, LimiterPlan, SchemePlan } from './lanePlan.ts';
import type { Observer } from './observer.ts';
import { runOpenLoop } from './openLoop.ts';
import type { Plan } from './plan.ts';

export interface Run {
  readonly plan: Plan;
  readonly lanes: readonly LaneRun[];
}

/** How far a run has come, in decisions. */
export interface Progress {
  readonly done: number;
  /** Null where it is not known: clients may retry for ever. */
  readonly total: number | null;
}

/**
 * Runs a plan slice by slice. Whatever drives the generator may stop at any slice, and then calls `return`.
 * @throws {ScriptFailure} when a script fails in the middle of a run
 */
export function* simulate(plan: Plan): Generator<Progress, Run> {
  const total = plan.isClosedLoop ? null : plan.arrivals.count * plan.lanes.length;
  const maxDecisions = maxDecisionsPerLane(plan);
  const lanes: LaneRun[] = [];
  let before = 0;
  for (const lanePlan of plan.lanes) {
    const slices =
      plan.isClosedLoop || lanePlan.kind === 'scheme'
        ? runEventDrivenLane(plan, lanePlan, maxDecisions)
        : runOpenLoopLane(plan, lanePlan);
    const run = yield* mapSlices(slices, (made) => ({ done: before + made, total }));
    lanes.push(run);
    before += run.arrivals.count;
    // However few its decisions: starting its scripts anew, or its figures, may have taken long.
    yield { done: before, total };
  }
  return { plan, lanes };
}

/** The same, to the end, where there is nothing else to do meanwhile. */
export function simulateToEnd(plan: Plan): Run {
  return runToEnd(simulate(plan));
}

function* runOpenLoopLane(plan: Plan, lanePlan: LimiterPlan): Generator<number, LaneRun> {
  const trace = yield* runOpenLoop(plan.arrivals, lanePlan);
  const summary = yield* summarizeInSlices(plan, lanePlan, trace, 0);
  return { plan: lanePlan, ...trace, summary, report: null };
}

/** A lane whose traffic reacts to its answers, or that takes time to decide. */
export function* runEventDrivenLane(plan: Plan, lanePlan: LanePlan, maxDecisions: number): Generator<number, LaneRun> {
  const { trace, ...report } = yield* withActors(plan, lanePlan, maxDecisions, (actors, budget) =>
    lanePlan.kind === 'scheme'
      ? runClusterLoop(plan, lanePlan, actors, budget)
      : runClosedLoop(plan, lanePlan, actors, budget),
  );
  const summary = yield* summarizeInSlices(plan, lanePlan, trace, report.pendingRetries);
  return { plan: lanePlan, ...trace, summary, report: plan.isClosedLoop ? report : null };
}

/** The lane of several processes once more, observed: with the budget that it had, so that it is the same run. */
export function* observeLane(plan: Plan, lanePlan: SchemePlan, observer: Observer): Generator<undefined, void> {
  yield* withActors(plan, lanePlan, maxDecisionsPerLane(plan), (actors, budget) =>
    observeClusterLoop(plan, lanePlan, actors, budget, observer),
  );
}

/** Frees what the scripts hold, however the lane ends. */
function* withActors<S, T>(
  plan: Plan,
  lanePlan: LanePlan,
  maxDecisions: number,
  run: (actors: readonly (Actor | null)[], budget: Budget) => Generator<S, T>,
): Generator<S, T> {
  const actorSet = openActors(plan, lanePlan);
  try {
    return yield* run(actorSet.actors, budgetFor(lanePlan, maxDecisions));
  } finally {
    actorSet.close();
  }
}

/** A lane that was decided elsewhere, with its figures. */
export function laneRunOf(plan: Plan, lane: LanePlan, trace: LaneTrace): LaneRun {
  return { plan: lane, ...trace, summary: runToEnd(summarizeInSlices(plan, lane, trace, 0)), report: null };
}

/** @param pendingRetries jobs whose next try would come after the end */
function summarizeInSlices(
  plan: Plan,
  lane: LanePlan,
  trace: LaneTrace,
  pendingRetries: number,
): Generator<number, LaneSummary> {
  const slices = summarizeLane(trace, lane.policy.T, jobStatsInputOf(plan, pendingRetries));
  return mapSlices(slices, () => trace.arrivals.count);
}

/** What the figures need to tell of jobs; null without clients and without timeouts. */
function jobStatsInputOf(
  { scenario: { traffic }, end }: Plan,
  pendingRetries: number,
): Parameters<typeof summarizeLane>[2] {
  if (traffic.every(({ kind, timeout }) => kind !== 'clients' && kind !== 'script' && timeout === undefined))
    return null;
  const timeouts = traffic.map(({ timeout }) => (timeout === undefined ? NEVER : microsFromSeconds(timeout)));
  return { timeouts, retryingAfterEnd: pendingRetries, end };
}
