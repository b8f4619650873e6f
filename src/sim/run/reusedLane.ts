/** The lane that a run can take over from an earlier one, because nothing that it depends on has changed. */
import { scalarOptions, type Lane } from '../scenario/scenario.ts';
import { maxDecisionsPerLane } from './budget.ts';
import type { LanePlan } from './lanePlan.ts';
import type { LaneRun } from './laneRun.ts';
import type { Plan } from './plan.ts';

interface EarlierRun {
  readonly plan: Plan;
  readonly lanes: readonly LaneRun[];
}

/** The run of a lane in an earlier run, if that lane had the same limiter, policy and traffic; otherwise null. */
export function reusableLane(previous: EarlierRun | null, plan: Plan, lanePlan: LanePlan): LaneRun | null {
  if (previous === null || previous.plan.arrivals !== plan.arrivals || lanePlan.kind === 'scheme') return null;
  const wanted = laneText(plan, lanePlan);
  const found = previous.lanes.find((lane) => laneText(previous.plan, lane.plan) === wanted);
  return found === undefined ? null : { ...found, plan: lanePlan };
}

/** Everything besides the traffic on which the decisions of a single process depend. */
function laneText(plan: Plan, { kind, edition, policy, laneIndex }: LanePlan): string {
  const { scenario, end } = plan;
  const lane = scenario.lanes[laneIndex] as Lane;
  return JSON.stringify([
    kind,
    lane.limiter,
    edition,
    policy,
    scalarOptions(lane),
    // What limits of a stack leave open is its own, or the scenario's.
    lane.of && [lane.of, scenario.policy, lane.policy],
    scenario.epoch,
    end,
    plan.isClosedLoop ? maxDecisionsPerLane(plan) : 0,
  ]);
}
