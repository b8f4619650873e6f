/** What Tune knows of the log that was opened. */
import type { LogSummary, ReadProgress, RecordingChoice } from '../../logs/index.ts';
import type { Scenario } from '../../sim/index.ts';
import type { MadeRecording } from '../../worker/logsAnswers.ts';

export interface LogsState {
  /** What is under way. */
  readonly work: { readonly does: 'reading' | 'making'; readonly progress: ReadProgress | null } | null;
  /** The log that was read last: the dialog shows it. */
  readonly log: HeldLog | null;
  /** Logs before it of which recordings were made, the latest first: their clients and costs can still be changed. */
  readonly others: readonly HeldLog[];
  /** A recording that is being made again, and with what: the next change builds on it. */
  readonly changing: { readonly digest: string; readonly choice: RecordingChoice } | null;
  /** A log on which the goals are scored; its scenario is on the policy and lanes of when it was opened. */
  readonly heldOut: { readonly name: string; readonly scenario: Scenario } | null;
  /** Why the last reading or making failed, a sentence. */
  readonly problem: string | null;
}

export interface HeldLog {
  /** The number of its last reading: the worker holds only the newest, and another is read again where it is needed. */
  readonly reading: number;
  readonly summary: LogSummary;
  /** What the next recording is made with. */
  readonly choice: RecordingChoice;
  /** To read them again. */
  readonly files: readonly File[];
  /** The recordings that were made of it, by digest: undo brings earlier ones back. */
  readonly made: ReadonlyMap<string, OwnRecording>;
}

export interface OwnRecording {
  readonly choice: RecordingChoice;
  readonly findings: MadeRecording['findings'];
}

/** The log that a recording was made of. */
export const logOf = ({ log, others }: LogsState, digest: string): HeldLog | undefined =>
  [...(log === null ? [] : [log]), ...others].find(({ made }) => made.has(digest));

/** The logs with one of them changed, unless it has been dropped meanwhile. @param reading by which it is known */
export function withLog(
  { log, others }: LogsState,
  reading: number,
  change: (log: HeldLog) => HeldLog,
): Pick<LogsState, 'log' | 'others'> {
  const changed = (one: HeldLog): HeldLog => (one.reading === reading ? change(one) : one);
  return { log: log === null ? null : changed(log), others: others.map(changed) };
}
