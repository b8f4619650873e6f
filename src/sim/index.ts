/** The front door of the simulator. Everything outside `sim/` comes in here. */
export { MOST_DECISIONS, plan, type Plan, type Planned, type Refusal } from './engine/plan.ts';
export type { Quota } from './engine/quota.ts';
export { atOnce } from './engine/slices.ts';
export { decisionTask, survey, TASK_DECISIONS, type Survey } from './engine/survey.ts';
export { simulate, simulateAll, type LaneRun, type Progress, type Run } from './engine/simulate.ts';
export {
  openSession,
  rowsOf,
  type Audition,
  type Decision,
  type Disagreement,
  type Found,
  type LaneFrame,
  type LaneMoment,
  type Row,
  type Session,
  type StateMoment,
  type Why,
} from './engine/session.ts';
export { catalogue, limiterById } from './limiters/index.ts';
export {
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
export {
  MOST_MARKS,
  type Curve,
  type Densities,
  type LaneLook,
  type Look,
  type Looked,
  type Marks,
  type Overview,
  type TrafficLook,
} from './metrics/look.ts';
export { firstWhere } from './metrics/trace.ts';
export type { Peak, Summary } from './metrics/summary.ts';
export { decodeLink, encodeLink, type View as LinkView } from './scenario/link.ts';
export {
  durationOf,
  emptyScenario,
  lastRequestOf,
  minimal,
  MOST_LANES,
  parseScenario,
  parseScenarioText,
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
