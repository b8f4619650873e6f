/**
 * The simulator's first door: documents, words, the catalogue, and the types of all that a run answers. What runs a
 * scenario stands behind the other, `engine.ts`.
 */
export { describedById, type Choosable } from './catalogue.ts';
export { NO_NODE, firstWhere } from './metrics/trace.ts';
export type { SchemeKnob } from './cluster/scheme.ts';
export { schemeById, schemes } from './cluster/schemes/index.ts';
export type { Refusal } from './run/plan.ts';
export type { Abuse } from './inspect/abuse.ts';
export type { ClusterFigures, NodeFigures } from './inspect/clusterFigures.ts';
export type { Attempt, Decision } from './inspect/decisions.ts';
export type { StateMoment } from './inspect/laneSession.ts';
export type { Survey } from './inspect/profile.ts';
export type { Quota } from './inspect/quota.ts';
export type { Crossing, Sequence, SequenceMessage, Touched } from './inspect/sequence.ts';
export type { Audition, Disagreement, Found, LaneFrame, LaneMoment, Selected, Why } from './inspect/session.ts';
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
export type { Attempts } from './metrics/attempts.ts';
export type { Peak, Summary } from './metrics/summary.ts';
export {
  COMMANDS,
  DEFAULT_CLUSTER,
  IDEAL_NOTE,
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
