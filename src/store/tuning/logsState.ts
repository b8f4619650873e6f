/** What Tune knows of the log that was opened. */
import type { LogSummary, ReadProgress, RecordingChoice } from '../../logs/index.ts';
import type { Scenario } from '../../sim/index.ts';
import type { MadeRecording } from '../../worker/logsAnswers.ts';

export interface LogsState {
  /** What is under way. */
  readonly work: { readonly does: 'reading' | 'making'; readonly progress: ReadProgress | null } | null;
  /** The log that the worker holds. */
  readonly log: HeldLog | null;
  /** A recording that is being made again, and with what: the next change builds on it. */
  readonly changing: { readonly digest: string; readonly choice: RecordingChoice } | null;
  /** A log on which the goals are scored; its scenario is on the policy and lanes of when it was opened. */
  readonly heldOut: { readonly name: string; readonly scenario: Scenario } | null;
  /** Why the last reading or making failed, a sentence. */
  readonly problem: string | null;
}

export interface HeldLog {
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
