/** What a run can take over from the one before it, because nothing that it depends on has changed. */
import type { Arrivals } from '../arrivals.ts';
import { durationOf, scalarOptions, type Lane, type Scenario } from '../scenario/scenario.ts';
import { maxDecisionsPerLane } from './budget.ts';
import type { LanePlan } from './lanePlan.ts';
import type { LaneRun } from './laneRun.ts';
import type { Plan } from './plan.ts';
import type { Run } from './simulate.ts';

const trafficTexts = new WeakMap<Scenario['traffic'], string>();

/** A scenario that comes from another thread is always another object, so traffic is compared as text. */
function trafficText({ traffic }: Scenario): string {
  let text = trafficTexts.get(traffic);
  if (text === undefined) trafficTexts.set(traffic, (text = JSON.stringify(traffic)));
  return text;
}

/** The arrivals of an earlier plan, if this scenario has the same; otherwise null. A script may depend on the policy too. */
export function reusableArrivals(previous: Plan | null, scenario: Scenario): Arrivals | null {
  if (previous === null || previous.scripts.size > 0) return null;
  const same =
    previous.scenario.seed === scenario.seed &&
    durationOf(previous.scenario) === durationOf(scenario) &&
    trafficText(previous.scenario) === trafficText(scenario);
  return same ? previous.arrivals : null;
}

/** The run of a lane in an earlier run, if that lane had the same limiter, policy and traffic; otherwise null. */
export function reusableLane(previous: Run | null, plan: Plan, lanePlan: LanePlan): LaneRun | null {
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
    scenario.epoch,
    end,
    plan.isClosedLoop ? maxDecisionsPerLane(plan) : 0,
  ]);
}
