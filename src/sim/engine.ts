/**
 * The simulator's second door: what runs a scenario, and what asks a finished run. The worker, the command line and the
 * benchmarks come in here. The page does not: its components can name what a run holds, but never make one.
 */
export { atOnce } from './slices.ts';
export { hasScripts, plan, planning, type Plan } from './run/plan.ts';
export type { SchemePlan } from './run/lanePlan.ts';
export { isScheme, type LaneRun } from './run/laneRun.ts';
export { simulate, simulateAll, type Run } from './run/simulate.ts';
export { fallBack } from './run/fallback.ts';
export { RemoteLane, type Asked } from './run/remoteLane.ts';
export { ScriptFailure } from './run/scriptActor.ts';
export { nameOf, NoAnswer, StoreError, type Command, type Message, type Reply } from './cluster/command.ts';
export type { Context, Effect } from './cluster/scheme.ts';
export { rowsOf, type Row } from './inspect/decisions.ts';
export { clusterFiguresOf, isIdeal } from './inspect/clusterFigures.ts';
export { endingOf } from './inspect/ending.ts';
export { standingsOf } from './inspect/fairness.ts';
export { decisionTask, survey, TASK_DECISIONS } from './inspect/profile.ts';
export { openSession, type Session } from './inspect/session.ts';
