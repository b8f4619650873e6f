/** The run: every lane decides on the same open-loop arrivals, and on the requests that its own answers cause. */
import { summarizeLane, type LaneSummary } from '../metrics/summary.ts';
import { keyOrBusiest } from '../arrivals.ts';
import { briefAdmissionsOf, type LaneTrace } from '../metrics/trace.ts';
import { windowCountCurve } from '../metrics/windowCount.ts';
import { mapSlices, runToEnd } from '../slices.ts';
import { microsFromSeconds, NEVER, type Duration } from '../time.ts';
import type { Actor } from './actor.ts';
import { openActors } from './actorSet.ts';
import { budgetFor, maxDecisionsPerLane, type Budget } from './budget.ts';
import type { Checkpoint } from './clusterCheckpoints.ts';
import { runClosedLoop } from './closedLoop.ts';
import { observeClusterLoop, runClusterLoop } from './clusterLoop.ts';
import type { LoopResult } from './eventLoop.ts';
import type { LaneRun } from './laneRun.ts';
import type { LanePlan, LimiterPlan, SchemePlan } from './lanePlan.ts';
import { reusableLane } from './reusedLane.ts';
import type { FirstLook } from './levelTracer.ts';
import type { Observer } from './observer.ts';
import { withRecordedLabels } from './recordedLabels.ts';
import { runOpenLoop } from './openLoop.ts';
import type { Plan } from './plan.ts';

export interface Run {
  readonly plan: Plan;
  readonly lanes: readonly LaneRun[];
}

/** The progress of a run, in decisions. */
export interface Progress {
  readonly done: number;
  /** Null in a closed loop, where it is not known. */
  readonly total: number | null;
}

/**
 * Runs a plan in slices. The caller may stop after any slice, and must then call `return`.
 * @param look what the charts show first: open-loop lanes of one limiter record its levels while they decide
 * @param previous an earlier run, whose lanes are taken over if nothing that they depend on has changed
 * @throws {ScriptFailure} when a script fails during the run
 */
export function* simulate(
  plan: Plan,
  look: FirstLook | null = null,
  previous: Run | null = null,
): Generator<Progress, Run> {
  const total = totalDecisions(plan);
  const lanes: LaneRun[] = [];
  let before = 0;
  for (const lanePlan of plan.lanes) {
    const reused = reusableLane(previous, plan, lanePlan);
    if (reused !== null) {
      lanes.push(reused);
      before += reused.arrivals.count;
      continue;
    }
    const run = yield* mapSlices(simulateLane(plan, lanePlan, look), (made) => ({ done: before + made, total }));
    lanes.push(run);
    before += run.arrivals.count;
    // Always yield here: restarting the lane's scripts, or computing its figures, may have taken long.
    yield { done: before, total };
  }
  return { plan, lanes };
}

/** The decisions of a run; null in a closed loop, where their number is not known. */
export function totalDecisions(plan: Plan): number | null {
  return plan.isClosedLoop ? null : plan.arrivals.count * plan.lanes.length;
}

/** One lane of `simulate`, which depends on no other. Yields the number of its decisions so far. */
export function simulateLane(plan: Plan, lanePlan: LanePlan, look: FirstLook | null): Generator<number, LaneRun> {
  return plan.isClosedLoop || lanePlan.kind === 'scheme'
    ? runEventDrivenLane(plan, lanePlan, maxDecisionsPerLane(plan))
    : runOpenLoopLane(plan, lanePlan, look);
}

/** `simulate`, run to the end without pauses. */
export function simulateToEnd(plan: Plan): Run {
  return runToEnd(simulate(plan));
}

function* runOpenLoopLane(plan: Plan, lanePlan: LimiterPlan, look: FirstLook | null): Generator<number, LaneRun> {
  const { trace, levels, checkpoints } = yield* runOpenLoop(plan.arrivals, lanePlan, look);
  const summary = yield* summarizeInSlices(plan, lanePlan, trace, 0);
  const run = { plan: lanePlan, ...trace, summary, report: null, ...(checkpoints !== null && { checkpoints }) };
  if (look === null || levels === null) return run;
  const admissions = briefAdmissionsOf(trace, keyOrBusiest(trace.arrivals, look.key));
  const windowCount = windowCountCurve(admissions, lanePlan.policy.T, look.from, look.to, look.columns);
  return { ...run, firstCurves: { look, curves: { ...levels, windowCount } } };
}

/** Runs a lane whose traffic reacts to its answers, or whose decisions take time. */
export function* runEventDrivenLane(plan: Plan, lanePlan: LanePlan, maxDecisions: number): Generator<number, LaneRun> {
  const { trace: decided, checkpoints, ...report } = yield* decideEventDrivenLane(plan, lanePlan, maxDecisions);
  const trace = { ...decided, arrivals: withRecordedLabels(decided.arrivals, plan.arrivals) };
  const repeatable = checkpoints === undefined ? {} : { checkpoints };
  const summary = yield* summarizeInSlices(plan, lanePlan, trace, report.pendingRetries);
  return { plan: lanePlan, ...trace, ...repeatable, summary, report: plan.isClosedLoop ? report : null };
}

/** The same without figures. */
export function decideEventDrivenLane(
  plan: Plan,
  lanePlan: LanePlan,
  maxDecisions: number,
): Generator<number, LoopResult> {
  return withActors<number, LoopResult>(plan, lanePlan, maxDecisions, (actors, budget) =>
    lanePlan.kind === 'scheme'
      ? runClusterLoop(plan, lanePlan, actors, budget)
      : runClosedLoop(plan, lanePlan, actors, budget),
  );
}

/**
 * Repeats the run of a distributed lane for an observer, with the same budget, so that it is the same run.
 * @param checkpoint where to begin; null for the start
 */
export function* observeLane(
  plan: Plan,
  lanePlan: SchemePlan,
  observer: Observer,
  checkpoint: Checkpoint | null,
): Generator<undefined, void> {
  yield* withActors(plan, lanePlan, maxDecisionsPerLane(plan), (actors, budget) =>
    observeClusterLoop(plan, lanePlan, actors, budget, observer, checkpoint),
  );
}

/** Releases the scripts' resources, however the lane ends. */
function* withActors<S, T>(
  plan: Plan,
  lanePlan: LanePlan,
  maxDecisions: number,
  run: (actors: readonly (Actor | null)[], budget: Budget) => Generator<S, T>,
): Generator<S, T> {
  const actorSet = openActors(plan, lanePlan);
  try {
    return yield* run(actorSet.actors, budgetFor(maxDecisions));
  } finally {
    actorSet.close();
  }
}

/** The run of a lane whose trace was made elsewhere, with its figures. */
export function laneRunOf(plan: Plan, lane: LanePlan, trace: LaneTrace): LaneRun {
  return { plan: lane, ...trace, summary: runToEnd(summarizeInSlices(plan, lane, trace, 0)), report: null };
}

/** @param pendingRetries number of jobs whose next try would come at or after the end */
function summarizeInSlices(
  plan: Plan,
  lane: LanePlan,
  trace: LaneTrace,
  pendingRetries: number,
): Generator<number, LaneSummary> {
  const slices = summarizeLane(trace, lane.policy.T, jobStatsInputOf(plan, pendingRetries));
  return mapSlices(slices, () => trace.arrivals.count);
}

/** The input for the figures of jobs; null without clients and timeouts. */
function jobStatsInputOf(plan: Plan, pendingRetries: number): Parameters<typeof summarizeLane>[2] {
  const timeouts = timeoutsOf(plan);
  return timeouts === null ? null : { timeouts, retryingAfterEnd: pendingRetries, end: plan.end };
}

/** By entry of the traffic, how long its senders wait for an answer; null without clients and timeouts. */
export function timeoutsOf({ scenario: { traffic } }: Pick<Plan, 'scenario'>): readonly Duration[] | null {
  if (traffic.every(({ kind, timeout }) => kind !== 'clients' && kind !== 'script' && timeout === undefined))
    return null;
  return traffic.map(({ timeout }) => (timeout === undefined ? NEVER : microsFromSeconds(timeout)));
}
