/** The lanes of a run, one after another. */
import { mapSlices } from '../slices.ts';
import type { Lane } from '../scenario/scenario.ts';
import type { LaneRun } from './laneRun.ts';
import { isOwnCodeError, type LanePlan } from './lanePlan.ts';
import type { FirstLook } from './levelTracer.ts';
import { failedLane, type FailedLane, type Plan } from './plan.ts';
import { reusableLane } from './reusedLane.ts';

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
 * Runs a plan in slices. The run's plan lacks the lanes that a user's program ended. The caller may stop after any slice, and must then call `return`.
 * @param runLane one lane, which depends on no other; yields the number of its decisions so far
 * @param look what the charts show first: open-loop lanes of one limiter record its levels while they decide
 * @param previous an earlier run, whose lanes are taken over if nothing that they depend on has changed
 */
export function* runLanes(
  plan: Plan,
  runLane: (plan: Plan, lanePlan: LanePlan, look: FirstLook | null) => Generator<number, LaneRun>,
  look: FirstLook | null,
  previous: Run | null,
): Generator<Progress, Run> {
  const total = totalDecisions(plan);
  const lanes: LaneRun[] = [];
  const ended: FailedLane[] = [];
  let before = 0;
  for (const lanePlan of plan.lanes) {
    const reused = reusableLane(previous, plan, lanePlan);
    if (reused !== null) {
      lanes.push(reused);
      before += reused.arrivals.count;
      continue;
    }
    try {
      const run = yield* mapSlices(runLane(plan, lanePlan, look), (made) => ({ done: before + made, total }));
      lanes.push(run);
      before += run.arrivals.count;
    } catch (error) {
      if (!isOwnCodeError(error)) throw error;
      ended.push(failedLane(plan.scenario.lanes[lanePlan.laneIndex] as Lane, lanePlan.laneIndex, error));
    }
    // Always yield here: restarting the lane's scripts, or computing its figures, may have taken long.
    yield { done: before, total };
  }
  return { plan: ended.length === 0 ? plan : withoutEnded(plan, ended), lanes };
}

/** Lanes whose program failed while it ran are no part of the run. */
export function withoutEnded(plan: Plan, ended: readonly FailedLane[]): Plan {
  const isEnded = ({ laneIndex }: LanePlan): boolean => ended.some((each) => each.laneIndex === laneIndex);
  return {
    ...plan,
    lanes: plan.lanes.filter((lane) => !isEnded(lane)),
    failedLanes: [...plan.failedLanes, ...ended].sort((a, b) => a.laneIndex - b.laneIndex),
  };
}

/** The decisions of a run; null in a closed loop, where their number is not known. */
export function totalDecisions(plan: Plan): number | null {
  return plan.isClosedLoop ? null : plan.arrivals.count * plan.lanes.length;
}
