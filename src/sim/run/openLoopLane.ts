/** A lane of one limiter in an open loop: what most scenarios consist of, so it runs without the code for all others. */
import { keyOrBusiest } from '../arrivals.ts';
import { briefAdmissionsOf } from '../metrics/trace.ts';
import { windowCountCurve } from '../metrics/windowCount.ts';
import { summarizeInSlices } from './laneFigures.ts';
import type { LanePlan } from './lanePlan.ts';
import type { LaneRun } from './laneRun.ts';
import type { FirstLook } from './levelTracer.ts';
import { runOpenLoop } from './openLoop.ts';
import type { Plan } from './plan.ts';

/** Whether `openLoopLane` can run every lane of a plan. */
export function isOpenLoop({ isClosedLoop, lanes }: Plan): boolean {
  return !isClosedLoop && lanes.every(({ kind }) => kind === 'limiter');
}

/** Yields the number of decisions so far. */
export function* openLoopLane(plan: Plan, lanePlan: LanePlan, look: FirstLook | null): Generator<number, LaneRun> {
  if (lanePlan.kind !== 'limiter' || plan.isClosedLoop) throw new TypeError('the lane is not one of an open loop');
  const { trace, levels, checkpoints } = yield* runOpenLoop(plan.arrivals, lanePlan, look);
  const summary = yield* summarizeInSlices(plan, lanePlan, trace, 0);
  const run = { plan: lanePlan, ...trace, summary, report: null, ...(checkpoints !== null && { checkpoints }) };
  if (look === null || levels === null) return run;
  const admissions = briefAdmissionsOf(trace, keyOrBusiest(trace.arrivals, look.key));
  const windowCount = windowCountCurve(admissions, lanePlan.policy.T, look.from, look.to, look.columns);
  return { ...run, firstCurves: { look, curves: { ...levels, windowCount } } };
}
