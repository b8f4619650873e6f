/** The entry point of the readers of logs: what the worker and the command line use. */
export { formatById } from './formats/index.ts';
export { defaultKey } from './fields.ts';
export { counted, grouped, type Finding } from './finding.ts';
export { histogramOf } from './histogram.ts';
export { LogChoiceError, LogError } from './logError.ts';
export { DATE_ORDERS, FORMAT_IDS, type CommonField, type LogTable, type Mapping } from './logTable.ts';
export { parseBadExpression } from './badExpression.ts';
export { readLog, type LogSource, type ReadOptions, type ReadProgress } from './readLog.ts';
export { recordingOf, type LogRecording, type RecordingChoice } from './recordingOf.ts';
export { parseTime } from './stamps.ts';
export { summaryOf, type LogSummary } from './logSummary.ts';
