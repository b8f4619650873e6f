/**
 * The simulator's second door: what runs a scenario, and what asks a finished run. The worker, the command line and the
 * benchmarks come in here. The page does not: its components can name what a run holds, but never make one.
 */
export { runToEnd } from './slices.ts';
export { hasScripts, planToEnd, planInSlices, type Plan } from './run/plan.ts';
export type { SchemePlan } from './run/lanePlan.ts';
export { isScheme, type LaneRun } from './run/laneRun.ts';
export { simulate, simulateToEnd, type Run } from './run/simulate.ts';
export { answerWithoutStore, programAnswer, type SchemeAnswer } from './run/schemeAnswer.ts';
export { advanceProgram } from './cluster/program.ts';
export { Waiters } from './cluster/waiters.ts';
export { RemoteLane, type RemoteRequest } from './run/remoteLane.ts';
export { ScriptFailure } from './run/scriptActor.ts';
export { commandNameOf, NoReplyError, StoreError, type Command, type Message, type Reply } from './cluster/command.ts';
export type { RequestContext } from './cluster/scheme.ts';
export { decisionRowsOf, type DecisionRow } from './inspect/decisions.ts';
export { clusterStatsOf, isSharedIdeal } from './inspect/clusterStats.ts';
export { endingOf } from './inspect/ending.ts';
export { laneFairness } from './inspect/fairness.ts';
export { decisionTask, profileLimiter, DECISIONS_PER_TASK } from './inspect/profile.ts';
export { openSession, type Session } from './inspect/session.ts';
