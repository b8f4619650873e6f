/** The run: every lane decides on the same open-loop arrivals, and on the requests that its own answers cause. */
import { runToEnd } from '../slices.ts';
import type { Actor } from './actor.ts';
import { openActors } from './actorSet.ts';
import { budgetFor, maxDecisionsPerLane, type Budget } from './budget.ts';
import type { Checkpoint, ClusterCheckpoints } from './clusterCheckpoints.ts';
import { runClosedLoop } from './closedLoop.ts';
import { observeClusterLoop, runClusterLoop } from './clusterRun.ts';
import type { LoopResult } from './eventLoop.ts';
import { summarizeInSlices } from './laneFigures.ts';
import type { LaneRun } from './laneRun.ts';
import { setProgramPlanner, type LanePlan, type SchemePlan } from './lanePlan.ts';
import type { FirstLook } from './levelTracer.ts';
import type { Observer } from './observer.ts';
import { openLoopLane } from './openLoopLane.ts';
import { withRecordedLabels } from './recordedLabels.ts';
import type { Plan } from './plan.ts';
import { planProgram } from './programPlan.ts';
import { runLanes, type Progress, type Run } from './runLanes.ts';

// Whoever can run programs can plan them.
setProgramPlanner(planProgram);

/**
 * Runs a plan in slices, whatever its lanes are. The caller may stop after any slice, and must then call `return`.
 * @param look what the charts show first
 * @param previous an earlier run, whose lanes are taken over if nothing that they depend on has changed
 * @throws {ScriptFailure} when a script fails during the run
 */
export function simulate(
  plan: Plan,
  look: FirstLook | null = null,
  previous: Run | null = null,
): Generator<Progress, Run> {
  return runLanes(plan, simulateLane, look, previous);
}

/** One lane of `simulate`, which depends on no other. Yields the number of its decisions so far. */
export function simulateLane(plan: Plan, lanePlan: LanePlan, look: FirstLook | null): Generator<number, LaneRun> {
  return plan.isClosedLoop || lanePlan.kind === 'scheme'
    ? runEventDrivenLane(plan, lanePlan, maxDecisionsPerLane(plan))
    : openLoopLane(plan, lanePlan, look);
}

/** `simulate`, run to the end without pauses. */
export function simulateToEnd(plan: Plan): Run {
  return runToEnd(simulate(plan));
}

/** Runs a lane whose traffic reacts to its answers, or whose decisions take time. */
export function* runEventDrivenLane(plan: Plan, lanePlan: LanePlan, maxDecisions: number): Generator<number, LaneRun> {
  const { trace: decided, checkpoints, ...report } = yield* decideEventDrivenLane(plan, lanePlan, maxDecisions);
  const arrivals = withRecordedLabels(decided.arrivals, plan.arrivals);
  const trace = arrivals === decided.arrivals ? decided : { ...decided, arrivals };
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
 * @param close gets checkpoints that are closer together, where the run is to be repeated more than once
 */
export function* observeLane(
  plan: Plan,
  lanePlan: SchemePlan,
  observer: Observer,
  checkpoint: Checkpoint | null,
  close: ClusterCheckpoints | null = null,
): Generator<undefined, void> {
  yield* withActors(plan, lanePlan, maxDecisionsPerLane(plan), (actors, budget) =>
    observeClusterLoop(plan, lanePlan, actors, budget, observer, checkpoint, close),
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
