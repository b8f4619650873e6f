/** The entry point of the readers of logs: what the worker and the command line use. */
export { counted, grouped, type Finding, type FindingKind } from './finding.ts';
export { LogError, type LogErrorKind } from './logError.ts';
export {
  COMMON_FIELDS,
  FORMAT_IDS,
  type BadLine,
  type CommonField,
  type FormatId,
  type LogTable,
  type Mapping,
} from './logTable.ts';
export { parseBadExpression } from './badExpression.ts';
export { readLog, type LogSource, type ReadHooks, type ReadOptions, type ReadProgress } from './readLog.ts';
export { recordingOf, type LogRecording, type RecordingChoice } from './recordingOf.ts';
export { summaryOf, type LogSummary } from './logSummary.ts';
