/**
 * The simulator's second entry point: running a scenario and querying a finished run. The worker, the command line and
 * the benchmarks import it. The page does not: its components may use the types of a run, but never start one.
 */
export { mapSlices, runToEnd } from './slices.ts';
export {
  failedLane,
  failedLaneSentence,
  hasPrograms,
  needsLua,
  needsSandbox,
  planOf,
  planToEnd,
  planInSlices,
  type FailedLane,
  type Plan,
  type PlanResult,
} from './run/plan.ts';
export {
  canDelay,
  laneErrorSentence,
  planLane,
  type LanePlan,
  type LimiterPlan,
  type SchemePlan,
} from './run/lanePlan.ts';
export { SoloScheme } from './run/soloScheme.ts';
export { isScheme, type LaneRun } from './run/laneRun.ts';
export { LaneVariants, type VariantRun } from './run/laneVariants.ts';
export { cloneState, paramsForRun, stateBytes, type KeyState } from './limiters/limiter.ts';
export { nextBelow } from './random.ts';
export { ALLOW, DENY, isDenied } from './verdict.ts';
export { keyIndexOf, type Arrivals } from './arrivals.ts';
export { measureLane } from './metrics/measures.ts';
export { peakInWindow } from './metrics/peak.ts';
export { longestSpells, refusalsByKey, refusalTimes } from './metrics/refusals.ts';
export { requestLabelsOf, type RequestLabels } from './metrics/requestLabels.ts';
export type { LaneTrace } from './metrics/trace.ts';
export { divCeil, exp, ln, TWO_TO_53 } from './math.ts';
export { rateInTicks } from './ticks.ts';
export { totalDecisions, withoutEnded, type Progress, type Run } from './run/runLanes.ts';
export { simulate, simulateLane, simulateToEnd } from './run/simulate.ts';
export { fallbackAnswer, programAnswer, type SchemeAnswer } from './run/schemeAnswer.ts';
export { advanceProgram } from './cluster/program.ts';
export { Waiters } from './cluster/waiters.ts';
export { reusableLane } from './run/reusedLane.ts';
export type { FirstLook } from './run/levelTracer.ts';
export { differenceOfStores } from './run/compareStores.ts';
export { RemoteLane, type RemoteRequest } from './run/remoteLane.ts';
export { ScriptFailure } from './run/scriptFailure.ts';
export {
  commandNameOf,
  keysOfCommand,
  NoReplyError,
  StoreError,
  type Command,
  type CommandName,
  type Message,
  type Reply,
} from './cluster/command.ts';
export type { RequestContext, SchemeDecision } from './cluster/scheme.ts';
export type { UpstashParams } from './cluster/systems/upstash.ts';
export {
  recordOnCluster,
  type ClusterRecord,
  type RecordedAnswer,
  type RecordedMessage,
} from './inspect/clusterRecord.ts';
export { decisionRowsOf, type DecisionRow } from './inspect/decisions.ts';
export { csvHead, csvLineOf, decisionAsJson } from './inspect/decisionText.ts';
export { clusterStatsOf, isSharedIdeal } from './inspect/clusterStats.ts';
export { endingOf } from './inspect/ending.ts';
export { laneFairness } from './inspect/fairness.ts';
export { busyKeyBytes, decisionTask, profileLimiter, DECISIONS_PER_TASK } from './inspect/profile.ts';
export { withoutUnshowable } from './inspect/unshowable.ts';
export { openScenarioSession, type ScenarioSession } from './inspect/scenarioSession.ts';
export { searchWorstTraffic } from './inspect/worstTraffic.ts';
export { beforeAfterOf, reportDataOf } from './inspect/report.ts';
export { openSession } from './inspect/session.ts';
export { conditionResults, quantitiesOf } from './inspect/quantity.ts';
export { sketchOf } from './inspect/sketch.ts';
export { runAnswer, stepAnswers } from './inspect/stepRun.ts';
