/** The front door of the simulator. Everything outside `sim/` comes in here. */
export { rowsOf, type Attempt, type Decision, type Row } from './engine/decisions.ts';
export { hasScripts, plan, planning, scriptRefusal, type Plan, type Planned, type Refusal } from './engine/plan.ts';
export { MOST_DECISIONS, type LimiterPlan, type SchemePlan } from './engine/lanePlan.ts';
export {
  clusterFiguresOf,
  IDEAL_NOTE,
  isIdeal,
  type ClusterFigures,
  type NodeFigures,
} from './engine/clusterFigures.ts';
export { isScheme, type StateMoment } from './engine/laneSession.ts';
export type { Crossing, Sequence, SequenceMessage, Touched } from './engine/sequence.ts';
export { fallBack } from './engine/fallback.ts';
export { RemoteLane, type Asked } from './engine/remoteLane.ts';
export { nameOf, NoAnswer, StoreError, type Command, type Message, type Reply } from './cluster/command.ts';
export type { Context, Effect, Ruling, SchemeKnob } from './cluster/scheme.ts';
export { schemeById, schemes } from './cluster/schemes/index.ts';
export type { Abuse } from './engine/abuse.ts';
export { describedById, type Choosable } from './engine/described.ts';
export { endingOf } from './engine/ending.ts';
export type { Quota } from './engine/quota.ts';
export { atOnce } from './engine/slices.ts';
export { standingsOf } from './engine/standings.ts';
export { decisionTask, survey, TASK_DECISIONS, type Survey } from './engine/survey.ts';
export { ScriptFailure } from './engine/scriptActor.ts';
export { simulate, simulateAll, type LaneRun, type Progress, type Run } from './engine/simulate.ts';
export {
  openSession,
  type Audition,
  type Disagreement,
  type Found,
  type LaneFrame,
  type LaneMoment,
  type Selected,
  type Session,
  type Why,
} from './engine/session.ts';
export { catalogue, limiterById } from './limiters/index.ts';
export {
  DENY_TOO_LARGE,
  outcomeOf,
  type Edition,
  type Explanation,
  type Fact,
  type Knob,
  type Limiter,
  type Outcome,
  type Picture,
  type Policy,
  type Verdict,
} from './limiters/limiter.ts';
export type { Answers, Fairness, FairnessLook, KeyShare, Label, Standing } from './metrics/fairness.ts';
export {
  MOST_MARKS,
  type Curve,
  type Densities,
  type LaneLook,
  type Look,
  type Looked,
  type Marks,
  type Overview,
  type Retries,
  type TrafficLook,
} from './metrics/look.ts';
export { firstWhere, NO_NODE } from './metrics/trace.ts';
export type { Attempts } from './metrics/attempts.ts';
export type { Peak, Summary } from './metrics/summary.ts';
export {
  COMMANDS,
  DEFAULT_CLUSTER,
  lateFaults,
  type Cluster,
  type Fault,
  type Latency,
  type Routing,
  type Skew,
} from './scenario/cluster.ts';
export { decodeLink, encodeLink, type View as LinkView } from './scenario/link.ts';
export {
  durationOf,
  emptyScenario,
  lastRequestOf,
  minimal,
  MOST_LANES,
  parseScenario,
  parseScenarioText,
  plainOptions,
  policyProblem,
  resolvePolicy,
  sentence,
  type Lane,
  type Parsed,
  type Problem,
  type Scenario,
  type Traffic,
} from './scenario/scenario.ts';
export {
  FIRST_VIEW,
  GROUPS,
  notesOf,
  presetById,
  presets,
  scenarioOf,
  SOURCES,
  type Preset,
} from './scenario/presets/index.ts';
export { scriptExamples, type ScriptExample } from './scenario/scriptExamples.ts';
export { wordOf } from './scenario/vocabulary.ts';
export { makeStream, nextFloat, type RandomStream } from './random.ts';
export { admittedAtFirst, fluidAdmitted, type PhaseRun } from './traffic/clients/index.ts';
export {
  NO_KEY,
  ScriptError,
  type Sandbox,
  type Script,
  type ScriptAnswer,
  type ScriptSetting,
  type ScriptStep,
  type SentRequests,
} from './traffic/script.ts';
export { scriptWords, type ScriptWord } from './traffic/scriptLanguage.ts';
export { actorOf } from './traffic/source.ts';
export {
  DAY,
  microsFromSeconds,
  MILLISECOND,
  NEVER,
  SECOND,
  secondsFromMicros,
  type Duration,
  type Instant,
} from './time.ts';
export { nodeName } from './words.ts';
