/**
 * The part of `engine.ts` with which the page's worker begins: it plans lanes of limiters, runs them in open loops, and
 * answers what the page asks of every run. It is a third of the code; the worker loads the rest when a scenario or a
 * question needs it.
 */
export { runToEnd } from './slices.ts';
export { isOpenLoop, openLoopLane } from './run/openLoopLane.ts';
export { hasPrograms, needsLua, needsSandbox, planInSlices, type Plan, type PlanResult } from './run/plan.ts';
export type { LaneRun } from './run/laneRun.ts';
export { isOwnCodeError } from './run/lanePlan.ts';
export type { FirstLook } from './run/levelTracer.ts';
export { reusableLane } from './run/reusedLane.ts';
export { ScriptFailure } from './run/scriptFailure.ts';
export { runLanes, totalDecisions, type Progress, type Run } from './run/runLanes.ts';
export { openFirstSession, openRun, type FirstSession } from './inspect/firstSession.ts';
