/**
 * The simulator's first entry point: documents, the vocabulary, the catalogue, and the types of a run's results. What
 * runs a scenario is exported by the other entry point, `engine.ts`.
 */
export { catalogueEntryById, limiterName, type CatalogueEntry } from './catalogue.ts';
export { NO_NODE } from './metrics/trace.ts';
export { firstAtOrAfter, firstWhere, shortestWait } from './search.ts';
export { csvField, csvTable, spreadsheetField, type CsvValue } from './csv.ts';
export { fnv1aOfString } from './fnv.ts';
export type { SchemeKnob } from './cluster/scheme.ts';
export { knownSchemes, schemeById, schemes } from './cluster/schemes/index.ts';
export type { FailedLane, PlanProblem } from './run/plan.ts';
export type { AbuserResult } from './inspect/abuserResults.ts';
export type { ClusterStats, NodeStats } from './inspect/clusterStats.ts';
export type { JobTry, Decision } from './inspect/decisions.ts';
export type { DecisionFormat } from './inspect/decisionText.ts';
export type { DecisionText } from './inspect/session.ts';
export type { Disagreement, LaneAnswer } from './inspect/disagreements.ts';
export type { KeyJobs } from './inspect/jobsByKey.ts';
export type { LaneInfo } from './inspect/laneInfo.ts';
export type { KeySnapshot } from './inspect/laneSession.ts';
export type { LimiterProfile } from './inspect/profile.ts';
export type { ConditionResult } from './inspect/quantity.ts';
export type { Sketch } from './inspect/sketch.ts';
export type { RunAnswer, RunQuestion, StepQuestion } from './inspect/stepRun.ts';
export type { Quota } from './inspect/quota.ts';
export type { Race, Sequence, SequenceMessage, KeyAccess } from './inspect/sequence.ts';
export type { ClientChange, ClientChanges } from './inspect/clientChanges.ts';
export type { RefusedMost } from './inspect/refusedMost.ts';
export type { BeforeAfter, ChangedLane, ReportData } from './inspect/report.ts';
export type { RequestPosition, SelectedRequest } from './inspect/positions.ts';
export type { WrongQuery } from './inspect/wrongDecisions.ts';
export type { LaneDifference } from './inspect/difference.ts';
export type { LimiterPreview } from './inspect/preview.ts';
export type { ScenarioCharts, ScenarioFairness } from './inspect/scenarioSession.ts';
export type { LaneSnapshot, LastRequests } from './inspect/firstSession.ts';
export type { Why } from './inspect/session.ts';
export type { LaneShape } from './inspect/shape.ts';
export type { Spans } from './inspect/spans.ts';
export type { TableRow } from './inspect/table.ts';
export { catalogue, knownLimiters, limiterById } from './limiters/index.ts';
export { NoReplyError, type RedisCall, type Reply, StoreError } from './cluster/command.ts';
export {
  type LuaMachine,
  type OwnContext,
  type OwnLane,
  type OwnRun,
  type OwnStep,
  type SchemeMachine,
  setLuaMachine,
  setSchemeMachine,
} from './cluster/own/machines.ts';
export { ownLuaApi, ownSchemeApi } from './cluster/own/api.ts';
export { OWN_COMMANDS } from './cluster/own/commands.ts';
export { luaTemplates } from './cluster/own/luaTemplates.ts';
export { schemeTemplates, type StoreTemplate } from './cluster/own/schemeTemplates.ts';
export { loadDeflate } from './deflate.ts';
export { lacksSystem, loadSystems } from './systems/load.ts';
export {
  type BoundSetting,
  type CodeKnob,
  defaultsOf,
  type Edition,
  type Explanation,
  type Readout,
  type Knob,
  type Limiter,
  type Options,
  type Picture,
  type Policy,
  UnsupportedPolicyError,
} from './limiters/limiter.ts';
export { runsOnNodes, type Recorded, type SystemStory } from './limiters/story.ts';
export { OwnCodeError } from './ownCodeError.ts';
export {
  setProgramOpener,
  type DecisionBlock,
  type OwnProgram,
  type PlainState,
  type ProgramSetting,
  type ProgramTrace,
} from './own/program.ts';
export { ownApi } from './own/ownApi.ts';
export { ownExample } from './own/ownExample.ts';
export { ownTemplates, type OwnTemplate } from './own/templates/index.ts';
export { DENY_TOO_LARGE, isDenied, type Outcome, outcomeOf, type Verdict } from './verdict.ts';
export type { RequestCounts, Fairness, FairnessQuery, KeyShare, LaneFairness } from './metrics/fairness.ts';
export type { Label } from './metrics/requestLabels.ts';
export {
  MAX_MARKS,
  type Curve,
  type Densities,
  type LaneChartData,
  type LaneOverview,
  type ChartQuery,
  type ChartData,
  type DisagreementChartData,
  type Marks,
  type Overview,
  type RetryDensities,
  type TrafficChartData,
} from './metrics/chartData.ts';
export type { JobStats } from './metrics/jobStats.ts';
export type { Figures } from './metrics/measures.ts';
export type { LaneCounts } from './metrics/runningCounts.ts';
export type { Peak, LaneSummary } from './metrics/summary.ts';
export {
  DEFAULT_CLUSTER,
  nodeCountOf,
  IDEAL_NOTE,
  isIntervalFault,
  lateFaults,
  MAX_NODES,
  type Cluster,
  type Fault,
  type Latency,
  type Routing,
  type ClockSkew,
} from './scenario/cluster.ts';
export { readGalleryFile, type GalleryItem, type GalleryResult, type MeasuredLane } from './scenario/gallery.ts';
export { allReadings, withReading } from './scenario/logReadings.ts';
export { MAX_GOALS, MEASURE_UNITS, MEASURES, type Goal, type Measure, type MeasureUnit } from './scenario/goals.ts';
export { mergePatch, patchBetween, type Json, type JsonObject } from './scenario/json.ts';
export {
  LESSON_LIMITS,
  LOCKS,
  QUANTITY_UNITS,
  targetNumber,
  type Bet,
  type Condition,
  type Lesson,
  type LessonStep,
  type Lock,
  type Quantity,
  type QuantityName,
  type StepView,
  type Target,
  type Task,
} from './scenario/lesson.ts';
export { isTarget } from './scenario/lessonSchema.ts';
export { betQuantities, lineQuantities, readLesson, type ReadLesson, type ReadStep } from './scenario/readLesson.ts';
export { decodeLink, embedOfLink, encodeLink, type LinkView } from './scenario/link.ts';
export {
  isLinkText,
  isQuick,
  readText,
  readTextFor,
  WHAT_OPENS,
  type FullResult,
  type ReadResult,
} from './scenario/readText.ts';
export { isChartLayout, isOtherMode, type ChartLayout, type Embed, type Mode } from './scenario/linkView.ts';
export { HEAD_BYTES, recogniseText } from './scenario/recognise.ts';
export { recogniseFile } from './scenario/recogniseFile.ts';
export { crashPointsOf } from './scenario/crashPoints.ts';
export { atomicVariantOf, withAtomicVariant } from './scenario/atomicVariant.ts';
export {
  completeDocument,
  durationOf,
  emptyScenario,
  lastExplicitRequest,
  minimalDocument,
  MAX_LANES,
  MAX_SEED,
  parseScenario,
  parseScenarioText,
  scalarOptions,
  scenarioOf,
  policyProblem,
  resolvePolicy,
  resolveStackedPolicy,
  problemMessage,
  recordingsOf,
  type Lane,
  type LimiterSpec,
  type OptionValue,
  type ParseResult,
  type PolicyFields,
  type Problem,
  type Scenario,
  type TrafficEntry,
} from './scenario/scenario.ts';
export {
  edgeBurst as firstPreset,
  FIRST_VISIT_VIEW,
  PRESET_TOPIC_IDS,
  PRESET_TOPICS,
  presetNotes,
  presetById,
  presets,
  presetScenario,
  type Preset,
  type PresetTopic,
} from './scenario/presets/index.ts';
export { scriptExamples, type ScriptExample } from './scenario/scriptExamples.ts';
export { formatEntryOf, runsUserCode } from './scenario/vocabulary.ts';
export { makeStream, nextFloat, type RandomStream } from './random.ts';
export { admittedBeforeDenial, fluidAdmittedBeforeDenial, type JobPhaseResult } from './traffic/clients/index.ts';
export {
  ANSWER_FIELDS,
  NO_KEY,
  ScriptError,
  type Sandbox,
  type ScriptInstance,
  type ScriptAnswer,
  type ScriptEnvironment,
  type ScriptStep,
  type SentRequests,
} from './traffic/script.ts';
export { scriptApi, type ScriptApiEntry } from './traffic/scriptApi.ts';
export {
  convertEntry,
  MAX_LISTED_REQUESTS,
  holdOnly,
  holdRecording,
  isCoarse,
  isSent,
  offeredKinds,
  READINGS,
  recordingColumns,
  recordingData,
  takeRecording,
  trafficKindOf,
  type EntryOfKind,
  type Reading,
  type TimeSpan,
} from './traffic/index.ts';
export { costAndBadOf, costOf, isBad, type RecordingColumns } from './traffic/recordingColumns.ts';
export {
  digestOf,
  MAX_RECORDED_REQUESTS,
  packRecording,
  RecordingProblem,
  unpackRecording,
} from './traffic/recordingData.ts';
export { placeOf, type RecordingTraffic } from './traffic/recordingSchema.ts';
export { substreamOf } from './traffic/trafficGenerator.ts';
export { CLIENT_RATE_FIELD, isSelfPaced, jobsPerSecond, MAX_JOBS, retryFields } from './traffic/clientsEntry.ts';
export { isCostDistribution } from './traffic/costs.ts';
export { wholeField, type FormField } from './traffic/formFields.ts';
export { MAX_KEY_LENGTH, MAX_KEYS, MAX_RATE, MIN_SECONDS } from './scenario/entryFields.ts';
export { capitalized, closestName, joinWithAnd, joinWithOr } from './scenario/problem.ts';
export { deepEqual } from './scenario/schema.ts';
export { MAX_PERMITS, MAX_SECONDS } from './scenario/policy.ts';
export {
  formatDuration,
  formatRate,
  formatRateShort,
  formatRateRounded,
  formatTime,
  MICROS_IN,
  naturalUnit,
  secondsToUnit,
  TIME_UNITS,
  type TimeUnit,
} from './quantityFormat.ts';
export {
  DAY,
  microsFromSeconds,
  microsUpFrom,
  MILLISECOND,
  NEVER,
  SECOND,
  secondsFromMicros,
  shiftSeconds,
  type Duration,
  type Instant,
  niceStep,
} from './time.ts';
export {
  formatNumber,
  formatSignificant,
  nodeName,
  pluralize,
  trimZeros,
  withThousandsSeparators,
} from './numberFormat.ts';
export { citation, SOURCE_IDS, sources } from './sources.ts';
