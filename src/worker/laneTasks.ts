/** A lane as a task for a helper: each helper makes the arrivals anew, and sends back only what is the lane's own. */
import { planInSlices, runToEnd, simulateLane, type FirstLook, type LaneRun, type Plan } from '../sim/engine.ts';
import type { Scenario } from '../sim/index.ts';

/** A run whose lanes are dealt out: without scripts. */
export interface LaneContext {
  readonly scenario: Scenario;
  readonly look: FirstLook;
}

/** The position of the lane in the plan. */
export type LaneTask = number;

/** A lane's run without what the plan has; `arrivals` is null if they are the plan's. */
export type LaneResult = Omit<LaneRun, 'plan' | 'arrivals'> & { readonly arrivals: LaneRun['arrivals'] | null };

export function prepareLanes(): (context: LaneContext) => (lane: LaneTask) => Generator<number, LaneResult> {
  let previous: Plan | null = null;
  return ({ scenario, look }) => {
    const planned = runToEnd(planInSlices(scenario, null, previous));
    previous = planned.ok ? planned.plan : previous;
    return (lane) => {
      if (!planned.ok) throw new TypeError('a lane of a scenario that cannot run was dealt out');
      return laneResult(planned.plan, lane, look);
    };
  };
}

export function* laneResult(plan: Plan, lane: LaneTask, look: FirstLook): Generator<number, LaneResult> {
  const lanePlan = plan.lanes[lane];
  if (lanePlan === undefined) throw new RangeError(`there is no lane ${lane}`);
  const { plan: _, arrivals, ...own } = yield* simulateLane(plan, lanePlan, look);
  return { ...own, arrivals: arrivals === plan.arrivals ? null : arrivals };
}

export function laneRunFrom(plan: Plan, lane: LaneTask, { arrivals, ...own }: LaneResult): LaneRun {
  const lanePlan = plan.lanes[lane];
  if (lanePlan === undefined) throw new RangeError(`there is no lane ${lane}`);
  return { plan: lanePlan, arrivals: arrivals ?? plan.arrivals, ...own };
}
